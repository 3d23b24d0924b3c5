import type { Python } from '../contracts/types.ts'

/** Replaces the usual names of Python and pip in a command with the run's interpreter: not every system has all of these names. */
export function withInterpreter(
  [program = '', ...args]: readonly string[],
  { program: interpreter }: Python,
): string[] {
  if (/^python3?$/.test(program)) return [interpreter, ...args]
  if (/^pip3?$/.test(program)) return [interpreter, '-m', 'pip', ...args]
  return [program, ...args]
}
