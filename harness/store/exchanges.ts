import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { HarnessFault } from '../errors.ts'
import { truncateIncompleteLine } from '../lib/files/lines.ts'
import { NotRegular, readRegular } from '../lib/files/regular.ts'
import { parseExchange } from '../lib/models/cache.ts'
import type { ExchangeLog } from '../lib/models/client.ts'
import type { Redactor } from '../lib/models/redact.ts'
import type { Exchange } from '../lib/models/schema.ts'

/** The file of a trial with its exchanges, one a line. */
export const EXCHANGES = 'exchanges.jsonl'

/** The exchanges of a trial as lines of a file, each one on disk before its answer is used. */
export class ExchangeFile implements ExchangeLog {
  readonly #file: string
  readonly #redactor: Redactor
  /** A promise, so that several requests at the same time share one reading, which may remove an incomplete line. */
  #exchanges: Promise<Map<string, Exchange>> | undefined

  constructor(file: string, redactor: Redactor) {
    this.#file = file
    this.#redactor = redactor
  }

  /** @throws HarnessFault if a line is damaged */
  async read(): Promise<ReadonlyMap<string, Exchange>> {
    return (this.#exchanges ??= this.#fromDisk())
  }

  /** @throws HarnessFault if it cannot be written */
  async append(exchange: Exchange): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true })
    await appendFile(this.#file, `${JSON.stringify(this.#redactor.value(exchange))}\n`).catch((error: unknown) => {
      throw new HarnessFault(`${this.#file} cannot be written`, { cause: error })
    })
    const read = await this.#exchanges
    read?.set(exchange.digest, exchange)
  }

  /** A killed harness may leave an incomplete line, whose answer was not used. The next line must not be appended to it. */
  async #fromDisk(): Promise<Map<string, Exchange>> {
    await truncateIncompleteLine(this.#file)
    const { exchanges, unread } = (await readExchanges(this.#file)) ?? { exchanges: [], unread: 0 }
    if (unread > 0)
      throw new HarnessFault(`${this.#file} is damaged, or of another version; remove it to have it made again`)
    return new Map(exchanges.map((exchange) => [exchange.digest, exchange]))
  }
}

/** The lines that are exchanges, and how many are not. Undefined if there is no file. */
export async function readExchanges(
  file: string,
): Promise<{ readonly exchanges: readonly Exchange[]; readonly unread: number } | undefined> {
  const text = await readRegular(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof NotRegular) throw new HarnessFault(`${file} cannot be read: it ${error.message}`)
    throw error
  })
  if (text === undefined) return undefined
  const lines = text
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  const exchanges = lines.flatMap((line) => parseExchange(line) ?? [])
  return { exchanges, unread: lines.length - exchanges.length }
}
