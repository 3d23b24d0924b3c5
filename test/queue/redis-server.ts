/** A Redis of a test's own: on a free loopback port, in a temporary folder, and gone with the test. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { Redis } from 'ioredis'
import { until } from '../helpers.ts'
import { REDIS_PROGRAMS } from '../needs.ts'

const program = REDIS_PROGRAMS.find((file) => existsSync(file))

export interface RedisServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
  readonly pid: number
  /** Ends the server, as a power cut or as its service would. */
  stop(signal: NodeJS.Signals): Promise<void>
  /** With the same data. */
  start(): Promise<void>
  /** A connection that ends with the server. */
  readonly client: Redis
}

/** A certificate that has signed itself, and its key: files in PEM. */
export interface SelfSigned {
  readonly cert: string
  readonly key: string
}

/** For servers on loopback. */
export async function selfSigned(folder: string): Promise<SelfSigned> {
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  await execa('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert])
  return { cert, key }
}

/**
 * @param flags Of redis-server, after its own
 * @param tls Then it speaks TLS only
 */
export async function redisServer(flags: readonly string[] = [], tls?: SelfSigned): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-test-redis-'))
  const port = await freePort()
  const secret = flags[flags.indexOf('--requirepass') + 1]
  const password = flags.includes('--requirepass') ? `:${secret ?? ''}@` : ''
  const url = `${tls ? 'rediss' : 'redis'}://${password}127.0.0.1:${String(port)}`
  const client = new Redis(url, {
    ...{ lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 10 },
    ...(tls ? { tls: { ca: await readFile(tls.cert) } } : {}),
  })
  client.on('error', () => undefined)
  let child: ChildProcess | undefined
  const server = {
    port,
    url,
    client,
    get pid() {
      return child?.pid ?? 0
    },
    async start() {
      const ports = tls
        ? ['--port', '0', '--tls-port', String(port), '--tls-cert-file', tls.cert, '--tls-key-file', tls.key]
        : ['--port', String(port)]
      const secure = tls ? ['--tls-ca-cert-file', tls.cert, '--tls-auth-clients', 'no'] : []
      const own = [...ports, ...secure, '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', '']
      child = spawn(program ?? '', [...own, ...flags], { argv0: 'redis-server', stdio: 'ignore' })
      await until(async () => (await client.ping().catch(() => '')) === 'PONG', 'Redis answers')
    },
    async stop(signal: NodeJS.Signals) {
      if (child?.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
    async [Symbol.asyncDispose]() {
      client.disconnect()
      await server.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  try {
    await server.start()
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
  return server
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
