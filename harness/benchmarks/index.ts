import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../errors.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import type { Benchmark, BenchmarkAgent, Calibrate, Mission } from '../contracts/types.ts'
import { isFolder, isModuleFile } from '../lib/files/own-file.ts'
import { libraryBenchmark } from './codeprojecteval/benchmark.ts'
import { builtInFolders, judgeBenchmark } from './judge/benchmark.ts'
import { isProblem } from './judge/problem.ts'
import { nativeBenchmark } from './native/benchmark.ts'
import { ownBenchmark } from './own.ts'
import { answersAgent } from './projecteval/agent.ts'
import { projDevBenchmark } from './projdevbench/benchmark.ts'
import { projectEvalBenchmark } from './projecteval/benchmark.ts'
import { repoCraftBenchmark } from './repocraft/benchmark.ts'
import { otherNames } from '../lib/wording/nearest.ts'

interface BenchmarkEntry {
  /** Name of the argument for help texts, if the benchmark takes one. */
  readonly argument?: string
  readonly open: (argument: string) => Benchmark
  /** Agents that read published answers of the benchmark, by name. */
  readonly agents?: Readonly<Record<string, BenchmarkAgent>>
}

let calibrator: Calibrate | undefined

/**
 * Names what calibrates libraries. It runs tests in a sandbox, which no benchmark may import: the entry of the program
 * connects them.
 */
export function useCalibrator(chosen: Calibrate): void {
  calibrator = chosen
}

function chosenCalibrator(): Calibrate {
  if (!calibrator) throw new TypeError('nothing calibrates libraries: call useCalibrator first')
  return calibrator
}

const calibrate: Calibrate = Object.assign((...given: Parameters<Calibrate>) => chosenCalibrator()(...given), {
  known: async (...given: Parameters<Calibrate>) => chosenCalibrator().known?.(...given),
})

/** All benchmarks; a new one is one new file and one line here. */
const benchmarks = {
  native: { open: builtInBenchmark },
  missions: { argument: 'DIR', open: missionsBenchmark },
  projecteval: {
    argument: 'DIR',
    open: projectEvalBenchmark,
    agents: {
      answers: {
        about:
          'judges published answers of ProjectEval: NAME.json and the files beside it; of several, each is a sample',
        argument: 'FILE[:FILE…]',
        create: answersAgent,
      },
    },
  },
  projdevbench: { argument: 'DIR', open: projDevBenchmark },
  codeprojecteval: {
    argument: 'DIR',
    open: (source: string) => libraryBenchmark('codeprojecteval', source, calibrate),
  },
  devbench: { argument: 'DIR', open: (source: string) => libraryBenchmark('devbench', source, calibrate) },
  repocraft: { argument: 'DIR', open: repoCraftBenchmark },
  judge: { open: judgeBenchmark },
} as const satisfies Record<string, BenchmarkEntry>

/**
 * Opens a benchmark by its name: `native`, `missions:DIR`, `projecteval:DIR`, or the path of a user's file.
 * @throws UsageError for an unknown name; the message lists the known ones
 */
export async function openBenchmark(spec: string): Promise<Benchmark> {
  if (isModuleFile(spec)) {
    if (isFolder(spec)) throw new UsageError(folderText(spec))
    return ownOf(spec)
  }
  const [name = '', ...rest] = spec.split(':')
  const argument = rest.join(':')
  const entry: BenchmarkEntry | undefined = isBuiltIn(name) ? benchmarks[name] : undefined
  if (!entry)
    throw new UsageError(
      `there is no benchmark "${spec}"` +
        otherNames(
          name,
          Object.keys(benchmarks),
          `the benchmarks are ${benchmarkNames().join(', ')}, or a file: ./FILE.ts`,
        ),
    )
  if (entry.argument !== undefined && argument === '')
    throw new UsageError(`benchmark "${name}" needs an argument: ${name}:${entry.argument}`)
  if (entry.argument === undefined && argument !== '')
    throw new UsageError(`benchmark "${name}" takes no argument, but was given "${argument}"`)
  return entry.open(argument)
}

function folderText(folder: string): string {
  const names = Object.entries<BenchmarkEntry>(benchmarks).flatMap(([name, { argument }]) => (argument ? [name] : []))
  return `--benchmark ${folder} is a folder without the name of its benchmark: write codeprojecteval:${folder}, for example; the benchmarks in folders are ${names.join(', ')}`
}

/** @throws UsageError if a built-in benchmark has the same name: runs refer to their benchmark by name */
async function ownOf(spec: string): Promise<Benchmark> {
  const own = await ownBenchmark(spec)
  if (isBuiltIn(own.name))
    throw new UsageError(`${spec}: "${own.name}" is the name of a built-in benchmark; take another`)
  return own
}

function takesArgument(name: keyof typeof benchmarks): boolean {
  const entry: BenchmarkEntry = benchmarks[name]
  return entry.argument !== undefined
}

function isBuiltIn(name: string): name is keyof typeof benchmarks {
  return Object.hasOwn(benchmarks, name)
}

/** The agents that come with benchmarks, by name. */
export const benchmarkAgents: Readonly<Record<string, BenchmarkAgent>> = Object.fromEntries(
  Object.values<BenchmarkEntry>(benchmarks).flatMap(({ agents = {} }) => Object.entries(agents)),
)

/** The agents that come with one benchmark. */
export function agentsOfBenchmark(spec: string): Readonly<Record<string, BenchmarkAgent>> {
  const name = spec.split(':')[0] ?? ''
  const entry: BenchmarkEntry | undefined = isBuiltIn(name) ? benchmarks[name] : undefined
  return entry?.agents ?? {}
}

/** The benchmark of a run, from its record. */
export function benchmarkOf({ name, source }: { readonly name: string; readonly source: string }): Promise<Benchmark> {
  if (!isBuiltIn(name)) return ownBenchmark(source)
  return openBenchmark(takesArgument(name) ? `${name}:${source}` : name)
}

export function benchmarkNames(): string[] {
  return Object.entries<BenchmarkEntry>(benchmarks).map(([name, { argument }]) =>
    argument === undefined ? name : `${name}:${argument}`,
  )
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
  return { ...nativeBenchmark(missions, path.join(source, 'canonical')), name: 'missions', source }
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
