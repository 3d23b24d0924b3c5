import type { BenchmarkEntry, Paper } from '../contracts/paper.ts'
import { shortVariant } from '../contracts/variants.ts'
import { defineCommand } from './flags/command.ts'
import path from 'node:path'
import type { Argv } from 'yargs'
import { agents, agentsOf, withArgument } from '../agents/index.ts'
import { benchmarkEntry, openBenchmark, outlineMissions, selectIds } from '../benchmarks/index.ts'
import { countedSuites, countedTestcodes, isWhole } from '../contracts/suites.ts'
import type { Benchmark, Mission } from '../contracts/types.ts'
import type { MissionKind } from '../contracts/vocabulary.ts'
import { pointsText } from '../contracts/points.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { loadConfig } from '../lib/models/config.ts'
import { presets } from '../lib/models/presets.ts'
import { formatTable } from '../reporters/table.ts'
import { listRuns } from '../store/read.ts'
import { BENCHMARK, benchmarkFlags, benchmarkSpec } from './flags/benchmark.ts'
import { JSON_OUTPUT, OUT } from './flags/common.ts'
import { listedRun } from './runs.ts'
import { complain, print } from './print.ts'

function listFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('what', { choices: ['missions', 'variants', 'agents', 'runs'] as const, default: 'missions' as const })
    .option('out', OUT)
    .option('json', JSON_OUTPUT)
    .example('$0 list runs', 'what has been run, newest first')
}

export interface ListOptions {
  readonly what: 'missions' | 'variants' | 'agents' | 'runs'
  readonly benchmark: string
  readonly out: string
  readonly json: boolean
}

/** One line of a listing: column → value. */
type Row = Readonly<Record<string, string | number | null>>

export const command = defineCommand({
  flags: listFlags,
  options: (args) => ({ what: args.what, out: args.out, json: args.json, benchmark: benchmarkSpec(args) }),
  handler: listCommand,
})

/** `pe list`: a table, or with `--json` an array of objects. */
export async function listCommand(
  { what, benchmark, out, json }: ListOptions,
  papers: readonly Paper[],
): Promise<ExitCode> {
  const rows = await {
    missions: () => missionRows(benchmark, papers),
    variants: () => variantRows(benchmark, papers),
    agents: () => agentRows(benchmark, papers),
    runs: () => runRows(out, json),
  }[what]()
  if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  else print(asText(rows, what, process.stdout.isTTY ? process.stdout.columns : Infinity))
  return EXIT.done
}

async function variantRows(benchmark: string, papers: readonly Paper[]): Promise<Row[]> {
  return (await openBenchmark(benchmark, papers)).variants.map(({ id, title }) => ({ id, title }))
}

async function missionRows(benchmark: string, papers: readonly Paper[]): Promise<Row[]> {
  const opened = await openBenchmark(benchmark, papers)
  for (const [name, reason] of (await opened.leftOut?.()) ?? []) complain(`${name}: it is left out: ${reason}`)
  const named = (await opened.namedOnly?.()) ?? []
  const ids = await selectIds(opened, [...(await opened.ids()), ...named])
  const missions = await Promise.all(ids.map((id) => (opened.listed ? opened.listed(id) : opened.mission(id))))
  const anyExcluded = missions.some((mission) => !isWhole(mission) || excludedIn(mission) > 0)
  const several = missions.some((mission) => isWhole(mission) && countedSuites(mission).length > 1)
  return missions.map((mission) => ({
    id: mission.id,
    title: mission.title,
    kind: mission.kind,
    stack: mission.stack ?? 'free',
    // Nobody knows before the tests have run on the reference, which takes minutes.
    testcodes: isWhole(mission) ? countedTestcodes(mission).length : null,
    ...(anyExcluded ? { excluded: isWhole(mission) ? excludedIn(mission) : null } : {}),
    ...(several ? { suites: isWhole(mission) ? suitesText(mission) : '' } : {}),
    ...(named.length > 0 ? { run: named.includes(mission.id) ? NAMED_ONLY : 'by default' } : {}),
    ...(opened.sets ? { sets: setsWith(mission.id, opened.sets) } : {}),
  }))
}

const NAMED_ONLY = 'if --missions names it'

/** Names of the sets with the mission. */
function setsWith(id: string, sets: NonNullable<Benchmark['sets']>): string {
  return Object.keys(sets)
    .filter((name) => sets[name]?.includes(id) === true)
    .join(', ')
}

/** How many of its testcodes are in no score. */
function excludedIn({ withheld = {}, ...mission }: Mission): number {
  return countedTestcodes(mission).filter(({ id }) => withheld[id]?.status === 'excluded').length
}

/** `cases × 0.8, style × 0.2`; nothing if a mission has one suite. */
function suitesText(mission: Mission): string {
  const suites = countedSuites(mission)
  if (suites.length === 1) return ''
  return suites.map(({ id, weight }) => `${id} × ${pointsText(weight)}`).join(', ')
}

/** The agents that read published answers of these benchmarks. */
function benchmarkAgents(entries: readonly (BenchmarkEntry | undefined)[]): Readonly<Record<string, ListedAgent>> {
  return Object.fromEntries(entries.flatMap((entry) => Object.entries(entry?.agents ?? {})))
}

