import { readFile, readdir, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { openFiles, writeAtomically } from '../files/write.ts'
import { exchangeSchema, type Exchange } from './schema.ts'

/** Where answers are kept between runs. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const cache = env['XDG_CACHE_HOME'] ?? ''
  return path.join(path.isAbsolute(cache) ? cache : path.join(homedir(), '.cache'), 'pe', 'exchanges')
}

/** Exchanges by their digest, as files of their own. */
export class ExchangeCache {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** A file that is damaged, or of another version, is none: the exchange is made anew and replaces it. */
  async get(digest: string): Promise<Exchange | undefined> {
    const text = await readFile(this.#file(digest), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : parseExchange(text)
  }

  /** Whether there is a file of it, damaged or not. One that cannot be looked at is not: putting it there says why. */
  async has(digest: string): Promise<boolean> {
    return (await stat(this.#file(digest)).catch(() => undefined)) !== undefined
  }

  async put(exchange: Exchange): Promise<void> {
    await openFiles(() => writeAtomically(this.#file(exchange.digest), JSON.stringify(exchange)))
  }

  /** Every exchange that is there, with its size in bytes, in no particular order. */
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

  /** Folders of 256 at most: some file systems are slow with many files in one. */
  #file(digest: string): string {
    return path.join(this.folder, digest.slice(0, 2), `${digest}.json`)
  }
}

/** Undefined where the text is not an exchange. */
export function parseExchange(text: string): Exchange | undefined {
  try {
    return exchangeSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
