import { digestOfMissions } from '../../lib/files/digest.ts'
import type { RunRecord } from '../../contracts/schema.ts'
import { excludedTestcodes } from '../../lib/statistics/excluded.ts'
import { unjudgedText, unscoredTexts } from '../percent.ts'
import { resumeCommand } from '../reports-folder.ts'
import type { RunInfo, Warning } from './data.ts'
import type { ReportedRun } from './groups.ts'
import { reasonLine } from './reason.ts'
import { boundText } from './visible.ts'

/** Facts about a run that only its trials contain. */
export interface FoundInTrials {
  readonly models: Map<string, { readonly asked: string; readonly answered: string }>
  readonly embedders: Set<string>
  flaky: number
}

/** @param goesOn Whether the run goes on: then it is not one to continue, and where its time goes is not known yet. */
export function runInfo({ folder, run, summary }: ReportedRun, found: FoundInTrials, goesOn: boolean): RunInfo {
  const { runId, startedAt, settings, host, benchmark } = run
  return {
    runId,
    startedAt,
    settings,
    host,
    benchmark: { name: benchmark.name, source: benchmark.source, version: benchmark.version },
    missions: benchmark.missions.map(({ id, digest }) => ({ id, digest })),
    suite: digestOfMissions(benchmark.missions),
    seconds: summary.seconds,
    ...(summary.concurrency === undefined || goesOn ? {} : { concurrency: summary.concurrency }),
    ...(summary.ledger === undefined || goesOn ? {} : { ledger: summary.ledger.run }),
    incomplete: summary.incomplete,
    warnings: warningsOf(run, summary, folder, found).filter(({ kind }) => !(goesOn && kind === 'incomplete')),
    models: [...found.models.values()],
    configurations: Object.entries(run.agents ?? {}).map(([agent, settings]) => ({
      agent,
      settings: Object.entries(settings).map(([name, value]) => [name, textOf(value)]),
    })),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Reasons that a warning names; the list of testcodes has all of them. */
const REASONS = 3

function reasonsText({ excluded = [] }: ReportedRun['summary']): string {
  if (excluded.length === 0) return ''
  const named = excluded
    .slice(0, REASONS)
    .map(
      ({ mission, reason, testcodes }) =>
        `${String(testcodes)} of ${mission}: ${boundText(reasonLine(reason)).slice(0, 160)}`,
    )
  const more = excluded.length - named.length
  return ` (${[...named, ...(more > 0 ? [number(more, 'more reason', 'more reasons')] : [])].join('; ')})`
}

/** Warnings that a reader needs before trusting the numbers. */
function warningsOf(run: RunRecord, summary: ReportedRun['summary'], folder: string, found: FoundInTrials): Warning[] {
  const { sandbox, installNetwork } = run.settings
  const unjudged = unjudgedText(summary)
  const lexical = [...found.embedders].filter((embedder) => embedder.includes('lexical'))
  const warnings: (Warning | false)[] = [
    sandbox === 'process' && {
      kind: 'sandbox',
      text:
        'The projects ran in the weak sandbox "process": they could read and write what the user can, and reach the ' +
        'network. Use these verdicts only for projects that you trust.',
    },
    summary.incomplete && {
      kind: 'incomplete',
      text: `Not all trials have ended${pendingText(summary)}; continue with: npx ${resumeCommand(folder, run.queue)}`,
    },
    unjudged !== undefined && {
      kind: 'unjudged',
      text: `${unjudged}, through no fault of the project: each verdict says why. They count as not passed. With all of them judged, the score would lie between ${boundsText(summary)}.`,
    },
    summary.testcodes.excluded > 0 && {
      kind: 'excluded',
      text: `${number(excludedTestcodes(summary), 'testcode is', 'testcodes are')} excluded, through no fault of the project: in no denominator${reasonsText(summary)}.`,
    },
    ...unscoredTexts(summary).map((text) => ({ kind: 'unscored' as const, text: `${text}.` })),
    found.flaky > 0 && {
      kind: 'flaky',
      text: `${number(found.flaky, 'verdict', 'verdicts')} changed when the same project was judged again; the first one counts.`,
    },
    lexical.length > 0 && {
      kind: 'embedder',
      text: `Checklists were compared by their words alone (${lexical.join(', ')}): such scores are not those of a sentence model, and are not comparable with them.`,
    },
    installNetwork === 'registry' &&
      sandbox === 'process' && {
        kind: 'install-network',
        text: 'Packages were installed without a proxy that keeps them to the registries.',
      },
  ]
  return warnings.filter((warning) => warning !== false)
}

function number(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

function boundsText({ bounds }: ReportedRun['summary']): string {
  const [low, high] = bounds ?? [0, 1]
  return `${(low * 100).toFixed(1)}% and ${(high * 100).toFixed(1)}%`
}

/** Empty in older runs. */
function pendingText({ pending }: ReportedRun['summary']): string {
  return pending === undefined ? '' : `: ${number(pending.trials, 'is', 'are')} pending, and counted as not passed`
}
