import { levelAndMode, shortVariant } from '../../contracts/variants.ts'
import type { Group, Interval, TrialRecord, Verdict } from '../../contracts/schema.ts'
import { isCounted } from '../../lib/statistics/trial-score.ts'
import { verdictsOf } from '../../lib/statistics/tries.ts'
import { printable, shortenText } from '../printable.ts'
import { verdictNote, pointsText, unitOf } from '../points.ts'
import { excludedTestcodes } from '../../lib/statistics/excluded.ts'
import { allPoints, certainScore, percent, openNote, scoreText, unscoredTexts } from '../percent.ts'
import type { Format, RunResult } from './format.ts'
import { pluralise } from '../../lib/wording/count.ts'

/** A comment for a pull request: the scores, and the points that did not pass. */
export const markdownFormat: Format = {
  file: 'comment.md',
  text: true,
  *write(result: RunResult) {
    yield `${MARK}\n${[headline(result), notes(result), groupTable(result), suiteTable(result), measureTable(result), failures(result), origin(result)].filter((part) => part !== '').join('\n\n')}\n`
  },
}

/** A script finds its earlier comment by this mark. */
export const MARK = '<!-- pe: result of a run -->'

/** Agents that a heading names. */
const LEADING = 5

function headline({ summary }: RunResult): string {
  // Several agents or variants have no score together.
  if (summary.groups.length > 1) {
    const best = summary.groups.toSorted((a, b) => (certainScore(b) ?? -1) - (certainScore(a) ?? -1))
    const named = best.slice(0, LEADING).map((group) => `${code(group.agent)} ${scoreText(group)}`)
    const more = best.length - named.length
    return `### ${[...named, ...(more > 0 ? [`${String(more)} more`] : [])].join(', ')}`
  }
  const { passed } = summary.points
  return `### ${scoreText(summary)}${range(summary.interval)}: ${pointsText(passed)} of ${pointsText(allPoints(summary))} points`
}

function range(interval: Interval | null): string {
  return interval === null ? '' : ` (95% CI ${percent(interval.low)} to ${percent(interval.high)})`
}

function notes({ summary }: RunResult): string {
  const excluded = excludedTestcodes(summary)
  const unjudged = openNote(summary)
  const lines = [
    ...(unjudged === undefined ? [] : [`${unjudged}.`]),
    ...(excluded > 0
      ? [`${pluralise(excluded, 'testcode is', 'testcodes are')} excluded by the benchmark and in no denominator.`]
      : []),
    ...unscoredTexts(summary).map((text) => `${text}.`),
    ...(summary.flaky.length > 0
      ? [`${pluralise(summary.flaky.length, 'testcode is', 'testcodes are')} flaky: judged again, the verdict changed.`]
      : []),
    ...(summary.incomplete ? ['The run is incomplete: some trials have not ended.'] : []),
    ...(summary.sandbox === 'process' ? ['It ran in the weak sandbox.'] : []),
  ]
  return lines.map((line) => `> ${line}`).join('\n>\n')
}

function groupTable({ summary }: RunResult): string {
  const hasLevels = summary.groups.every(({ variant }) => levelAndMode(variant) !== undefined)
  const rows = summary.groups.map((group) => [
    code(group.agent),
    levelAndMode(group.variant) ? shortVariant(group.variant).slice(1) : group.variant,
    `${scoreText(group)}${range(group.interval)}`,
    `${pointsText(group.points.passed)}/${pointsText(allPoints(group))}`,
    `${String(group.runnable.passed)}/${String(group.trials)}`,
    missionsOf(group),
  ])
  return table(
    [
      'agent',
      hasLevels ? 'level, mode' : 'variant',
      'score',
      'points',
      'projects that run',
      'missions with all points',
    ],
    rows,
  )
}

function missionsOf({ missions }: Group): string {
  const whole = missions.filter(
    ({ points, unjudged }) => unjudged === 0 && points.total > 0 && points.passed === points.total,
  )
  return `${String(whole.length)}/${String(missions.length)}`
}

/** Empty if every mission has one suite. */
function suiteTable({ summary: { groups } }: RunResult): string {
  const rows = groups.flatMap(({ agent, variant, missions }) =>
    missions.flatMap(({ id: mission, suites = [] }) =>
      suites.map(({ id, weight, points, unjudged }) => {
        const total = points.total + unjudged
        const score = percent(total === 0 ? null : points.passed / total)
        return [
          ...[code(agent), code(variant), code(mission), code(id), pointsText(weight)],
          `${pointsText(points.passed)}/${pointsText(total)}`,
          unjudged > 0 ? `at least ${score}` : score,
        ]
      }),
    ),
  )
  return rows.length === 0 ? '' : table(['agent', 'variant', 'mission', 'suite', 'weight', 'points', 'score'], rows)
}

/** Measures of the run; empty without scorers over runs. Measures of trials are in the other formats. */
function measureTable({ measures = [], summary }: RunResult): string {
  // Of several agents, a measure that each has would mix them; the report has them one by one.
  const each = new Set((summary.measured ?? []).flatMap(({ name, agent }) => (agent === undefined ? [] : [name])))
  const rows = measures
    .filter(({ trial, name }) => trial === undefined && (summary.groups.length === 1 || !each.has(name)))
    .map(({ name, value, unit = '', better = '', reason = '' }) =>
      value === null
        ? [code(name), `not measured: ${code(reason)}`, '']
        : [code(name), `${String(Number(value.toPrecision(6)))} ${code(unitOf(value, unit))}`.trim(), better],
    )
  return rows.length === 0 ? '' : table(['measure', 'value', 'better'], rows)
}

/** Most failures that are listed; the report has all of them. */
const LISTED = 25

function failures({ trials, run }: RunResult): string {
  const all = trials.flatMap((trial) =>
    verdictsOf(trial)
      .filter(({ status }) => status !== 'passed' && status !== 'excluded')
      .map((verdict) => ({ trial, verdict })),
  )
  if (all.length === 0) return 'Nothing failed.'
  const several = run.settings.agents.length * run.settings.variants.length * run.settings.samples > 1
  const rows = all.slice(0, LISTED).map(({ trial, verdict }) => failureRow(trial, verdict, several))
  const more = all.length - rows.length
  return [
    `<details><summary>${pluralise(all.length, trials.every(isCounted) ? 'point' : 'verdict')} not passed</summary>\n`,
    table(['mission', 'testcode', 'status', 'reason'], rows),
    ...(more > 0 ? [`\n… and ${String(more)} more`] : []),
    '\n</details>',
  ].join('\n')
}

function failureRow({ trial }: TrialRecord, verdict: Verdict, several: boolean): string[] {
  const { testcode, status, reason = '' } = verdict
  const which = several ? ` ${code(`${trial.agent} ${shortVariant(trial.variant)} #${String(trial.sample)}`)}` : ''
  return [`${code(trial.mission)}${which}`, code(testcode), `${status}${verdictNote(verdict)}`, code(reason)]
}

function origin({ run, summary }: RunResult): string {
  return `Run ${code(run.runId)}, pe ${code(run.host.pe)}, ${summary.seconds.toFixed(0)} s`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const LONGEST_CODE = 160

/**
 * Formats untrusted text as code, so that `@` notifies nobody, nothing is linked and nothing is markup. The fence has more
 * backticks than any row of them in the text. A bar would end a table's cell even there, and readers of Markdown disagree on
 * how to escape it.
 */
export function code(text: string): string {
  const line = shortenText(printable(text.replaceAll(/\s+/g, ' ')).trim(), LONGEST_CODE).replaceAll('|', '¦')
  if (line === '') return ''
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}
