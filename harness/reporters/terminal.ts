import path from 'node:path'
import { shortVariant, variantText } from '../contracts/variants.ts'
import type { Group, PoolUse, RunRecord, Summary, TrialKey, TrialRecord, Verdict } from '../contracts/schema.ts'
import type { Reporter, RunEvent } from '../contracts/types.ts'
import { causeLine } from './cause-line.ts'
import {
  allPoints,
  certainScore,
  hasRange,
  isWeighted,
  openNote,
  roundedText,
  scoreText,
  unscoredTexts,
} from './percent.ts'
import { excludedTestcodes } from '../lib/statistics/excluded.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import { frameOf } from './live/frame.ts'
import { RunProgress } from './live/progress.ts'
import { Screen } from './live/screen.ts'
import { isOnePoint, pointTally } from '../lib/statistics/trial-score.ts'
import { verdictsOf } from '../lib/statistics/tries.ts'
import { pluralise } from '../lib/wording/count.ts'
import { pointsText, verdictNote, withUnit } from './points.ts'
import { ANSWER_NOTE } from '../lib/files/answers.ts'
import { causeOf, reasonLine, sharedReason } from './html/reason.ts'
import { printable, shortenedInside } from './printable.ts'
import { gradeCommand, resumeCommand } from './reports-folder.ts'
import type { ReporterSetup } from './setup.ts'
import { formatTable, paint, percent, type Terminal } from './table.ts'
import { verboseLine } from './verbose.ts'

/**
 * Prints progress to stderr: a line for each trial that has ended and, on a terminal, a display of the running trials below.
 * Prints the table to stdout.
 */
export function terminalReporter(setup: ReporterSetup): Reporter {
  const progress = new Progress(setup)
  let repeats = 0
  let queue: readonly string[] | undefined
  return {
    name: 'terminal',
    on(event) {
      progress.on(event)
      if (event.type === 'run-begin') {
        repeats = event.run.settings.repeatJudging ?? 0
        queue = event.run.queue
      }
      if (event.type !== 'run-end') return
      if (!setup.json) setup.stdout.write(`${resultText(event.summary, repeats, setup, queue)}\n`)
    },
  }
}

/** Milliseconds between two drawings: the seconds advance even if nothing happens, and not every verdict needs a drawing. */
const REDRAW = 200

/** Prints the progress of a run. */
class Progress {
  readonly #setup: ReporterSetup
  readonly #screen: Screen
  readonly #progress = new RunProgress()
  #timer: NodeJS.Timeout | undefined
  #drawn = -Infinity

  constructor(setup: ReporterSetup) {
    this.#setup = setup
    this.#screen = setup.screen ?? new Screen(setup.stderr)
  }

  on(event: RunEvent): void {
    this.#progress.on(event, performance.now())
    const lines = linesOf(event, this.#setup)
    for (const line of lines) this.#screen.print(line)
    if (event.type === 'run-begin' && this.#screen.live) {
      this.#timer = setInterval(() => {
        this.#draw()
      }, REDRAW)
      // The timer must not keep a process alive whose run has ended early.
      this.#timer.unref()
    }
    if (event.type === 'run-end') this.#end()
    else if (lines.length > 0 || performance.now() - this.#drawn >= REDRAW) this.#draw()
  }

  #draw(): void {
    this.#drawn = performance.now()
    this.#screen.draw(frameOf(this.#progress, performance.now(), this.#screen.room))
  }

  #end(): void {
    clearInterval(this.#timer)
    this.#screen.draw([])
  }
}

/** Permanent lines, above the display. */
function linesOf(event: RunEvent, { stderr, verbose, report, interim }: ReporterSetup): string[] {
  if (event.type === 'run-begin') {
    const weak = event.run.settings.sandbox === 'process' ? [WEAK_SANDBOX] : []
    const begun = [...weak, ...ownNames(event.run)]
    return report === true && interim ? [...begun, reportLine(interim.pageOf(event.folder))] : begun
  }
  if (event.type === 'trial-end')
    return [trialLine(event.trial, event.record, stderr), ...(verbose === true ? [] : failedLines(event.record))]
  const line = verbose === true ? verboseLine(event, stderr) : undefined
  return line === undefined ? [] : [line]
}

/** Results name an agent in a file by its file. */
function ownNames({ agents = {} }: RunRecord): string[] {
  return Object.entries(agents).flatMap(([agent, { kind, name }]) =>
    kind === 'adapter' && typeof name === 'string' && name !== path.parse(agent).name
      ? [printable(`Agent ${agent} is "${name}"`)]
      : [],
  )
}

