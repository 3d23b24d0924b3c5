import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { complaints, temporaryFolder, until, type TemporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { network } from './proxy.ts'
import { freePort, redisServer, selfSigned } from './redis-server.ts'
import { coordinate, judgedBy, planned, startWorker, statusesIn, untilSays } from './workers.ts'
import { LASTING, TOKEN, OTHER_TOKEN, refusals, withoutFolder } from './uploads-cases.ts'
import { readMachines } from '../../harness/store/read.ts'
const OPENSSL = await needs('openssl')

/** An agent that writes another project each time that it is asked. */
async function countingAgent(folder: TemporaryFolder): Promise<string> {
  const code = `import { appendFileSync } from 'node:fs'

export default () => ({
  name: 'counting',
  generate: async () => {
    appendFileSync(${JSON.stringify(folder.file('asked'))}, 'x')
    const lines = ['// ' + Math.random(), '// '.padEnd(5_000_000, 'y'), '']
    return { files: [{ path: 'main.mjs', content: lines.join('\\n') }], launch: { run: ['node', 'main.mjs'] } }
  },
  answer: () => Promise.resolve({}),
})
`
  await writeFile(folder.file('counting.mjs'), code)
  return folder.file('counting.mjs')
}

/** An agent that answers when a file is there. */
async function waitingAgent(folder: TemporaryFolder): Promise<string> {
  const code = `import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export default () => ({
  name: 'waiting',
  generate: async (_brief, { signal }) => {
    writeFileSync(${JSON.stringify(folder.file('asked'))}, '')
    while (!existsSync(${JSON.stringify(folder.file('go'))})) await delay(20, undefined, { signal })
    return { files: [] }
  },
  answer: () => Promise.resolve({}),
})
`
  await writeFile(folder.file('waiting.mjs'), code)
  return folder.file('waiting.mjs')
}

describe('uploads', await needs('redis'), () => {
  // The worker asks again only after a while.
  it('are tried again by the same worker once they can reach the coordinator', { ...LASTING }, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', 'canonical', '--missions', 'sum'])
    const port = await freePort()
    await using net = await network(() => port)
    net.cut()
    const url = `http://127.0.0.1:${String(net.port)}`
    const listen = ['--listen', `127.0.0.1:${String(port)}`, '--upload-url', url]
    await using run = coordinate(plan, redis.url, listen, { env: TOKEN })
    await using worker = startWorker(redis.url, [], { env: TOKEN })
    await untilSays(worker, `the coordinator at ${url} cannot be reached`)
    net.repair()
    expect([await run.exit, await judgedBy(plan, { worker })]).toEqual([0, { 'sum 1': 'worker' }])
    expect(refusals(worker)).toHaveLength(1)
  })

  it('continue what an earlier attempt has left, and ask for nothing that was paid for', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', await countingAgent(folder), '--missions', 'sum', '--no-judge'])
    const wrapper = await withoutFolder(folder, plan)
    await using _worker = startWorker(redis.url, [], { env: TOKEN, wrapper })
    const project = async () => {
      const [trial = ''] = await readdir(path.join(plan, 'trials'))
      return readFile(path.join(plan, 'trials', trial, 'project', 'main.mjs'), 'utf8')
    }
    await using pending = coordinate(plan, redis.url, ['--no-judge', '--listen', '127.0.0.1:0'], { env: TOKEN })
    await pending.exit
    const before = await project()
    await using judging = coordinate(plan, redis.url, ['--listen', '127.0.0.1:0'], { env: TOKEN })
    await judging.exit
    expect(Object.keys(await judgedBy(plan, {}))).toEqual(['sum 1'])
    expect(await readFile(folder.file('asked'), 'utf8')).toBe('x')
    // Its project is longer than a chunk.
    expect((await project()) === before).toBe(true)
    expect(await statusesIn(plan)).not.toContain('unjudged')
  })

  it('with a token that the next coordinator does not know give the trial back', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', await waitingAgent(folder), '--missions', 'sum'])
    const port = await freePort()
    const start = (env: Readonly<Record<string, string>>) =>
      coordinate(plan, redis.url, ['--listen', String(port)], { env })
    await using run = start(TOKEN)
    await using old = startWorker(redis.url, [], { env: TOKEN })
    await until(() => existsSync(folder.file('asked')), 'the agent is asked')
    await run[Symbol.asyncDispose]()

    await using next = start(OTHER_TOKEN)
    const isThere = () =>
      fetch(`http://127.0.0.1:${String(port)}/v1`, {
        headers: { authorization: `Bearer ${OTHER_TOKEN.PE_UPLOAD_TOKEN}` },
      }).then(
        ({ status }) => status === 204,
        () => false,
      )
    await until(isThere, 'the next coordinator is there')
    await writeFile(folder.file('go'), '')
    await untilSays(old, 'refuses the token in PE_UPLOAD_TOKEN')
    await untilSays(next, 'refuses the token in PE_UPLOAD_TOKEN')
    await using current = startWorker(redis.url, [], { env: OTHER_TOKEN })
    expect([await next.exit, await judgedBy(plan, { old, current })]).toEqual([0, { 'sum 1': 'current' }])
    expect(complaints(old.stderr()).filter((line) => line.includes('refuses the token'))).toHaveLength(1)
  })

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
