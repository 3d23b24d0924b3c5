/** The other cases of queue.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { chaosProof } from '../../scripts/proofs/queue/chaos.ts'
import { BIN, temporaryFolder } from '../helpers.ts'
import { seeded } from '../random.ts'
import { needs } from '../needs.ts'
import { SLEEPER } from './queue-cases.ts'

// It takes minutes, and longer on a busy machine: `npm run prove -- tests` and `npm run prove -- queue-kills` run it.
const CHAOS = { timeout: 600_000 }

describe('a run on a queue', await needs('redis'), () => {
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