function reportLine(page: string): string {
  return `Report ${printable(page)} (fills while the run goes on)`
}

const WEAK_SANDBOX =
  'warning: the "process" sandbox does not keep produced code from this machine; run only projects that you trust'

function trialLine(key: TrialKey, record: TrialRecord, stream: Terminal): string {
  // As in the table: an unjudged point counts as not passed.
  const { passed, total } = pointTally(record)
  const mark = total === 0 ? '–' : passed === total ? paint(stream, 'green', '✓') : paint(stream, 'red', '✗')
  // A number of testcodes, unless some are worth more or less than a point.
  const points = `${pointsText(passed)}/${pointsText(total)}${verdictsOf(record).every(isOnePoint) ? '' : ' points'}`
  const why = record.reason === undefined ? '' : `  ${record.outcome}: ${record.reason.split('\n')[0] ?? ''}`
  const text = `${key.mission}  ${key.agent} ${shortVariant(key.variant)} #${String(key.sample)}  ${points}  ${record.seconds.toFixed(1)} s${feedbackNote(record)}${why}`
  return `${mark} ${printable(text)}`
}

/** A note about submissions and checks while the agent worked. */
function feedbackNote({ submissions = [], checks = [] }: TrialRecord): string {
  const chosen = submissions.filter(({ counts }) => counts === true).map(({ number }) => String(number))
  const which = chosen.length > 1 ? `submissions ${chosen.join(', ')}` : `submission ${chosen.join('')}`
  const parts = [
    ...(chosen.length > 0
      ? [`${which} of ${String(submissions.length)} ${chosen.length > 1 ? 'count' : 'counts'}`]
      : []),
    ...(checks.length === 0 ? [] : [checks.length === 1 ? '1 check' : `${String(checks.length)} checks`]),
  ]
  return parts.length === 0 ? '' : `  ${parts.join(', ')}`
}

/** Most reasons that are named under a trial; the report has all of them. */
const MAX_FAILED = 5
/** Most characters of a reason: its beginning names the testcode's subject, and its end what became of it. */
const MAX_REASON = 160

/**
 * A line for each of the first reasons of failed testcodes, unless the line of the trial has already given the reason. For a project that
 * did not start: the line of its output that says why.
 */
function failedLines(record: TrialRecord): string[] {
  const { runnable, verdicts, outcome, log } = record
  const cause = outcome === 'not-launched' ? causeLine(log ?? '') : undefined
  if (cause !== undefined) return [printable(`    it printed: ${shortenedInside(cause, MAX_REASON)}`)]
  if (outcome !== 'judged') return []
  // A blocked testcode failed only because of another one, which is listed.
  const failed = [runnable, ...verdicts].filter(({ status }) => !['passed', 'excluded', 'blocked'].includes(status))
  const blocked = verdicts.filter(({ status }) => status === 'blocked').length
  const named = [...groupBy(failed, causeKey).values()].slice(0, MAX_FAILED)
  const lines = named.flatMap((same) => [causeText(same), ...foundLines(same)])
  const open = failed.length - named.flat().length
  const more = [
    ...(open > 0 ? [`${String(open)} more`] : []),
    ...(blocked > 0 ? [`${String(blocked)} blocked by these`] : []),
  ]
  return [...lines, ...(more.length === 0 ? [] : [`    … and ${more.join(', ')}`]), ...answerLines(record, failed)].map(
    printable,
  )
}

/** The first answer that nobody asked for, if values were missing: probably it is one of them under another name. */
function answerLines({ agent }: TrialRecord, failed: readonly Verdict[]): string[] {
  if (failed.every(({ status }) => status !== 'bad-parameter')) return []
  const notes = (agent?.notes ?? []).filter((note) => note.startsWith(ANSWER_NOTE))
  return notes.slice(0, 1).map((note) => `      ${shortenedInside(note, MAX_REASON)}`)
}

/** The same for verdicts that can stand in one line: of one status, for one reason. */
function causeKey({ testcode, status, reason }: Verdict): string {
  return JSON.stringify(reason === undefined ? [status, testcode] : [status, '', causeOf(reason)])
}

/** `failed parse: there was no row`, or `failed parse and 12 others: …`. */
function causeText(verdicts: readonly Verdict[]): string {
  const [verdict, ...others] = verdicts
  if (verdict === undefined) return ''
  const { testcode, status, reason } = verdict
  const whose = others.length === 0 ? verdictNote(verdict) : ` and ${pluralise(others.length, 'other')}`
  const why = reason === undefined ? '' : sharedReason(verdicts.map((each) => reasonLine(each.reason ?? '')))
  return `    ${status} ${testcode}${whose}${why === '' ? '' : `: ${shortenedInside(why, MAX_REASON)}`}`
}

