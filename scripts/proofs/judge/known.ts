/** Verdicts that are known: of the published submissions from the real judge, and of our own solutions, which are right. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { publishedFolder } from '../../../test/needs.ts'
import type { Proof } from '../parts.ts'
import { isPassed, judgeFolder, type JudgedPoint } from './judging.ts'

export interface Known {
  readonly name: string
  readonly problem: string
  /** Below `submissions/` of the data, or an absolute folder. */
  readonly folder: string
  readonly passed: number
  readonly of: number
  /** Points that must not pass, by the end of their ids; undefined if it is not known which. */
  readonly fails?: RegExp
  /** Whether accepted points leak; undefined if it is not known. */
  readonly leaks?: boolean
  /** Sum of the points of partial verdicts; undefined if it is not known. */
  readonly earns?: number
}

const root = path.resolve(import.meta.dirname, '../../..')
export const solutions = path.join(root, 'test/fixtures/projdevbench/solutions')

/** Verdicts of the online judge; for problem 007, measured by hand with g++ 12. */
export const submitted: readonly Known[] = [
  { name: '010-5c8a3ad', problem: '010', folder: '010-5c8a3ad', passed: 5, of: 6 },
  { name: '010-984337d', problem: '010', folder: '010-984337d', passed: 6, of: 6 },
  { name: '007-b0614bd', problem: '007', folder: '007-b0614bd', passed: 86, of: 100 },
  { name: '007-fd9cd6e', problem: '007', folder: '007-fd9cd6e', passed: 98, of: 100 },
  { name: '007-1a3b7f7', problem: '007', folder: '007-1a3b7f7', passed: 98, of: 100 },
  { name: '007-efa2950', problem: '007', folder: '007-efa2950', passed: 98, of: 100 },
  { name: '007-8e321c4', problem: '007', folder: '007-8e321c4', passed: 99, of: 100, fails: /trace62$/, leaks: false },
]

const own = (problem: string, points: number, passed = points): Known => ({
  name: `our ${problem}`,
  problem: problem.slice(0, 3),
  folder: path.join(solutions, problem),
  passed,
  of: points,
})

/** Written for this repository: right, and one that only leaks. */
export const ownSolutions: readonly Known[] = [
  own('005', 16),
  // Its client reasons from one number at a time: more than rubbish, less than everything.
  own('006', 10, 4),
  { ...own('007', 100), leaks: false },
  own('009', 7),
  own('010', 6),
  own('011', 12),
  { ...own('011-leaks', 12, 6), fails: /memcheck$/ },
  own('012', 10),
  own('013', 13),
  own('019', 1),
]

const cheat = (name: string, points: number): Known => ({
  name: `cheat ${name}`,
  problem: name.slice(0, 3),
  folder: path.join(root, 'test/fixtures/projdevbench/cheats', name),
  passed: 0,
  of: points,
  earns: 0,
})

/** Solutions that print, compute or leave out what the judge should find. They earn nothing. */
export const cheats: readonly Known[] = [
  cheat('006-prints', 10),
  cheat('019-prints', 1),
  cheat('019-commits-nothing', 1),
  cheat('019-own-numbers', 1),
  cheat('020-prints', 1),
]

/** One line for each disagreement; none if the verdicts are as known. */
export async function disagreements(
  data: string,
  known: Known,
  onPoint?: (point: JudgedPoint) => void,
): Promise<{ readonly lines: readonly string[]; readonly points: readonly JudgedPoint[] }> {
  const folder = path.isAbsolute(known.folder) ? known.folder : path.join(data, 'submissions', known.folder)
  const points = await judgeFolder(path.join(data, 'dataset'), known.problem, folder, onPoint ? { onPoint } : {})
  const passed = points.filter(isPassed)
  const leaking = passed.filter(({ evidence }) => evidence.log?.startsWith('memory leak') === true)
  const { fails, leaks, earns } = known
  const partial = points.reduce((sum, { earned = 0 }) => sum + earned, 0)
  const stray = fails ? points.filter((point) => isPassed(point) === fails.test(point.id)) : []
  const lines = [
    ...(passed.length === known.passed && points.length === known.of
      ? []
      : [
          `${String(passed.length)} of ${String(points.length)} points, known ${String(known.passed)} of ${String(known.of)}`,
        ]),
    ...stray.map(({ id, status }) => `${id} is ${status}`),
    ...(earns === undefined || earns === partial ? [] : [`partial verdicts earn ${partial.toFixed(3)} points`]),
    ...(leaks === undefined || leaks === leaking.length > 0 ? [] : [`${String(leaking.length)} accepted points leak`]),
  ]
  return { lines, points }
}

/** @param names Subjects; all by default */
export async function provenVerdicts(names: readonly string[]): Promise<Proof> {
  const data = publishedProblems()
  const subjects = [...submitted, ...ownSolutions, ...cheats]
  const chosen = subjects.filter(({ name }) => names.length === 0 || names.includes(name))
  const figures: string[] = []
  const problems: string[] = []
  for (const known of chosen) {
    const { lines, points } = await disagreements(data, known)
    const passed = points.filter(isPassed).length
    figures.push(`${known.name}: ${String(passed)} of ${String(points.length)} points`)
    const others = points.filter((point) => !isPassed(point)).map(inWords)
    if (lines.length > 0) problems.push(`${known.name}: ${[...lines, ...others].join('; ')}`)
  }
  if (chosen.length === 0) problems.push(`there is no subject ${names.join(', ')}`)
  const asKnown = `${String(chosen.length - problems.length)} of ${String(chosen.length)} projects get their known verdicts`
  return { figures: [asKnown, ...figures], problems }
}

/** The folder of the published data of ProjDevBench. */
export function publishedProblems(): string {
  const data = publishedFolder('projdevbench')
  if (!existsSync(path.join(data, 'dataset')))
    throw new Error(`there is no folder ${data}/dataset: set PE_PROJDEVBENCH_DIR`)
  return data
}

function inWords({ id, status, limit, reason, usage }: JudgedPoint): string {
  const used = usage === undefined ? '' : ` (${String(usage.seconds)} s, ${String(usage.memoryMiB ?? 0)} MiB)`
  return `${id}: ${status}${limit === undefined ? '' : ` ${limit}`}${used} ${(reason ?? '').slice(0, 300)}`
}
