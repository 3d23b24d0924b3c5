import type { TextFile } from '../../../contracts/types.ts'
import { HarnessFault } from '../../../errors.ts'
import { digestOfFiles } from '../../../lib/files/digest.ts'
import { TaskFailure } from '../../../lib/processes/pool/failure.ts'
import type { TaskLimits } from '../../../lib/processes/pool/limits.ts'
import { USUAL_PROCESSES } from '../../../lib/processes/pool/options.ts'
import { ProcessPool } from '../../../lib/processes/pool/pool.ts'
import type { Outline } from '../../../lib/syntax/outline/declarations.ts'
import { languageOf } from '../../../lib/syntax/outline/outline.ts'
import type { tasks } from './worker.ts'

/** For one file; usual files take a few milliseconds. */
const LIMITS: TaskLimits = { cpu: 20_000, wall: 20_000, heap: 512, memory: 1536, input: 32, output: 64 }
const MOST_KNOWN = 2000

/** The declarations of a file, or why they are not known. Without both, the file is of another language. */
export interface Read {
  readonly outline?: Outline
  readonly problem?: string
}

/** Reads the declarations of files in processes, with limits on time and memory: the files are hostile. */
export class Outlines {
  readonly #pool: ProcessPool<typeof tasks>
  /** By path and content: most files of a project stay the same from one step to the next. */
  readonly #known = new Map<string, Read>()

  /** @param limits Replaced in tests */
  constructor(limits: Partial<TaskLimits> = {}) {
    this.#pool = new ProcessPool({
      purpose: 'reads the declarations of files',
      module: { name: 'worker', near: import.meta.url },
      processes: USUAL_PROCESSES,
      limits: { ...LIMITS, ...limits },
    })
  }

  /** @throws HarnessFault if the parser has a bug */
  async of(file: TextFile): Promise<Read> {
    if (languageOf(file.path) === undefined) return {}
    const key = digestOfFiles([file])
    const known = this.#known.get(key)
    if (known) return known
    const read = await this.#read(file)
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(key, read)
    return read
  }

  async #read({ path, content }: TextFile): Promise<Read> {
    try {
      return await this.#pool.run('outline', { path, content })
    } catch (error) {
      if (!(error instanceof TaskFailure)) throw error
      if (error.kind === 'thrown') throw new HarnessFault(`a file could not be parsed: ${error.detail}`)
      return { problem: `it could not be parsed within ${error.detail}` }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close()
  }
}

/** Shared by all agents of this process. */
export const outlines = new Outlines()