/** The elements that the page had instead of the one of the reason, unless the verdicts differ in them. */
function foundLines(verdicts: readonly Verdict[]): string[] {
  const [found, ...others] = new Set(verdicts.map(({ evidence }) => evidence.found))
  return found === undefined || others.length > 0 ? [] : [`      found ${shortenedInside(found, MAX_REASON)}`]
}

function resultText(
  summary: Summary,
  repeats: number,
  { stdout: stream, report = true, judge = true }: ReporterSetup,
  queue: readonly string[] | undefined,
): string {
  const tables = summary.groups.map((group) => groupTable(group))
  const unjudged = openNote(summary)
  const lines = [
    ...tables,
    ...(summary.groups.length > 1 ? [scoresTable(summary)] : []),
    totalText(summary, stream),
    ...(unjudged === undefined ? [] : [unjudged]),
    ...(summary.again.length === 0 ? [] : [againText(summary)]),
    ...flakyText(summary, repeats),
    ...unscoredTexts(summary).map(printable),
    ...excludedText(summary),
    ...measuredText(summary),
    ...unmeasuredText(summary),
    ...(summary.use === undefined ? [] : [useText('Models', summary.use)]),
    ...(summary.feedback === undefined
      ? []
      : [
          `Feedback  ${pluralise(summary.feedback.submissions, 'submission')} and ${pluralise(summary.feedback.checks, 'check')} judged`,
        ]),
    ...(summary.incomplete ? [incompleteText(summary, judge, queue)] : []),
    ...(summary.seed === undefined ? [] : [`Inputs drawn from seed ${printable(summary.seed)}`]),
    ...(report ? [`Report ${printable(summary.report)}`] : []),
  ]
  return lines.join('\n\n')
}

/** The score; a run of several agents or variants has none of its own, so that only its points and its time are named. */
function totalText(summary: Summary, stream: Terminal): string {
  const { points, groups, seconds } = summary
  const excluded = excludedTestcodes(summary)
  const head = groups.length > 1 ? 'All together' : `Score ${scoreText(summary)}`
  const weights = groups.length === 1 && isWeighted(summary) ? ', without weights,' : ''
  return (
    `${paint(stream, 'bold', head)}  ${pointsText(points.passed)} of ${pointsText(allPoints(summary))} points${weights} in ${seconds.toFixed(1)} s` +
    (excluded > 0 ? `  (${pluralise(excluded, 'testcode is', 'testcodes are')} excluded: not in the points)` : '')
  )
}

/** The scores of a run with several agents or variants, the best first. */
function scoresTable({ groups }: Summary): string {
  const rows = groups
    .toSorted((a, b) => (certainScore(b) ?? -1) - (certainScore(a) ?? -1))
    .map((group) => [
      `${printable(group.agent)}, ${variantText(group.variant)}`,
      scoreText(group),
      `${pointsText(group.points.passed)}/${pointsText(allPoints(group))}`,
      `${String(group.runnable.passed)}/${String(group.trials)}`,
      group.seconds.toFixed(1),
    ])
  return formatTable([['agent', 'score', 'points', 'runnable', 'seconds'], ...rows], [1, 2, 3, 4])
}

function incompleteText({ folder }: Summary, judge: boolean, queue: readonly string[] | undefined): string {
  return judge
    ? `Incomplete: continue with ${printable(resumeCommand(folder, queue))}`
    : `Not judged: judge what the agents gave with ${printable(gradeCommand(folder))}`
}

/** Trials that were judged twice, and their results. */
function againText({ again }: Summary): string {
  const lines = again.slice(0, NAMED).map(({ trial, doubt }) => `  ${trial}  ${doubt.split('\n')[0] ?? ''}`)
  const more = again.length - lines.length
  const head = `Judged a second time, since the first attempt proved nothing: ${String(again.length)}`
  return [head, ...lines.map(printable), ...(more > 0 ? [`  … and ${String(more)} more`] : [])].join('\n')
}

/** Why testcodes are in no denominator. */
function excludedText({ excluded = [] }: Summary): string[] {
  if (excluded.length === 0) return []
  const lines = excluded
    .slice(0, NAMED)
    .map(({ mission, reason, testcodes }) =>
      printable(
        `  ${mission}: ${pluralise(testcodes, 'testcode')}: ${shortenedInside(reasonLine(reason), MAX_REASON)}`,
      ),
    )
  const more = excluded.length - lines.length
  return [['Excluded', ...lines, ...(more > 0 ? [`  … and ${String(more)} more reasons`] : [])].join('\n')]
}

