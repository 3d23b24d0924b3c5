import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { modelCallSchema, type ModelCall } from '../contracts/schema.ts'
import { HarnessFault } from '../errors.ts'
import { truncateIncompleteLine } from '../lib/files/lines.ts'
import { readRegular } from '../lib/files/regular.ts'
import type { Redactor } from '../lib/models/redact.ts'

/** The file of a trial with the calls that tools made through the gateway, one a line. */
export const MODEL_CALLS = 'model-calls.jsonl'

export class ModelCallFile {
  readonly #file: string
  readonly #redactor: Redactor
  #repaired: Promise<void> | undefined

  constructor(file: string, redactor: Redactor) {
    this.#file = file
    this.#redactor = redactor
  }

  /** @throws HarnessFault if it cannot be written */
  async append(call: ModelCall): Promise<void> {
    await (this.#repaired ??= this.#prepare())
    await appendFile(this.#file, `${JSON.stringify(this.#redactor.value(call))}\n`).catch((error: unknown) => {
      throw new HarnessFault(`${this.#file} cannot be written`, { cause: error })
    })
  }

  /** Lines of other versions, and those that a killed harness left incomplete, are left out. */
  async read(): Promise<readonly ModelCall[]> {
    return readModelCalls(this.#file)
  }

  async #prepare(): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true })
    await truncateIncompleteLine(this.#file)
  }
}

export async function readModelCalls(file: string): Promise<readonly ModelCall[]> {
  const text = await readRegular(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  const lines = text?.toString('utf8').split('\n') ?? []
  return lines.flatMap((line) => parsed(line) ?? [])
}

function parsed(line: string): ModelCall | undefined {
  try {
    return modelCallSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
