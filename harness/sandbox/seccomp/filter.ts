import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { thisArchitecture } from './architecture.ts'
import { encode } from './assembler.ts'
import { compile } from './compile.ts'
import { DENIED, DENIED_WITHOUT_CONTROL_GROUP } from './denied.ts'

/** Where a shell opens the filter for the program that loads it. One digit: dash knows no others. */
export const FILTER_FD = 9

/**
 * The filter for a sandbox.
 * @param memoryIsCounted Whether a control group counts memory that no process shows
 * @returns undefined on an architecture that the list has no numbers for
 */
export function compiledFilter(memoryIsCounted: boolean): Buffer | undefined {
  const architecture = thisArchitecture()
  if (architecture === undefined) return undefined
  const classes = memoryIsCounted ? DENIED : [...DENIED, ...DENIED_WITHOUT_CONTROL_GROUP]
  return encode(compile(classes, architecture))
}

/** Writes the filter into a folder of its own, which nothing in the sandbox sees, and returns the file. */
export async function writeFilter(scratch: string, memoryIsCounted: boolean): Promise<string | undefined> {
  const filter = compiledFilter(memoryIsCounted)
  if (filter === undefined) return undefined
  const file = path.join(await mkdtemp(path.join(scratch, 'filter-')), 'filter.bpf')
  await writeFile(file, filter)
  return file
}
