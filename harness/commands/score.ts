import { variantText } from '../contracts/variants.ts'
import { defineCommand } from './flags/command.ts'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Argv } from 'yargs'
import { benchmarkOf, selectMissions } from '../benchmarks/index.ts'
import { SETTINGS } from '../contracts/vocabulary.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { NamedScore, RunRecord, Score, Setting, TrialKey, TrialRecord } from '../contracts/schema.ts'
import { UsageError } from '../errors.ts'
import { unlessAborted } from '../lib/async/deadline.ts'
import { formatTable } from '../reporters/table.ts'
import { scoreTrial } from '../run/scoring.ts'
import type { EmbedderChoice, Paper } from '../contracts/paper.ts'
import { ScorerPool } from '../scorers/pool.ts'
import { totalsOf, type Totals } from '../scorers/totals.ts'
import { readTrials } from '../store/read.ts'
import { RunStore } from '../store/store.ts'
import { JSON_OUTPUT, OUT } from './flags/common.ts'
import { EMBEDDER, EMBEDDING_MODEL, OFFLINE, embedderChoice } from './flags/embedder.ts'
import { oneOf, type Flags } from './flags/values.ts'
import { onInterrupt } from './interrupt.ts'
import { resolveRun } from '../store/resolve.ts'
import { scoreAnswers } from './score-answers.ts'
import { pendingLines, reasonLines } from './score-reasons.ts'
import { complain, print } from './print.ts'

function scoreFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', describe: 'a run id or folder; the newest by default' })
    .option('answers', { type: 'string', describe: 'a published answer file instead of a run', requiresArg: true })
    .option('benchmark', { type: 'string', describe: 'of the answer file: projecteval:DIR', requiresArg: true })
    .option('setting', {
      type: 'string',
      describe: 'paper (as published, mistakes included) or strict',
      default: 'strict',
      requiresArg: true,
    })
    .option('out', OUT)
    .option('embedder', EMBEDDER)
    .option('embedding-model', EMBEDDING_MODEL)
    .option('offline', OFFLINE)
    .option('json', JSON_OUTPUT)
    .example('$0 score', 'the newest run')
    .example('$0 score --answers FILE --benchmark projecteval:DIR', 'published answers (--setting paper: as published)')
}

function scoreOptions(args: Flags<typeof scoreFlags>): ScoreOptions {
  const { run, answers, benchmark, out, json } = args
  const setting = oneOf('--setting', args.setting, SETTINGS)
  return { run, answers, benchmark, out, json, setting, embedder: embedderChoice(args) }
}

export interface ScoreOptions {
  readonly run: string | undefined
  readonly answers: string | undefined
  readonly benchmark: string | undefined
  readonly setting: Setting
  readonly embedder: EmbedderChoice
  readonly out: string
  readonly json: boolean
}

export const command = defineCommand({ flags: scoreFlags, options: scoreOptions, handler: scoreCommand })

/** `pe score`: how similar projects are to the canonical solutions, for a run or for published answers. */
export async function scoreCommand(options: ScoreOptions, papers: readonly Paper[]): Promise<ExitCode> {
  using interrupt = onInterrupt()
  await using pool = new ScorerPool({ processes: availableParallelism(), embedder: options.embedder })
  const result = await unlessAborted(compute(options, pool, papers), interrupt.signal)
  if (options.json) process.stdout.write(`${JSON.stringify(result.json, null, 2)}\n`)
  else print(result.text)
  return EXIT.done
}

interface Printed {
  readonly json: unknown
  readonly text: string
}

async function compute(options: ScoreOptions, pool: ScorerPool, papers: readonly Paper[]): Promise<Printed> {
  const { run, answers, benchmark, setting } = options
  if (answers === undefined) {
    if (benchmark !== undefined) throw new UsageError('--benchmark goes with --answers: a run knows its own')
    return scoreRun(await resolveRun(run, options.out), options, pool, papers)
  }
  if (run !== undefined) throw new UsageError('name a run, or a file with --answers; not both')
  if (benchmark === undefined) throw new UsageError('--answers needs the missions, with --benchmark projecteval:DIR')
  const { missions, warnings } = await scoreAnswers({ file: answers, benchmark, setting }, pool, papers)
  for (const warning of warnings) complain(warning)
  const totals = totalsOf([...missions.values()], setting)
  return {
    json: {
      setting,
      ...totals,
      missions: Object.fromEntries([...missions].map(([id, scores]) => [id, byName(scores)])),
    },
    text: asText(rowsOf(path.basename(answers), totals, setting), reasonLines([...missions.values()].flat())),
  }
}

