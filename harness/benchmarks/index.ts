import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../errors.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import type { BenchmarkEntry, Paper } from '../contracts/paper.ts'
import type { Benchmark, Mission } from '../contracts/types.ts'
import { isFolder, isModuleFile } from '../lib/files/own-file.ts'
import { builtInFolders, judgeBenchmark } from './judge/benchmark.ts'
import { isProblem } from './judge/problem.ts'
import { nativeBenchmark } from './native/benchmark.ts'
import { ownBenchmark } from './own.ts'
import { otherNames } from '../lib/wording/nearest.ts'

/** The benchmarks of the harness's own kinds of missions. */
const builtIn: Readonly<Record<string, BenchmarkEntry>> = {
  native: { open: builtInBenchmark },
  missions: { argument: 'DIR', open: missionsBenchmark },
  judge: { open: judgeBenchmark },
}

/** All benchmarks by name, those of papers too. */
function entriesOf(papers: readonly Paper[]): ReadonlyMap<string, BenchmarkEntry> {
  return new Map([builtIn, ...papers.map(({ benchmarks }) => benchmarks)].flatMap((each) => Object.entries(each)))
}

/**
 * Opens a benchmark by its name: `native`, `missions:DIR`, `projecteval:DIR`, or the path of a user's file.
 * @throws UsageError for an unknown name; the message lists the known ones
 */
export async function openBenchmark(spec: string, papers: readonly Paper[]): Promise<Benchmark> {
  const entries = entriesOf(papers)
  if (isModuleFile(spec)) {
    if (isFolder(spec)) throw new UsageError(folderText(spec, entries))
    return ownOf(spec, entries)
  }
  const [name = '', ...rest] = spec.split(':')
  const argument = rest.join(':')
  const entry = entries.get(name)
  if (!entry) {
    const all = `the benchmarks are ${benchmarkNames(papers).join(', ')}, or a file: ./FILE.ts`
    throw new UsageError(`there is no benchmark "${spec}"${otherNames(name, [...entries.keys()], all)}`)
  }
  if (entry.argument !== undefined && argument === '')
    throw new UsageError(`benchmark "${name}" needs an argument: ${name}:${entry.argument}`)
  if (entry.argument === undefined && argument !== '')
    throw new UsageError(`benchmark "${name}" takes no argument, but was given "${argument}"`)
  return entry.open(argument)
}

function folderText(folder: string, entries: ReadonlyMap<string, BenchmarkEntry>): string {
  const names = [...entries].flatMap(([name, { argument }]) => (argument === undefined ? [] : [name]))
  return `--benchmark ${folder} is a folder without the name of its benchmark: write NAME:${folder}, with one of ${names.join(', ')}`
}

/** @throws UsageError if a built-in benchmark has the same name: runs refer to their benchmark by name */
async function ownOf(spec: string, entries: ReadonlyMap<string, BenchmarkEntry>): Promise<Benchmark> {
  const own = await ownBenchmark(spec)
  if (entries.has(own.name))
    throw new UsageError(`${spec}: "${own.name}" is the name of a built-in benchmark; take another`)
  return own
}

/** The entry of a benchmark by `name` or `name:argument`; undefined for the file of a user. */
export function benchmarkEntry(spec: string, papers: readonly Paper[]): BenchmarkEntry | undefined {
  return entriesOf(papers).get(spec.split(':')[0] ?? '')
}

/** Names of the benchmarks with such a part. */
export function benchmarksWith(part: keyof BenchmarkEntry, papers: readonly Paper[]): string[] {
  return [...entriesOf(papers)].flatMap(([name, entry]) => (entry[part] === undefined ? [] : [name]))
}

/** The benchmark of a run, from its record. */
export function benchmarkOf(
  { name, source }: { readonly name: string; readonly source: string },
  papers: readonly Paper[],
): Promise<Benchmark> {
  const entry = entriesOf(papers).get(name)
  if (!entry) return ownBenchmark(source)
  return openBenchmark(entry.argument === undefined ? name : `${name}:${source}`, papers)
}

export function benchmarkNames(papers: readonly Paper[]): string[] {
  return [...entriesOf(papers)].map(([name, { argument }]) => (argument === undefined ? name : `${name}:${argument}`))
}

