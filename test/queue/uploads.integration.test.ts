import { describe, expect, it } from 'vitest'
import { readMachines } from '../../harness/store/read.ts'
import { complaints, temporaryFolder, until } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer, selfSigned } from './redis-server.ts'
import { coordinate, judgedBy, planned, startWorker, statusesIn, untilSays } from './workers.ts'
import { LASTING, TOKEN, OTHER_TOKEN, refusals, withoutFolder } from './uploads-cases.ts'

const OPENSSL = await needs('openssl')

describe('uploads', await needs('redis'), () => {
  it(
    'go over HTTPS, and a worker that cannot send results says so in one line',
    { ...LASTING, ...OPENSSL },
    async () => {
      await using folder = await temporaryFolder()
      await using redis = await redisServer()
      const { cert, key } = await selfSigned(folder.path)
      const plan = await planned(folder, ['--agent', 'canonical', '--samples', '2'])
      const listen = ['--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key]
      await using run = coordinate(plan, redis.url, listen, { env: TOKEN })
      await untilSays(run, 'nobody can take')

      const trusting = { NODE_EXTRA_CA_CERTS: cert }
      await using untrusting = startWorker(redis.url, [], { env: TOKEN })
      await using wrong = startWorker(redis.url, [], { env: { ...trusting, ...OTHER_TOKEN } })
      const reasons = [
        [untrusting, /the certificate of the coordinator at https:\S+ is not trusted \(.+\): set NODE_EXTRA_CA_CERTS/],
        [
          wrong,
          /the coordinator at https:\S+ refuses the token in PE_UPLOAD_TOKEN, which must be the same on both sides$/,
        ],
      ] as const
      for (const [worker, reason] of reasons) {
        await untilSays(worker, 'takes no trial of run')
        await until(() => complaints(run.stderr()).some((line) => reason.test(line)), 'the run names the reason')
      }
      expect(await readMachines(plan)).toEqual([])

      const wrapper = await withoutFolder(folder, plan)
      await using blind = startWorker(redis.url, [], { env: { ...trusting, ...TOKEN }, wrapper })
      expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
      expect(refusals(blind)).toEqual([])
      for (const [worker, reason] of reasons) expect(refusals(worker)).toEqual([expect.stringMatching(reason)])
      expect(Object.values(await judgedBy(plan, { untrusting, wrong }))).toHaveLength(4)
      expect(Object.values(await judgedBy(plan, { untrusting, wrong })).join()).not.toMatch(/untrusting|wrong/)
      expect(new Set(await statusesIn(plan))).toEqual(new Set(['passed']))
    },
  )
})
