/** The other cases of bad-input.integration.test.ts. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { complaints, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { OWN_FLAGS, pe } from '../own.ts'
import { redisServer, selfSigned } from './redis-server.ts'
import { startPe, startWorker, untilSays } from './workers.ts'
import { LASTING, commandsOf, expectOneLine, runIn } from './bad-input-cases.ts'

const OPENSSL = await needs('openssl')

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('commands of a queue', await needs('redis'), () => {
  it('say in one line that the URL or the password is wrong, or that the server has no TLS', LASTING, async () => {
    await using folder = await temporaryFolder()
    const { plan, trial } = await runIn(folder)
    await using redis = await redisServer(['--requirepass', 'secret-word'])
    const place = `127.0.0.1:${String(redis.port)}`
    for (const [url, text] of [
      ['http://127.0.0.1:1', '--redis takes a URL such as redis://127.0.0.1:6379'],
      [`redis://:wrong-word@${place}`, `Redis at redis://${place} refuses the password`],
      [`rediss://:secret-word@${place}`, `Redis at rediss://${place} cannot be reached by TLS`],
    ] as const)
      for (const args of commandsOf(url, plan, trial)) await expectOneLine(args, text)
  })

  it('say in one line that they lack TLS or a certificate', { ...LASTING, ...OPENSSL }, async () => {
    await using folder = await temporaryFolder()
    const { plan } = await runIn(folder)
    const certificate = await selfSigned(folder.path)
    await using redis = await redisServer([], certificate)
    const status = ['status', plan, '--redis']
    await expectOneLine([...status, redis.url.replace('rediss', 'redis')], ': rediss:// is for TLS')
    await expectOneLine([...status, redis.url], ': set NODE_EXTRA_CA_CERTS to that of its authority')
    const trusted = await pe([...status, redis.url], { env: { NODE_EXTRA_CA_CERTS: certificate.cert } })
    expect([trusted.exitCode, trusted.stderr]).toEqual([0, ''])
  })

  it('say in one line that uploads cannot be taken', { ...LASTING, ...OPENSSL }, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const { cert, key } = await selfSigned(folder.path)
    const port = `127.0.0.1:${String(redis.port)}`
    vi.stubEnv('PE_UPLOAD_TOKEN', 'token-0123456789abcdef')
    const queue = ['--executor', 'queue', '--out', folder.file('runs')]
    vi.stubEnv('PE_REDIS', redis.url)
    for (const [flags, text] of [
      [
        ['--listen', '0', '--tls-cert', cert, '--tls-key', cert],
        `${cert} and ${cert} are not a certificate and its key`,
      ],
      [['--listen', '0', '--tls-cert', folder.file('none'), '--tls-key', key], `${folder.file('none')} cannot be read`],
      [['--tls-cert', cert, '--tls-key', key], '--tls-cert has no effect without --listen'],
      [['--listen', '0', '--redis', 'redis://127.0.0.1:1'], 'no Redis answers at redis://127.0.0.1:1'],
    ] as const)
      await expectOneLine(['run', ...OWN_FLAGS, '--agent', 'null', ...queue, ...flags], text)
    for (const flag of ['--listen', '--metrics'])
      await expectOneLine(
        ['run', ...OWN_FLAGS, '--agent', 'null', ...queue, flag, port],
        `${flag} ${port}: listen EADDRINUSE`,
      )
    // No empty run is left behind.
    expect(existsSync(folder.file('runs'))).toBe(false)
  })

  it('a worker waits for a Redis that is not there yet, and says so once', LASTING, async () => {
    await using redis = await redisServer()
    await redis.stop('SIGKILL')
    await using stopped = startWorker(redis.url)
    await using worker = startWorker(redis.url)
    for (const each of [stopped, worker]) await untilSays(each, `no Redis answers at ${redis.url}`)
    stopped.kill('SIGTERM')
    expect(await stopped.exit).toBe(130)
    await redis.start()
    await untilSays(worker, 'takes trials from')
    expect(complaints(worker.stderr())).toEqual([
      expect.stringMatching(/no Redis answers at .*: waiting for it$/),
      'pe: Redis answers',
      expect.stringContaining('takes trials from'),
    ])
  })

  it(
    'run no trial of a run whose folder the worker does not see, which both sides say in one line',
    LASTING,
    async () => {
      await using folder = await temporaryFolder()
      await using redis = await redisServer()
      const matrix = [...OWN_FLAGS, '--missions', 'sum', '--agent', 'null', '--out', folder.file('runs')]
      const plan = (await pe(['plan', ...matrix])).stdout.trim()
      await mkdir(folder.file('empty'))
      const hidden = ['bwrap', '--die-with-parent', '--dev-bind', '/', '/', '--bind', folder.file('empty'), plan]
      await using blind = startWorker(redis.url, [], { wrapper: hidden })
      const queue = ['--executor', 'queue', '--redis', redis.url, '--no-score', '--reporter', 'json']
      await using run = startPe(['run', '--resume', plan, ...queue])
      const why = `the folder of the run, ${plan}, is not on a disk of this machine; pe run --listen takes uploads instead`
      await untilSays(blind, why, LASTING.timeout)
      await untilSays(run, why, LASTING.timeout)
      await using _worker = startWorker(redis.url)
      expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
      for (const each of [blind, run])
        expect(complaints(each.stderr()).filter((line) => line.includes('is not on a disk'))).toHaveLength(1)
    },
  )
})
