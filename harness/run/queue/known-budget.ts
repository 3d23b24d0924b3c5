/** The amounts that a run has spent, beside its trials: Redis may lose them, also while nobody coordinates the run. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { HarnessFault } from '../../errors.ts'
import { writeAtomically } from '../../lib/files/write.ts'
import { budgetSeenSchema, type BudgetSeen } from '../../lib/redis/budget.ts'
import { STAGING } from './staging.ts'

export const KNOWN_BUDGET = 'budget.json'
const NOTHING: BudgetSeen = { parts: {} }

export class KnownBudget {
  readonly #file: string
  #text: string | undefined

  /** @param folder Of the run */
  constructor(folder: string) {
    this.#file = path.join(folder, STAGING, KNOWN_BUDGET)
  }

  /** @throws HarnessFault if the file is not readable: to continue as if nothing was spent could exceed the limits */
  async read(): Promise<BudgetSeen> {
    this.#text ??= await this.#fromDisk()
    try {
      return budgetSeenSchema.parse(JSON.parse(this.#text))
    } catch (error) {
      throw new HarnessFault(
        `${this.#file} does not say what the run has spent: restore it, or remove it to count only what Redis knows`,
        { cause: error },
      )
    }
  }

  async write(seen: BudgetSeen): Promise<void> {
    const text = JSON.stringify(seen)
    if (text === this.#text) return
    await writeAtomically(this.#file, text)
    this.#text = text
  }

  async #fromDisk(): Promise<string> {
    return readFile(this.#file, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return JSON.stringify(NOTHING)
      throw error
    })
  }
}
