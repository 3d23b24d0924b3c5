import { defineCommand } from './flags/command.ts'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { cacheFolder } from '../lib/files/caches.ts'
import { ExchangeCache } from '../lib/models/cache.ts'
import { formatTable } from '../reporters/table.ts'
import { JSON_OUTPUT } from './flags/common.ts'
import { print } from './print.ts'

function cacheFlags(flags: Argv) {
  return flags.positional('what', { choices: ['ls', 'clear'] as const, demandOption: true }).option('json', JSON_OUTPUT)
}

export interface CacheOptions {
  readonly what: 'ls' | 'clear'
  readonly json: boolean
}

interface Row {
  readonly model: string
  /** Null for answers that an older version recorded; they are not used. */
  readonly address: string | null
  exchanges: number
  bytes: number
  /** US dollars that they would cost again; null if the cost of one is unknown. */
  cost: number | null
}

export const command = defineCommand({
  flags: cacheFlags,
  options: ({ what, json }) => ({ what, json }),
  handler: cacheCommand,
})

/** `pe cache`: lists the cached answers by model, or clears the cache. */
export async function cacheCommand({ what, json }: CacheOptions): Promise<ExitCode> {
  const cache = new ExchangeCache(cacheFolder('exchanges'))
  const rows = await rowsOf(cache)
  if (what === 'clear') await cache.clear()
  if (json) process.stdout.write(`${JSON.stringify({ folder: cache.folder, models: rows }, null, 2)}\n`)
  else print(what === 'clear' ? clearedText(rows, cache.folder) : listText(rows, cache.folder))
  return EXIT.done
}

async function rowsOf(cache: ExchangeCache): Promise<readonly Row[]> {
  const rows = new Map<string, Row>()
  for await (const { exchange, bytes } of cache.list()) {
    const { server, model: name, address = null } = exchange.request
    const model = `${server}:${name}`
    const key = `${model} ${address ?? ''}`
    const row = rows.get(key) ?? { model, address, exchanges: 0, bytes: 0, cost: 0 }
    row.exchanges += 1
    row.bytes += bytes
    row.cost = row.cost === null || exchange.cost === null ? null : row.cost + exchange.cost
    rows.set(key, row)
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function listText(rows: readonly Row[], folder: string): string {
  if (rows.length === 0) return `Nothing is kept in ${folder}.`
  const cells = rows.map(({ model, address, exchanges, bytes, cost }) => [
    model,
    address ?? 'unknown: not used',
    String(exchanges),
    String(Math.ceil(bytes / 1024)),
    cost === null ? 'unknown' : cost.toFixed(4),
  ])
  return `${formatTable([['model', 'address', 'exchanges', 'KiB', 'US dollars'], ...cells], [2, 3, 4])}\n\n${folder}`
}

function clearedText(rows: readonly Row[], folder: string): string {
  const exchanges = rows.reduce((sum, row) => sum + row.exchanges, 0)
  return `${String(exchanges)} exchanges were removed from ${folder}.`
}