/** @param spec With another benchmark than the default, agents are left out that cannot work on any of its missions */
async function agentRows(spec: string, papers: readonly Paper[]): Promise<Row[]> {
  const kinds = spec === BENCHMARK.default ? undefined : await kindsIn(spec, papers)
  const { models, commands } = await loadConfig(process.cwd())
  const answers = benchmarkAgents(
    kinds ? [benchmarkEntry(spec, papers)] : papers.flatMap(({ benchmarks }) => Object.values(benchmarks)),
  )
  const methods = agentsOf(papers.map((paper) => ({ ...paper, benchmarks: {} })))
  const all = Object.entries<ListedAgent>({ ...agents, ...methods, ...answers })
  const entries = all.filter(([, entry]) => !kinds || !entry.kinds || entry.kinds.some((kind) => kinds.has(kind)))
  return [
    ...entries.map(([name, { about, argument, kinds: own }]) => ({
      name: withArgument(name, argument),
      missions: own?.join(', ') ?? (Object.hasOwn(answers, name) ? 'of its benchmark' : ANY),
      about,
    })),
    ...Object.entries(presets).map(([name, { model, price }]) => ({
      name,
      missions: ANY,
      about: `${model} of OpenAI, ${price.input} US dollars per million tokens in, ${price.output} out (${price.asOf})`,
    })),
    ...[...models].map(([name, { model }]) => ({ name, missions: ANY, about: `${model}, of pe.config.ts` })),
    ...[...commands.keys()].map((name) => ({ name, missions: ANY, about: 'a tool of pe.config.ts' })),
    { name: './FILE.ts', missions: ANY, about: 'an agent of your own; pe new agent NAME begins one' },
  ]
}

const ANY = 'any'

interface ListedAgent {
  readonly about: string
  readonly argument?: string
  readonly kinds?: readonly MissionKind[]
}

/** The kinds of the missions of a benchmark. */
async function kindsIn(spec: string, papers: readonly Paper[]): Promise<ReadonlySet<MissionKind>> {
  const benchmark = await openBenchmark(spec, papers)
  return new Set((await outlineMissions(benchmark, [])).map(({ kind }) => kind))
}

async function runRows(out: string, json: boolean): Promise<Row[]> {
  return Promise.all((await listRuns(path.resolve(out))).map((folder) => runRow(folder, json)))
}

async function runRow(folder: string, json: boolean): Promise<Row> {
  const { run, score, shown, state } = await listedRun(folder)
  return {
    run: run?.runId ?? path.basename(folder),
    agents: run?.settings.agents.join(', ') ?? '',
    variants: run?.settings.variants.map(shortVariant).join(', ') ?? '',
    trials: run?.trials.length ?? 0,
    score: json ? score : shown,
    state,
  }
}

/** The column whose cells are wrapped on a narrow terminal. */
const WRAPPED = { missions: 'title', variants: 'title', agents: 'about', runs: 'agents' } as const

/** A terminal of 80 columns has no room for all that `--json` has. */
function asText(rows: readonly Row[], what: ListOptions['what'], width: number): string {
  const shown = what === 'missions' ? rows.map(missionText) : what === 'agents' ? rows.map(agentText) : rows
  const [first] = shown
  if (!first) return `There are no ${what}.`
  const columns = Object.keys(first)
  const cells = shown.map((row) => columns.map((column) => cellText(row[column], column)))
  const named = rows.filter(({ run }) => run === NAMED_ONLY).map(({ id }) => String(id))
  return [
    formatTable(wrapped([columns, ...cells], columns.indexOf(WRAPPED[what]), width)),
    ...(named.length === 0 ? [] : [`Not part of a run unless --missions names them: ${named.join(', ')}.`]),
    ...(what === 'missions' ? ['pe show MISSION shows a mission; --json has more about each.'] : []),
  ].join('\n\n')
}

/** The stack, the suites and when it runs are in `--json`. */
function missionText({ stack: _stack, suites: _suites, run: _run, ...shown }: Row): Row {
  return shown
}

function agentText({ name, missions, about }: Row): Row {
  return { name: name ?? '', about: missions === ANY ? String(about) : `${String(about)} (${String(missions)})` }
}

/** The least width of a wrapped column. */
const NARROWEST = 16

/** The rows with one column wrapped at spaces, so that a line has at most `width` characters. */
function wrapped(rows: readonly (readonly string[])[], column: number, width: number): readonly (readonly string[])[] {
  const widest = (at: number) => rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0)
  const others = (rows[0] ?? []).reduce((sum, _, at) => (at === column ? sum : sum + widest(at) + GAP), 0)
  const room = Math.max(NARROWEST, width - others)
  return rows.flatMap((row) =>
    wrappedText(row[column] ?? '', room).map((line, index) =>
      row.map((cell, at) => (at === column ? line : index === 0 ? cell : '')),
    ),
  )
}

/** Between two columns of a table. */
const GAP = 2

function wrappedText(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A dash for what is not known. */
function cellText(value: string | number | null | undefined, column: string): string {
  if (value === null && column === 'testcodes') return 'not calibrated yet'
  return value === null || value === undefined ? '–' : String(value)
}