async function scoreRun(
  folder: string,
  { setting }: ScoreOptions,
  pool: ScorerPool,
  papers: readonly Paper[],
): Promise<Printed> {
  await using store = await RunStore.resume(folder)
  const { record } = store
  const benchmark = await benchmarkOf(record.benchmark, papers)
  const missions = new Map((await selectMissions(benchmark, record.settings.missions)).map((each) => [each.id, each]))
  const trials = await scorable(store, await readTrials(folder, record))
  const scored = await Promise.all(
    trials.map(async (trial) => {
      const mission = missions.get(trial.mission)
      if (!mission) throw new TypeError(`mission "${trial.mission}" was not selected`)
      const { scores } = await scoreTrial(store.trial(trial), mission, { benchmark, pool })
      return { trial, scores: scores.filter((each) => each.setting === setting) }
    }),
  )
  const groups = groupsOf(record).map((group) => {
    const own = scored.filter(({ trial }) => groupKey(trial) === groupKey(group))
    return {
      ...group,
      ...totalsOf(
        own.map(({ scores }) => scores),
        setting,
      ),
    }
  })
  return {
    json: {
      ...{ run: record.runId, setting, groups },
      trials: Object.fromEntries(scored.map(({ trial, scores }) => [trial.id, byName(scores)])),
    },
    text: asText(
      groups.flatMap((group) => rowsOf(groupKey(group), group, setting)),
      [...reasonLines(scored.flatMap(({ scores }) => scores)), ...pendingLines(record.trials.length - trials.length)],
    ),
  }
}

/** The trials that have ended, and those whose agent is finished although nobody has judged them (`--no-judge`). */
async function scorable(store: RunStore, ended: readonly TrialRecord[]): Promise<TrialKey[]> {
  const ids = new Set(ended.map(({ trial }) => trial.id))
  const found: TrialKey[] = []
  for (const key of store.record.trials) {
    const trial = store.trial(key)
    if (ids.has(key.id) || (trial.hasProject && (await trial.readAnswers()) !== undefined)) found.push(key)
  }
  return found
}

type Group = Pick<RunRecord['trials'][number], 'agent' | 'variant'>

function groupsOf({ trials }: RunRecord): Group[] {
  const groups = new Map(trials.map(({ agent, variant }) => [groupKey({ agent, variant }), { agent, variant }]))
  return [...groups.values()]
}

function groupKey({ agent, variant }: Group): string {
  return `${agent} ${variantText(variant)}`
}

function byName(scores: readonly NamedScore[]): Readonly<Record<string, Score>> {
  return Object.fromEntries(scores.map(({ name, score }) => [name, score]))
}

const HEAD = ['of', 'score', 'setting', 'average', 'sum', 'scored', 'embedder']
const NUMBERS = [3, 4, 5]

function asText(rows: readonly (readonly string[])[], notes: readonly string[]): string {
  return [formatTable([HEAD, ...rows], NUMBERS), ...(notes.length === 0 ? [] : ['', ...notes])].join('\n')
}

function rowsOf(of: string, { sums, averages, scored, of: all, embedder }: Totals, setting: Setting): string[][] {
  return Object.keys(sums)
    .filter((name) => !isReplaced(name, all))
    .map((name) => [
      ...[
        of,
        name,
        setting,
        digits(averages[name], 4),
        digits(sums[name], 6),
        `${scored[name] ?? 0}/${all[name] ?? 0}`,
      ],
      name.endsWith('checklist') ? (embedder ?? '') : '',
    ])
}

/** Whether a similarity by meaning has no values because it was computed lexically. The lexical one has its own row. */
function isReplaced(name: string, all: Readonly<Record<string, number>>): boolean {
  return (all[name] ?? 0) === 0 && (all[`lexical-${name}`] ?? 0) > 0
}

function digits(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined ? '–' : value.toFixed(decimals)
}
