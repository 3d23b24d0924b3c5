import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { thisArchitecture } from './architecture.ts'
import { encode } from './assembler.ts'
import { compile } from './compile.ts'
import { DENIED, DENIED_WITHOUT_CONTROL_GROUP } from './denied.ts'

/** Where a shell opens the filter for the program that loads it. One digit: dash knows no others. */
export const FILTER_FD = 9

/**
 * Writes the filter for a sandbox, where nothing in the sandbox can see it.
 * @param memoryIsCounted Whether a control group counts memory that no process shows
 * @returns The file; undefined on an architecture that the list has no numbers for
 */
export async function writeFilter(scratch: string, memoryIsCounted: boolean): Promise<string | undefined> {
  const architecture = thisArchitecture()
  if (architecture === undefined) return undefined
  const classes = memoryIsCounted ? DENIED : [...DENIED, ...DENIED_WITHOUT_CONTROL_GROUP]
  const file = path.join(await mkdtemp(path.join(scratch, 'filter-')), 'filter.bpf')
  await writeFile(file, encode(compile(classes, architecture)))
  return file
}
