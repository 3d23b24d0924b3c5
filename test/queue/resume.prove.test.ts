import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRun } from '../../harness/store/read.ts'
import { complaints, temporaryFolder } from '../helpers.ts'
import { pe } from '../own.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { planned, startPe, untilSays } from './workers.ts'

const LASTING = { timeout: 240_000 }

describe('a run on a queue that was stopped', await needs('redis'), () => {
  it(
    'says how it continues there, without the password, and does not continue elsewhere by mistake',
    LASTING,
    async () => {
      await using folder = await temporaryFolder()
      await using redis = await redisServer(['--requirepass', 'secret-word'])
      const plan = await planned(folder, ['--agent', 'null', '--missions', 'sum'])
      const queue = ['--executor', 'queue', '--redis', `redis://:secret-word@127.0.0.1:${String(redis.port)}`]
      await using run = startPe(['run', '--resume', plan, ...queue, '--no-score', '--reporter', 'terminal'])
      await untilSays(run, 'no worker')
      run.kill('SIGINT')
      expect(await run.exit).toBe(130)
      const command =
        `pe run --resume ${path.basename(plan)} --out ${path.dirname(plan)} ` +
        `--executor queue --redis redis://127.0.0.1:${String(redis.port)}`
      expect(run.stdout()).toContain(`Incomplete: continue with ${command}\n`)
      expect(JSON.stringify(await readRun(plan))).not.toContain('secret-word')

      const refused = await pe(['run', '--resume', plan])
      expect([refused.exitCode, complaints(refused.stderr)]).toEqual([
        2,
        [expect.stringContaining(`began on a queue: continue with ${command}, or with --executor local`)],
      ])
      const flags = ['--executor', 'local', '--no-score', '--reporter', 'terminal']
      const local = await pe(['run', '--resume', plan, ...flags])
      expect([local.exitCode, complaints(local.stderr)]).toEqual([0, []])
    },
  )
})
