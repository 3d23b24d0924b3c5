import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { HarnessFault } from '../errors.ts'
import { sha256 } from '../lib/files/digest.ts'
import { truncateIncompleteLine } from '../lib/files/lines.ts'
import type { Redactor } from '../lib/models/redact.ts'

/** Characters of a result. */
const LONGEST = 64 * 1024

const stepSchema = z.strictObject({ key: z.string(), result: z.string() })

/** The results of steps of an agent as lines of a file, each one on disk before it is used. */
export class StepFile {
  readonly #file: string
  readonly #redactor: Redactor
  /** A promise, so that several steps at the same time share one reading, which may remove an incomplete line. */
  #results: Promise<Map<string, string>> | undefined

  constructor(file: string, redactor: Redactor) {
    this.#file = file
    this.#redactor = redactor
  }

  /**
   * The result of a step, which is carried out only if no earlier process recorded it.
   * @throws HarnessFault if the file is damaged or cannot be written
   */
  async once(name: string, step: () => Promise<string>): Promise<string> {
    const key = sha256(name)
    const results = await (this.#results ??= this.#fromDisk())
    const known = results.get(key)
    if (known !== undefined) return known
    const result = this.#redactor.text(await step()).slice(0, LONGEST)
    const meanwhile = results.get(key)
    if (meanwhile !== undefined) return meanwhile
    await this.#append(key, result)
    results.set(key, result)
    return result
  }

  async #append(key: string, result: string): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true })
    await appendFile(this.#file, `${JSON.stringify({ key, result })}\n`).catch((error: unknown) => {
      throw new HarnessFault(`${this.#file} cannot be written`, { cause: error })
    })
  }

  async #fromDisk(): Promise<Map<string, string>> {
    await truncateIncompleteLine(this.#file)
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
      throw error
    })
    return new Map(
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => this.#parsed(line)),
    )
  }

  #parsed(line: string): readonly [string, string] {
    const read = stepSchema.safeParse(jsonOf(line))
    if (!read.success) throw new HarnessFault(`${this.#file} is damaged; remove it to repeat the steps of the agent`)
    return [read.data.key, read.data.result]
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
