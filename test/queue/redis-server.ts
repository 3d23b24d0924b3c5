/** A Redis of a test's own: on a free loopback port, in a temporary folder, and gone with the test. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { until } from '../helpers.ts'

/** Debian's `redis-tools` holds the server too: it goes by the name it is called with. */
const PROGRAMS = [
  '/usr/bin/redis-server',
  '/usr/bin/redis-check-rdb',
  '/usr/local/bin/redis-server',
  '/usr/bin/valkey-server',
]
const program = PROGRAMS.find((file) => existsSync(file))

export const hasRedis = program !== undefined

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

/** @param flags Of redis-server, after its own */
export async function redisServer(flags: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-test-redis-'))
  const port = await freePort()
  const secret = flags[flags.indexOf('--requirepass') + 1]
  const password = flags.includes('--requirepass') ? `:${secret ?? ''}@` : ''
  const url = `redis://${password}127.0.0.1:${String(port)}`
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 50 })
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
      const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', '']
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

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
