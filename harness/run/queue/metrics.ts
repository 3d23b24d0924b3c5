/** Metrics for Prometheus, read at the moment at which they are asked for. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Redis } from 'ioredis'
import { Gauge, Registry } from 'prom-client'
import { UsageError, messageOf } from '../../errors.ts'
import type { RunRecord } from '../../contracts/schema.ts'
import { progressOf } from './progress.ts'
import type { WorkerState } from './shapes.ts'

export interface MetricsServer extends AsyncDisposable {
  readonly port: number
}

/** Metrics, and what sets their values before they are read. */
export interface Metrics {
  readonly registry: Registry
  readonly refresh?: () => Promise<void>
}

/** A scraper opens one. More of them would take the files that the process needs for results. */
const MOST_CONNECTIONS = 32
/** Milliseconds. */
const WAITING = { headersTimeout: 10_000, requestTimeout: 20_000 }

/** @throws UsageError if the port is taken */
export async function openMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  { registry, refresh = () => Promise.resolve() }: Metrics,
): Promise<MetricsServer> {
  const server = http.createServer(WAITING, (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    void refresh()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => response.writeHead(503).end(messageOf(error).slice(0, 500)),
      )
  })
  server.maxConnections = MOST_CONNECTIONS
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw new UsageError(`--metrics ${host}:${String(port)}: ${messageOf(error)}`)
  }
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export function coordinatorMetrics(redis: Redis, record: RunRecord, folder: string): Metrics {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const trials = gauge('pe_trials', 'Trials of the run by state.', ['state'])
  const workers = gauge('pe_workers', 'Workers that have told something lately.')
  const running = gauge('pe_worker_trials', 'Trials that a worker runs.', ['worker', 'host'])
  const cost = gauge('pe_cost_dollars', 'US dollars spent or reserved.')
  const tokens = gauge('pe_tokens', 'Tokens spent or reserved.')
  const all = gauge('pe_trials_all', 'Trials of the run.')
  return {
    registry,
    async refresh() {
      const progress = await progressOf(redis, record, folder)
      all.set(progress.all)
      for (const state of ['waiting', 'running', 'ended'] as const) trials.set({ state }, progress[state])
      const alive = progress.workers.filter(({ dead }) => !dead)
      workers.set(alive.length)
      running.reset()
      for (const { id, host, trials: own } of alive) running.set({ worker: id, host }, own.length)
      cost.set(progress.cost)
      tokens.set(progress.tokens)
    },
  }
}

export function workerMetrics(state: () => WorkerState): Metrics {
  const registry = new Registry()
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('pe_worker_running', 'Trials under way.', () => state().trials.length)
  gauge('pe_worker_ended', 'Trials that were committed.', () => state().ended)
  gauge('pe_worker_memory_bytes', 'Resident memory of the worker.', () => process.memoryUsage.rss())
  return { registry }
}
