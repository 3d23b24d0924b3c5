import type {
  CheckedTestcode,
  CheckResult,
  Points,
  SubmissionResult,
  SubmittedTestcode,
} from '../../contracts/types.ts'

/** Formats the results of a project as text for tools and models. */

/** Most characters of the lines about testcodes; the number of omitted ones is given. */
const LONGEST = 40_000

export function checkText(result: CheckResult): string {
  const { number, outcome, reason, runnable, suites, log } = result
  const all = suites.flatMap(({ testcodes }) => testcodes)
  const passed = all.filter(({ status }) => status === 'passed').length
  return [
    `check ${number}: ${outcome}, ${passed} of ${all.length} visible testcodes passed`,
    ...(reason === undefined ? [] : [reason]),
    ...(runnable.status === 'passed' ? [] : [checkedLine(runnable)]),
    ...bounded(suites.flatMap(({ suite, testcodes }) => [`suite ${suite}`, ...testcodes.map(checkedLine)])),
    ...logText(log),
  ].join('\n')
}

export function submissionText(result: SubmissionResult): string {
  const { number, suite, left, outcome, reason, log, testcodes, points } = result
  return [
    `submission ${number}${suite === undefined ? '' : ` of part ${suite}`}: ${outcome}, ${left} left`,
    ...(reason === undefined ? [] : [reason]),
    ...bounded(testcodes.map(submittedLine)),
    ...(points ? [`points: ${pointsText(points)}`] : []),
    ...logText(log ?? ''),
  ].join('\n')
}

/** Whether nothing more can be gained, as far as is shown. */
export function everythingPassed(result: CheckResult | SubmissionResult): boolean {
  if (result.outcome !== 'judged') return false
  if ('suites' in result)
    return [result.runnable, ...result.suites.flatMap(({ testcodes }) => testcodes)].every(isPassed)
  if (result.points) return result.points.earned === result.points.of
  return result.testcodes.every(isPassed)
}

function isPassed({ status }: { readonly status?: string }): boolean {
  return status === 'passed' || status === 'excluded'
}

function checkedLine({ testcode, status, points, limit, reason }: CheckedTestcode): string {
  const partly = status === 'partial' ? ` ${pointsText(points)}` : ''
  const why = reason === undefined ? '' : `: ${reason}`
  return `${status}${partly} ${testcode}${limitText(limit)}${why}`
}

function submittedLine({ testcode, status, limit, points, usage }: SubmittedTestcode): string {
  const parts = [status, points && pointsText(points), testcode].filter((part) => part !== undefined)
  return `${parts.join(' ')}${limitText(limit)}${usageText(usage)}`
}

function usageText(usage: SubmittedTestcode['usage']): string {
  if (usage === undefined) return ''
  const memory = usage.memoryMiB === undefined ? '' : `, ${usage.memoryMiB} MiB`
  return ` ${usage.seconds} s${memory}`
}

function limitText(limit: string | undefined): string {
  return limit === undefined ? '' : ` (${limit} limit)`
}

function pointsText({ earned, of }: Points): string {
  return `${earned}/${of}`
}

function logText(log: string): string[] {
  return log.trim() === '' ? [] : ['', 'The project printed:', log.trimEnd()]
}

function bounded(lines: readonly string[]): string[] {
  let length = 0
  const shown = lines.filter((line) => (length += line.length + 1) <= LONGEST)
  return shown.length === lines.length ? shown : [...shown, `… and ${lines.length - shown.length} more lines`]
}
