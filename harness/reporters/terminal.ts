import type { Group, PoolUse, Summary, TrialKey, TrialRecord } from '../schema.ts'
import type { Reporter, RunEvent } from '../types.ts'
import type { ReporterSetup } from './setup.ts'
import { printable } from './printable.ts'
import { formatTable, paint, percent, type Terminal } from './table.ts'

/** Progress on stderr: a line that is rewritten on a terminal, a line for each trial otherwise. The table on stdout. */
export function terminalReporter(setup: ReporterSetup): Reporter {
  const progress = new Progress(setup.stderr)
  return {
    name: 'terminal',
    on(event) {
      progress.on(event)
      if (event.type !== 'run-end') return
      if (!setup.json) setup.stdout.write(`${resultText(event.summary, setup.stdout)}\n`)
    },
  }
}

/** Counts what is going on and says so. */
class Progress {
  readonly #stream: ReporterSetup['stderr']
  readonly #running = new Map<string, string>()
  #total = 0
  #ended = 0
  #passed = 0
  #judged = 0

  constructor(stream: ReporterSetup['stderr']) {
    this.#stream = stream
  }

  on(event: RunEvent): void {
    this.#count(event)
    if (event.type === 'run-begin' && event.run.settings.sandbox === 'process') this.#line(WEAK_SANDBOX)
    if (event.type === 'trial-end') this.#line(trialLine(event.trial, event.record, this.#stream))
    if (event.type === 'run-end') this.#erase()
    else this.#redraw()
  }

  #count(event: RunEvent): void {
    if (event.type === 'run-begin') this.#total = event.pending
    if (event.type === 'trial-begin') this.#running.set(event.trial.id, 'begin')
    if (event.type === 'stage') this.#running.set(event.trial.id, event.stage)
    if (event.type === 'verdict') {
      this.#judged += 1
      if (event.verdict.status === 'passed') this.#passed += 1
    }
    if (event.type === 'trial-end' || event.type === 'trial-pending') {
      this.#ended += 1
      this.#running.delete(event.trial.id)
    }
  }

  #line(text: string): void {
    this.#erase()
    this.#stream.write(`${text}\n`)
  }

  #erase(): void {
    if (this.#stream.isTTY === true) this.#stream.write('\r\u001b[2K')
  }

  #redraw(): void {
    if (this.#stream.isTTY !== true) return
    const stages = [...this.#running].map(([id, stage]) => `${id.split('.')[0] ?? id} (${stage})`).join(', ')
    const text = `${String(this.#ended)}/${String(this.#total)} trials, ${String(this.#passed)}/${String(this.#judged)} passed  ${stages}`
    this.#erase()
    this.#stream.write(printable(text).slice(0, (this.#stream.columns ?? 80) - 1))
  }
}

const WEAK_SANDBOX =
  'warning: the "process" sandbox does not keep produced code from this machine; run only projects that you trust'

function trialLine(key: TrialKey, record: TrialRecord, stream: Terminal): string {
  const all = [record.runnable, ...record.verdicts]
  const passed = all.filter(({ status }) => status === 'passed').length
  const mark = passed === all.length ? paint(stream, 'green', '✓') : paint(stream, 'red', '✗')
  const points = `${String(passed)}/${String(all.length)}`
  const why = record.reason === undefined ? '' : `  ${record.outcome}: ${record.reason.split('\n')[0] ?? ''}`
  const text = `${key.mission}  ${key.agent} L${String(key.level)} ${key.mode} #${String(key.sample)}  ${points}  ${record.seconds.toFixed(1)} s${why}`
  return `${mark} ${printable(text)}`
}

function resultText(summary: Summary, stream: Terminal): string {
  const tables = summary.groups.map((group) => groupTable(group))
  const { points, testcodes } = summary
  const unjudged = testcodes.unjudged + testcodes.excluded
  const lines = [
    ...tables,
    `${paint(stream, 'bold', `Score ${percent(summary.score)}`)}  ${String(points.passed)} of ${String(points.total)} points in ${summary.seconds.toFixed(1)} s` +
      (unjudged > 0
        ? `  (${String(testcodes.unjudged)} unjudged, ${String(testcodes.excluded)} excluded: not in the points)`
        : ''),
    ...(summary.use === undefined ? [] : [useText(summary.use)]),
    ...(summary.incomplete ? [`Incomplete: go on with pe run --resume ${printable(summary.runId)}`] : []),
    `Report ${printable(summary.report)}`,
  ]
  return lines.join('\n\n')
}

/** What models were used: what is unknown is said to be. */
function useText({ calls, reused, tokens, cost, paid }: PoolUse): string {
  const counted = tokens === null ? 'tokens unknown' : `${number(tokens.input)} tokens in, ${number(tokens.output)} out`
  const dollars =
    cost === null || paid === null
      ? 'cost unknown'
      : `${cost.toFixed(4)} US dollars, ${paid.toFixed(4)} of them paid by this run`
  return `Models  ${number(calls)} answers, ${number(reused)} of them from before; ${counted}; ${dollars}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function groupTable(group: Group): string {
  const head = [
    `${printable(group.agent)}, level ${String(group.level)}, ${group.mode}`,
    'points',
    'score',
    'seconds',
    'outcome',
  ]
  const rows = group.missions.map(({ id, points, seconds, outcome }) => [
    printable(id),
    `${String(points.passed)}/${String(points.total)}`,
    percent(points.total === 0 ? null : points.passed / points.total),
    seconds.toFixed(1),
    outcome,
  ])
  return formatTable([head, ...rows], [1, 2, 3])
}
