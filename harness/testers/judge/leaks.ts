import type { Measured } from '../../contracts/types.ts'

/** Exit code by which valgrind says that it found something. */
const FOUND = 97
/**
 * Valgrind refuses its program each descriptor from the limit on: its report is out of reach, and no program that it becomes can
 * raise the limit.
 */
const REPORT = 900
const MOST_DESCRIPTORS = 200
/** Valgrind needs 12 of its own above those of the program. */
const HARD_LIMIT = 240

/** A shell that knows descriptors of several digits. */
const KEEP_REPORT = `exec ${String(REPORT)}>&3 3>&- && ulimit -Sn ${String(MOST_DESCRIPTORS)} && ulimit -Hn ${String(HARD_LIMIT)} && exec "$@"`

/**
 * Runs a program under valgrind, which reports over file descriptor 3 of the sandbox. A program that becomes another one stays
 * under valgrind, and the report of what it was is then missing.
 */
export function underValgrind(argv: readonly string[]): string[] {
  const valgrind = ['valgrind', `--log-fd=${String(REPORT)}`, '--trace-children=yes', '--leak-check=full']
  return ['bash', '-c', KEEP_REPORT, 'watch', ...valgrind, `--error-exitcode=${String(FOUND)}`, '--', ...argv]
}

/** Valgrind's findings about a program that ended by itself, or that its summary is missing; undefined if there are none. */
export function leakProblem({ channel, code }: Measured): string | undefined {
  const begun = channel.match(/Memcheck, a memory error detector/g)?.length ?? 0
  const summaries = [...channel.matchAll(/ERROR SUMMARY: (\d+) errors/g)].map(([, count]) => Number(count))
  if (begun === 0 || summaries.length < begun) return 'valgrind could not watch the program to its end'
  const errors = summaries.reduce((sum, count) => sum + count, 0)
  if (errors === 0 && code !== FOUND) return undefined
  const lost = /definitely lost: ([1-9][\d,]* bytes in [\d,]+ blocks)/.exec(channel)?.[1]
  const kind = /(Invalid (?:read|write|free)[^\n]*|uninitialised[^\n]*|Mismatched free[^\n]*)/.exec(channel)?.[1]
  if (lost !== undefined) return `${lost} are lost`
  return kind ?? `valgrind found ${String(errors)} errors`
}