/** Measures of scorers: a table for each agent and variant; then those of the run, or of each agent in it. */
function measuredText({ measured = [] }: Summary): string[] {
  const groups = groupBy(measured, ({ agent, variant }) => JSON.stringify([agent, variant]))
  return [...groups.values()].map((measures) => {
    const [{ agent, variant } = {}] = measures
    const whose = [agent ?? 'the run', ...(variant === undefined ? [] : [variantText(variant)])].join(', ')
    const rows = measures.map(({ name, value, unit, trials }) => [
      printable(name),
      withUnit(measureNumber(value), value, unit && printable(unit)),
      ...(trials === undefined ? [] : [String(trials)]),
    ])
    const head = variant === undefined ? ['value'] : ['mean', 'trials']
    return formatTable([[`measures of ${printable(whose)}`, ...head], ...rows], [1, 2])
  })
}

/** Whole numbers and those from 100 on without decimals, others with three significant digits. */
function measureNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }
  return Number.isInteger(value) ? number(value) : roundedText(value, digits)
}

/** Scorers without a measure, a line each. */
function unmeasuredText({ unmeasured = [], trials: all }: Summary): string[] {
  const lines = unmeasured.map(({ scorer, trials, reason }) => {
    const where = trials === undefined ? '' : ` for ${String(trials)} of ${String(all)} trials`
    return printable(`Unmeasured${where}: ${scorer}: ${shortenedInside(reasonLine(reason), MAX_REASON)}`)
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}

/** Most flaky testcodes that are named; the summary and the report have all of them. */
const NAMED = 10

function flakyText({ flaky, trials }: Summary, repeats: number): string[] {
  if (flaky.length === 0)
    return repeats === 0 || trials === 0 ? [] : [`Judged ${String(repeats + 1)} times: no verdict changed`]
  const named = flaky
    .slice(0, NAMED)
    .map(({ trial, testcode, statuses }) => `  ${trial}  ${testcode}: ${statuses.join(', ')}`)
  const more = flaky.length - named.length
  const head = `Flaky, since judging again gave another verdict (the first one counts): ${String(flaky.length)}`
  return [[head, ...named.map(printable), ...(more > 0 ? [`  … and ${String(more)} more`] : [])].join('\n')]
}

/** Calls, tokens and cost of models. Unknown values are printed as unknown. */
export function useText(of: string, { calls, reused, tokens, cost, paid }: PoolUse): string {
  const counted = tokens === null ? 'tokens unknown' : `${number(tokens.input)} tokens in, ${number(tokens.output)} out`
  const dollars =
    cost === null || paid === null
      ? 'cost unknown'
      : `${cost.toFixed(4)} US dollars, ${paid.toFixed(4)} of them paid by this run`
  return `${of}  ${number(calls)} answers, ${number(reused)} of them from before; ${counted}; ${dollars}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function groupTable(group: Group): string {
  const head = [`${printable(group.agent)}, ${variantText(group.variant)}`, 'points', 'score', 'seconds', 'outcome']
  const rows = group.missions.flatMap((mission) => [missionRow(mission), ...suiteRows(mission)])
  return formatTable([head, ...rows], [1, 2, 3])
}

type MissionRow = Group['missions'][number]

function missionRow(mission: MissionRow): string[] {
  const { id, points, unjudged, pending, seconds, outcome } = mission
  const open = unjudged + (pending?.points ?? 0)
  const all = points.total + open
  // Older runs have no bounds for missions, and only missions with one suite.
  const score = mission.bounds === undefined ? ratio(points.passed, all) : (mission.bounds?.[0] ?? null)
  const isOpen = open > 0 || hasRange(mission.bounds)
  return [printable(id), ...scoreCells(points.passed, all, isOpen, score), seconds.toFixed(1), outcome]
}

/** The suites of a mission that has several, with their weights. */
function suiteRows({ suites = [] }: MissionRow): string[][] {
  return suites.map(({ id, weight, points, unjudged }) => {
    const all = points.total + unjudged
    const name = `  ${printable(id)}, weight ${pointsText(weight)}`
    return [name, ...scoreCells(points.passed, all, unjudged > 0, ratio(points.passed, all))]
  })
}

function scoreCells(passed: number, all: number, isOpen: boolean, score: number | null): string[] {
  return [`${pointsText(passed)}/${pointsText(all)}`, `${isOpen && score !== null ? 'at least ' : ''}${percent(score)}`]
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
