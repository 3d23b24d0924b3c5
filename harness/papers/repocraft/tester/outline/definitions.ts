import { HarnessFault } from '../../../../errors.ts'
import type { ProjectFile } from '../../../../contracts/types.ts'
import { TaskFailure } from '../../../../lib/processes/pool/failure.ts'
import type { TaskLimits } from '../../../../lib/processes/pool/limits.ts'
import { ProcessPool } from '../../../../lib/processes/pool/pool.ts'
import type { Definition } from './read.ts'
import type { tasks } from './worker.ts'

/** For one file; usual files take a few milliseconds. */
const LIMITS: TaskLimits = { cpu: 20_000, wall: 20_000, heap: 512, memory: 1536, input: 32, output: 64 }
/** Bounds, so that no repository can fill the judge's memory. Larger files are data. */
export const LARGEST_FILE = 512 * 1024
const MOST_FILES = 3000
const MOST_DEFINITIONS = 50_000

export type Readers = ProcessPool<typeof tasks>

/** A process that reads the code of a hostile repository, which may bring it to its limits. */
export function openReaders(): Readers {
  return new ProcessPool<typeof tasks>({
    purpose: 'reads the code of a repository',
    module: { name: 'worker', near: import.meta.url },
    processes: 1,
    limits: LIMITS,
  })
}

/** All definitions of the Python files, in order. A file that cannot be parsed has none. */
export async function definitionsIn(files: readonly ProjectFile[], readers: Readers): Promise<readonly Definition[]> {
  const found: Definition[] = []
  for (const { path, content } of files.slice(0, MOST_FILES))
    if (content.length <= LARGEST_FILE && found.length < MOST_DEFINITIONS) found.push(...(await read(path, content)))
  return found

  async function read(file: string, content: string | Uint8Array): Promise<Definition[]> {
    try {
      return await readers.run('definitions', { file, text: Buffer.from(content).toString('utf8') })
    } catch (error) {
      if (!(error instanceof TaskFailure)) throw error
      if (error.kind === 'thrown') throw new HarnessFault(`${file} could not be parsed: ${error.detail}`)
      return []
    }
  }
}
