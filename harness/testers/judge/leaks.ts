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

const NOT_WATCHED = 'valgrind could not watch the program to its end'

/** A line of valgrind itself. Lines of the program's own, which it can ask valgrind to print, begin with `**`. */
const OWN_LINE = /^(?:==|--)\d+(?:==|--)/
const SUMMARY = /^==\d+== ERROR SUMMARY: ([\d,]+) errors /

/**
 * Valgrind's findings about a program that ended by itself, or that its report is not that of one whole run; undefined if there are
 * none. The program can turn options of valgrind off while it runs, so a summary without errors alone proves nothing. It can also
 * write much into the report, so every pattern is applied to one line.
 */
export function leakProblem({ channel, code }: Measured): string | undefined {
  const lines = channel.split('\n').filter((line) => line !== '')
  const count = (text: string) => lines.filter((line) => line.includes(text)).length
  const first = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []).at(0)
  const summary = SUMMARY.exec(lines.at(-1) ?? '')
  const isWhole = count('Memcheck, a memory error detector') === 1 && count('ERROR SUMMARY: ') === 1
  if (!summary || !isWhole || !lines.every((line) => OWN_LINE.test(line))) return NOT_WATCHED
  const lost = first(/definitely lost: ([1-9][\d,]* bytes in [\d,]+ blocks)/)
  if (lost !== undefined) return `${lost} are lost`
  const kind = first(/(Invalid (?:read|write|free).*|uninitialised.*|Mismatched free.*)/)
  if (kind !== undefined) return kind
  const errors = summary[1] ?? ''
  if (errors !== '0' || code === FOUND) return `valgrind found ${errors} errors`
  const isChecked = count('All heap blocks were freed -- no leaks are possible') + count('LEAK SUMMARY:') > 0
  return isChecked ? undefined : NOT_WATCHED
}
