import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { thisArchitecture } from './architecture.ts'
import { encode } from './assembler.ts'
import { compile } from './compile.ts'
import { DENIED, DENIED_TO_ONE_PROCESS, DENIED_WITHOUT_CONTROL_GROUP } from './denied.ts'

/** File descriptor on which a shell opens the filter for the program that loads it. One digit: dash supports no more. */
export const FILTER_FD = 9

/**
 * The filter for a sandbox.
 * @param memoryIsCounted Whether a control group counts memory that belongs to no process
 * @returns undefined on an unsupported architecture
 */
export function compiledFilter(memoryIsCounted: boolean): Buffer | undefined {
  const architecture = thisArchitecture()
  if (architecture === undefined) return undefined
  const classes = memoryIsCounted ? DENIED : [...DENIED, ...DENIED_WITHOUT_CONTROL_GROUP]
  return encode(compile(classes, architecture))
}

/** A filter in addition, for a program that stays one process. Undefined on an unsupported architecture. */
export function oneProcessFilter(): Buffer | undefined {
  const architecture = thisArchitecture()
  return architecture === undefined ? undefined : encode(compile(DENIED_TO_ONE_PROCESS, architecture))
}

/** Writes the filter to a new folder that is not visible in the sandbox, and returns the path. */
export async function writeFilter(scratch: string, memoryIsCounted: boolean): Promise<string | undefined> {
  const filter = compiledFilter(memoryIsCounted)
  if (filter === undefined) return undefined
  const file = path.join(await mkdtemp(path.join(scratch, 'filter-')), 'filter.bpf')
  await writeFile(file, filter)
  return file
}
