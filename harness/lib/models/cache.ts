import { readFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileLimit, writeAtomically } from '../files/write.ts'
import { exchangeSchema, type Exchange } from './schema.ts'

/** Exchanges by digest. */
export interface AnswerCache {
  /** Where it is, for messages. */
  readonly folder: string
  get(digest: string): Promise<Exchange | undefined>
  has(digest: string): Promise<boolean>
  put(exchange: Exchange): Promise<void>
}

/** Exchanges by digest, one file each. */
export class ExchangeCache implements AnswerCache {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Undefined for a file that is absent, damaged or of another version; `put` replaces it. */
  async get(digest: string): Promise<Exchange | undefined> {
    const text = await readFile(this.#file(digest), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : parseExchange(text)
  }

  /** Whether a file exists, damaged or not. False if it cannot be accessed; then `put` reports why. */
  async has(digest: string): Promise<boolean> {
    return (await stat(this.#file(digest)).catch(() => undefined)) !== undefined
  }

  async put(exchange: Exchange): Promise<void> {
    await fileLimit(() => writeAtomically(this.#file(exchange.digest), JSON.stringify(exchange)))
  }

  /** All valid exchanges with their sizes in bytes, in no particular order. */
  async *list(): AsyncGenerator<{ readonly exchange: Exchange; readonly bytes: number }> {
    for (const name of await readdir(this.folder, { recursive: true }).catch(() => [])) {
      if (!/^[0-9a-f]{64}\.json$/.test(path.basename(name))) continue
      const file = path.join(this.folder, name)
      const exchange = parseExchange(await readFile(file, 'utf8'))
      if (exchange) yield { exchange, bytes: (await stat(file)).size }
    }
  }

  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Spreads the files over 256 folders: some file systems are slow with many files in one folder. */
  #file(digest: string): string {
    return path.join(this.folder, digest.slice(0, 2), `${digest}.json`)
  }
}

/** Undefined if the text is not an exchange. */
export function parseExchange(text: string): Exchange | undefined {
  try {
    return exchangeSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
