/** The other cases of queue.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { chaosProof } from '../../scripts/proofs/queue/chaos.ts'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { BIN, complaints, temporaryFolder, until } from '../helpers.ts'
import { OWN_FLAGS } from '../own.ts'
import { seeded } from '../random.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { LASTING, onlyRun, SLEEPER } from './queue-cases.ts'
import { judgedBy, startPe, startWorker, untilSays } from './workers.ts'

// It takes minutes, and longer on a busy machine: `npm run prove -- tests` and `npm run prove -- queue-kills` run it.
const CHAOS = { timeout: 600_000 }

describe('a run on a queue', await needs('redis'), () => {
  it('gives the trials of a killed worker to another one, and uploads results with a token', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    // The trials sleep, so that the worker is killed during both of them.
    const env = { PE_UPLOAD_TOKEN: 'token-0123456789abcdef', PE_PROOF_SLEEP: '1000' }
    const queue = ['--executor', 'queue', '--redis', redis.url, '--listen', '0', '--lease', '3']
    const matrix = [...OWN_FLAGS, '--agent', SLEEPER, '--samples', '1', '--reporter', 'terminal']
    await using run = startPe(['run', ...matrix, ...queue, '--out', folder.path], { env })
    await untilSays(run, 'nobody can take')
    const first = startWorker(redis.url, [], { env })
    await until(async () => (await redis.client.keys('pe-queue:*:lock')).length === 2, 'both are taken', 60_000)
    await first[Symbol.asyncDispose]()
    await using second = startWorker(redis.url, [], { env })
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    const whole = await onlyRun(folder.path)
    const record = await readRun(whole)
    expect((await readTrials(whole, record)).length).toBe(record.trials.length)
    expect(Object.values(await judgedBy(whole, { first, second }))).toEqual(['second', 'second'])
    expect(complaints(second.stderr()).filter((line) => line.includes('refuse'))).toEqual([])
  })

  it('ends like one process although workers, the coordinator and Redis are killed', CHAOS, async () => {
    await using folder = await temporaryFolder()
    const chaos = {
      every: 1500,
      env: { PE_PROOF_SLEEP: '500' },
      coordinatorKills: 1,
      redisRestarts: 1,
      random: seeded(21),
      say: () => undefined,
    }
    const small = { folder: folder.path, bin: BIN, agent: SLEEPER, samples: 3, workers: 2 }
    const outcome = await chaosProof({ ...small, ...chaos })
    expect(outcome).toMatchObject({ problems: [], trials: 30, coordinatorKills: 1, redisRestarts: 1 })
  })
})
