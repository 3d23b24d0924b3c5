import type { Measured } from '../../contracts/types.ts'

/** Exit code by which valgrind says that it found something. */
const FOUND = 97

/**
 * Runs a program under valgrind, which writes its findings to file descriptor 3. Valgrind keeps that descriptor from the program,
 * and closes it if the program replaces itself by another one: then the summary is missing.
 */
export function underValgrind(argv: readonly string[]): string[] {
  return ['valgrind', '--log-fd=3', '--leak-check=full', `--error-exitcode=${String(FOUND)}`, '--', ...argv]
}

/** Valgrind's findings about a program that ended by itself, or that its summary is missing; undefined if there are none. */
export function leakProblem({ channel, code }: Measured): string | undefined {
  const summary = /ERROR SUMMARY: (\d+) errors/.exec(channel.slice(channel.lastIndexOf('ERROR SUMMARY')))
  if (!summary) return 'valgrind could not watch the program to its end'
  if (summary[1] === '0' && code !== FOUND) return undefined
  const lost = /definitely lost: ([\d,]+ bytes in [\d,]+ blocks)/.exec(channel)?.[1]
  const kind = /(Invalid (?:read|write|free)[^\n]*|uninitialised[^\n]*|Mismatched free[^\n]*)/.exec(channel)?.[1]
  if (lost !== undefined && !lost.startsWith('0 bytes')) return `${lost} are lost`
  return kind ?? `valgrind found ${summary[1] ?? ''} errors`
}
