/** The suite of our own: its solutions pass, and each written fault gets the verdict that it deserves. */
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  builtInFolders,
  judgeBenchmark,
  languagesOf,
  planOf,
  solutionOf,
} from '../../../harness/benchmarks/judge/benchmark.ts'
import {
  readFaults,
  readProblem,
  type FaultVerdict,
  type JudgeFault,
  type Problem,
} from '../../../harness/benchmarks/judge/problem.ts'
import type { ProjectFile } from '../../../harness/contracts/types.ts'
import type { Proof } from '../parts.ts'
import { isPassed, judgeSuite, type JudgedPoint } from './judging.ts'

export interface Subject {
  readonly name: string
  readonly problem: Problem
  readonly solution: string
  /** Undefined: the solution as it is, which passes. */
  readonly fault?: JudgeFault
}

/** @param names Parts of the names of subjects; all subjects by default */
export async function provenSuite(names: readonly string[]): Promise<Proof> {
  const all = await subjects()
  const chosen = all.filter(({ name }) => names.length === 0 || names.some((each) => name.includes(each)))
  const problems: string[] = []
  for (const subject of chosen) {
    const problem = await problemOf(subject)
    if (problem !== undefined) problems.push(`${subject.name}: ${problem}`)
  }
  if (chosen.length === 0) problems.push(`there is no subject ${names.join(', ')}`)
  const faults = chosen.filter(({ fault }) => fault).length
  const counts = `${String(chosen.length - faults)} solutions and ${String(faults)} faults`
  return { figures: [`${counts}: ${String(problems.length)} without the verdict that they deserve`], problems }
}

/** All solutions, and all faults of them. */
export async function subjects(): Promise<Subject[]> {
  const ids = await judgeBenchmark().ids()
  const all = await Promise.all(
    ids.map(async (id): Promise<Subject[]> => {
      const problem = await readProblem(builtInFolders(), id)
      const faults = readFaults(problem)
      const solutions = await languagesOf(problem)
      return [
        ...solutions.map((solution) => ({ name: `${id} ${solution}`, problem, solution })),
        ...faults.map((fault) => ({
          name: `${id} ${fault.solution} ${fault.id}`,
          problem,
          solution: fault.solution,
          fault,
        })),
      ]
    }),
  )
  return all.flat()
}

/** The first problem of a subject; undefined if there is none. */
export async function problemOf({ problem, solution, fault }: Subject): Promise<string | undefined> {
  const points = await judged(problem, await projectOf(problem, solution, fault))
  const failed = points.filter((point) => !isPassed(point))
  if (!fault) return failed[0] && `${failed[0].id}: ${described(failed[0])}`
  const right = failed.filter((point) => verdictOf(point) === fault.verdict)
  if (right.length === 0) return `no point is "${fault.verdict}"; ${failed.map(described).join('; ') || 'all pass'}`
  const other = failed.find(
    (point) => verdictOf(point) !== fault.verdict && !followsFrom(point, right) && !seenByValgrind(point, fault),
  )
  return other && `expected "${fault.verdict}", but ${other.id}: ${described(other)}`
}

/** Valgrind sees an invalid access before it crashes the program, and lets the program go on. */
function seenByValgrind(point: JudgedPoint, { verdict }: JudgeFault): boolean {
  return verdict === 'crash' && verdictOf(point) === 'leak' && /Invalid|Mismatched/.test(point.reason ?? '')
}

/** After a run of a group that failed, the files of the next one are not what they should be. */
function followsFrom(point: JudgedPoint, right: readonly JudgedPoint[]): boolean {
  const group = point.id.replace(/-\d+$/, '')
  return verdictOf(point) === 'wrong' && right.some(({ id }) => id !== point.id && id.replace(/-\d+$/, '') === group)
}

async function judged(problem: Problem, files: readonly ProjectFile[]): Promise<JudgedPoint[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-fault-'))
  try {
    for (const { path: name, content } of files) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), content)
    }
    const mission = await judgeBenchmark().mission(problem.id)
    const [suite] = mission.suites
    if (!suite) throw new Error(`${problem.id} has no suite`)
    return await judgeSuite(mission, suite, planOf(problem), folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function projectOf(problem: Problem, solution: string, fault?: JudgeFault): Promise<readonly ProjectFile[]> {
  const { files } = (await solutionOf(problem, solution)).project
  if (!fault) return files
  const { find, replace, also } = fault
  const target = fault.file ?? files.find(({ path: name }) => /\.(cpp|hpp|py|js)$/.test(name))?.path
  return files.map((file) => {
    if (file.path !== target) return file
    const text = changed(Buffer.from(file.content).toString('utf8'), { find, replace }, fault.id)
    return { ...file, content: also ? changed(text, also, fault.id) : text }
  })
}

function changed(text: string, { find, replace }: { readonly find: string; readonly replace: string }, id: string) {
  if (!text.includes(find)) throw new Error(`fault "${id}" finds nothing to change: ${find}`)
  return text.replace(find, () => replace)
}

function verdictOf({ status, limit, reason = '' }: JudgedPoint): FaultVerdict | undefined {
  if (limit === 'build') return 'build'
  if (limit === 'leak') return 'leak'
  if (limit === 'time' || limit === 'memory' || limit === 'output' || limit === 'disk') return limit
  if (status === 'error' && reason.startsWith('runtime error')) return 'crash'
  return status === 'failed' ? 'wrong' : undefined
}

function described(point: JudgedPoint): string {
  return `${point.id} is ${verdictOf(point) ?? point.status} (${(point.reason ?? '').slice(0, 120)})`
}
