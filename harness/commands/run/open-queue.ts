import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { Redis } from 'ioredis'
import { packageVersion } from '../../benchmarks/index.ts'
import type { Executor } from '../../contracts/types.ts'
import { UsageError, messageOf } from '../../errors.ts'
import { openRedis, tellOutages } from '../../lib/redis/connect.ts'
import type { Redactor } from '../../lib/models/redact.ts'
import type { Screen } from '../../reporters/live/screen.ts'
import type { QueueOptions } from '../../run/queue/coordinator.ts'
import type { RunStore } from '../../store/store.ts'
import { queueLines, type SeenQueue } from './queue-lines.ts'
import type { QueueCommandOptions, RunCommandOptions } from '../run-options.ts'

export interface OpenQueue extends AsyncDisposable {
  readonly executor: Executor
  /** Why the budget refused a call, if it did. */
  stopped(): Promise<string | undefined>
}

/** Redis, and the settings of the server for uploads. */
export interface QueueConnection extends AsyncDisposable {
  readonly redis: Redis
  readonly upload: QueueOptions['upload']
}

/**
 * Called before anything is written, because otherwise an error would leave an empty run behind.
 * @throws UsageError if Redis, the token or a certificate is not there, or a port is taken
 */
export async function connectQueue(
  options: QueueCommandOptions,
  say: (line: string) => void,
): Promise<QueueConnection> {
  const upload = await uploadOf(options)
  await checkAddresses(options)
  const redis = await openRedis(options.redis)
  const outages = tellOutages(redis, options.redis, say)
  return {
    redis,
    upload,
    [Symbol.asyncDispose]() {
      outages[Symbol.dispose]()
      redis.disconnect()
      return Promise.resolve()
    },
  }
}

/** @throws UsageError if the port for metrics is taken */
export async function openQueue(
  { redis, upload }: QueueConnection,
  options: QueueCommandOptions,
  { maxCost, maxTokens, cache }: Pick<RunCommandOptions, 'maxCost' | 'maxTokens' | 'cache'>,
  store: RunStore,
  redactor: Redactor,
  screen: Screen,
  say: (line: string) => void,
): Promise<OpenQueue> {
  const { queueExecutor } = await import('../../run/executors/queue.ts')
  const { sharedBudget } = await import('../../run/queue/shared-client.ts')
  const { openMetrics, coordinatorMetrics } = await import('../../run/queue/metrics.ts')
  const { record, folder } = store
  const budget = sharedBudget(redis, { runId: record.runId, limits: {} })
  let stopped: string | undefined
  const metrics = options.metrics && (await openMetrics(options.metrics, coordinatorMetrics(redis, record, folder)))
  const executor = queueExecutor(
    { record, folder, pe: packageVersion() },
    {
      ...options,
      redis,
      limits: { cost: maxCost, tokens: maxTokens },
      cache: cache ? options.cache : 'none',
      upload,
      clean: (text) => redactor.text(text),
      show: screen.live ? shownOn(screen, record.runId) : undefined,
      beforeCleanUp: async () => {
        stopped = (await budget.state()).stopped
      },
      say,
    },
  )
  return {
    executor,
    stopped: () => Promise.resolve(stopped),
    async [Symbol.asyncDispose]() {
      await metrics?.[Symbol.asyncDispose]()
    },
  }
}

function shownOn(screen: Screen, runId: string): (queue: SeenQueue) => void {
  let first: { readonly remaining: number; readonly at: number } | undefined
  return (queue) => {
    const now = performance.now()
    first ??= { remaining: queue.remaining, at: now }
    const ended = first.remaining - queue.remaining
    const pace = ended === 0 ? undefined : (1000 * ended) / (now - first.at)
    screen.showBelow(queueLines(queue, runId, pace))
  }
}

/** Opens the ports for a moment: the servers themselves need the folder of the run. */
async function checkAddresses({ listen, metrics }: QueueCommandOptions): Promise<void> {
  await using _uploads = listen && (await listening('--listen', listen))
  await using _metrics = metrics && (await listening('--metrics', metrics))
}

/** @throws UsageError if nothing can listen at the address */
async function listening(flag: string, { host, port }: { readonly host: string; readonly port: number }) {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw new UsageError(`${flag} ${host}:${String(port)}: ${messageOf(error)}`)
  }
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

/** The token comes from the environment: other users of the machine see command lines. */
async function uploadOf({ listen, tls, uploadUrl }: QueueCommandOptions) {
  if (!listen) return undefined
  const token = process.env['PE_UPLOAD_TOKEN'] ?? ''
  if (token.length < 16) throw new UsageError('--listen needs a token of at least 16 characters in PE_UPLOAD_TOKEN')
  return { ...listen, token, url: uploadUrl, tls: tls && (await tlsOf(tls)) }
}

/** @throws UsageError if the two files are no certificate and its key */
async function tlsOf(files: NonNullable<QueueCommandOptions['tls']>) {
  const tls = { cert: await pem(files.cert), key: await pem(files.key) }
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new UsageError(
      `${files.cert} and ${files.key} are not a certificate and its key, as PEM without a password: ${messageOf(error)}`,
    )
  }
  return tls
}

async function pem(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`)
  })
}