/** The built-in benchmark: the folders of the package, beside the compiled or the TypeScript sources. */
export function builtInBenchmark(): Benchmark {
  const { missions, canonical } = builtInFolders()
  return { ...nativeBenchmark(missions, canonical, needsMore), sets: SETS }
}

/**
 * Most machines have no display for missions with windows, and no compiler. They are run only if they are named, wherever their parts are
 * installed, so that a run has the same missions on each machine.
 */
function needsMore(missions: string, id: string): boolean {
  if (isProblem(missions, id)) return true
  return /^kind: desktop\s*$/m.test(readFileSync(path.join(missions, id, 'mission.yaml'), 'utf8'))
}

/**
 * Sets of the built-in missions. `tour`: the smallest of each kind that every machine can judge; one with windows would alone take longer than
 * the two minutes of `npm start`.
 */
const SETS = { tour: ['hello', 'text-adventure', 'histogram'] } as const

/** The user's own missions, in a folder with the layout of the built-in ones. */
function missionsBenchmark(argument: string): Benchmark {
  const source = path.resolve(argument)
  const missions = path.join(source, 'missions')
  if (!existsSync(missions)) throw new UsageError(`there is no folder ${missions}; pe new mission NAME makes one`)
  const old = path.join(source, 'missions-desktop')
  if (existsSync(old))
    throw new UsageError(`missions of all kinds are in one folder: move those of ${old} to ${missions}`)
  // A problem has no levels, which a run of other missions may ask for.
  return { ...nativeBenchmark(missions, path.join(source, 'canonical'), isProblem), name: 'missions', source }
}

/** The version of the harness, from its package. */
export function packageVersion(): string {
  const file = path.join(packageRoot(import.meta.dirname), 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** @throws UsageError if there are none: every check of all missions would pass without checking anything */
export function requireMissions(benchmark: Benchmark, missions: readonly unknown[]): void {
  if (missions.length === 0)
    throw new UsageError(`there are no missions in ${benchmark.source}; pe new mission NAME makes one`)
}

/** @throws UsageError for an id that does not exist; the message lists those that do */
export function requireKnown(ids: readonly string[], wanted: readonly string[], sets: readonly string[] = []): void {
  const unknown = wanted.find((id) => !ids.includes(id))
  if (unknown === undefined) return
  const setsText = sets.length === 0 ? '' : `, and the sets ${sets.join(', ')}`
  throw new UsageError(
    `there is no mission "${unknown}"${otherNames(unknown, [...ids, ...sets], `the missions are ${ids.join(', ')}${setsText}`)}`,
  )
}

/**
 * The named missions, in the benchmark's own order; all if none was named.
 * @throws UsageError for an id that does not exist; the message lists those that do
 */
export async function selectMissions(benchmark: Benchmark, wanted: readonly string[]): Promise<Mission[]> {
  const chosen = await selectIds(benchmark, wanted)
  return Promise.all(chosen.map((id) => benchmark.mission(id)))
}

/** The same, as far as they are known at once: nothing is calibrated. */
export async function outlineMissions(benchmark: Benchmark, wanted: readonly string[]): Promise<Mission[]> {
  const chosen = await selectIds(benchmark, wanted)
  return Promise.all(chosen.map((id) => benchmark.outline?.(id) ?? benchmark.mission(id)))
}

/** The same, without loading them. */
export async function selectIds(benchmark: Benchmark, names: readonly string[]): Promise<readonly string[]> {
  const ids = await benchmark.ids()
  if (names.length === 0) return ids
  const { sets = {} } = benchmark
  const wanted = names.flatMap((name) => (Object.hasOwn(sets, name) ? (sets[name] ?? []) : [name]))
  const all = [...ids, ...((await benchmark.namedOnly?.()) ?? [])]
  const leftOut = await benchmark.leftOut?.()
  for (const id of wanted) {
    const reason = leftOut?.get(id)
    if (reason !== undefined) throw new UsageError(`mission "${id}" cannot be used: ${reason}`)
  }
  requireKnown(all, wanted, Object.keys(sets))
  return all.filter((id) => wanted.includes(id))
}
