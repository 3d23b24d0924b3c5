import type { Python } from '../contracts/types.ts'

/** A command with the names by which people call Python replaced; not every system has all of them on its PATH. */
export function withInterpreter(
  [program = '', ...args]: readonly string[],
  { program: interpreter }: Python,
): string[] {
  if (/^python3?$/.test(program)) return [interpreter, ...args]
  if (/^pip3?$/.test(program)) return [interpreter, '-m', 'pip', ...args]
  return [program, ...args]
}
