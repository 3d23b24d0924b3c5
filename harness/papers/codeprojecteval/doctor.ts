import type { Doctor, DoctorRequest, Finding } from '../../contracts/paper.ts'
import { selectIds } from '../../benchmarks/index.ts'
import { Interrupted, UsageError, messageOf } from '../../errors.ts'
import type { Benchmark, Mission } from '../../contracts/types.ts'
import { inShell } from '../../lib/processes/shell.ts'

/** @param spec `name:DIR` */
function setUpText(spec: string): string {
  const folder = inShell([spec.slice(spec.indexOf(':') + 1)])
  return (
    `npm run setup -- codeprojecteval ${folder} installs what Debian has; elsewhere, or with --environments, it makes a virtual ` +
    'environment for each repository'
  )
}

const INCOMPLETE =
  'the tests need a file that the repository does not have: get the whole dataset again, or leave the mission out with --missions'

const BROKEN = 'repair the repository or remove it; the missions of the others can be run'

/** Of each repository how many of its tests judge a project on this machine, and why the others do not. */
export const doctor: Doctor = { selects: true, check }

async function check({ spec, open, missions, tell }: DoctorRequest): Promise<void> {
  try {
    const benchmark = await open()
    const warnings = await warningsOf(benchmark)
    for (const id of await selectIds(benchmark, missions)) {
      const own = warnings.filter((text) => text.startsWith(`${id}: `)).map((text) => text.slice(id.length + 2))
      tell(await libraryFinding(id, () => benchmark.mission(id), own.slice(0, MOST_WARNINGS), setUpText(spec)))
    }
    for (const [id, found] of missions.length > 0 ? [] : ((await benchmark.leftOut?.()) ?? []))
      tell({ what: id, optional: true, ok: false, found, remedy: BROKEN })
  } catch (error) {
    if (error instanceof Interrupted) throw error
    const remedy = `name the folder of the repositories: --benchmark ${spec.split(':')[0] ?? ''}:DIR`
    tell({ what: 'Dataset', optional: false, ok: false, found: messageOf(error), remedy })
  }
}

/** None if a repository cannot be read: its own finding says why. */
async function warningsOf(benchmark: Benchmark): Promise<readonly string[]> {
  try {
    return (await benchmark.warnings?.()) ?? []
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

/** Warnings that are shown of one repository. */
const MOST_WARNINGS = 10

async function libraryFinding(
  id: string,
  load: () => Promise<Mission>,
  warnings: readonly string[],
  setUp: string,
): Promise<Finding> {
  const base = { what: id, optional: true }
  try {
    const { suites, withheld = {} } = await load()
    const tests = suites.filter(({ visible }) => visible !== true).flatMap(({ testcodes }) => testcodes)
    const excluded = Object.values(withheld)
    const visible = suites.find((suite) => suite.visible === true)?.testcodes.length ?? 0
    const judged = tests.length - excluded.length
    const counts = `${String(judged)} of ${String(tests.length)} tests judge, ${String(visible)} can be seen`
    const found = [counts, ...byReason(excluded.map(({ reason }) => reason)), ...warnings].join('; ')
    return judged > 0
      ? { ...base, ok: true, found }
      : { ...base, ok: false, found, remedy: lacksFile(found) ? INCOMPLETE : setUp }
  } catch (error) {
    if (error instanceof Interrupted) throw error
    return { ...base, ok: false, found: messageOf(error), remedy: setUp }
  }
}

/** Whether tests fail because of a file, and none because of a module, which an installation would bring. */
function lacksFile(found: string): boolean {
  return found.includes('FileNotFoundError') && !found.includes('ModuleNotFoundError')
}

/** Reasons that are shown of one repository, the most frequent first. */
const MOST_REASONS = 5

function byReason(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const lines = sorted
    .slice(0, MOST_REASONS)
    .map(([reason, count]) => `${String(count)} excluded: ${reason.slice(0, 120)}`)
  const rest = sorted.slice(MOST_REASONS).reduce((sum, [, count]) => sum + count, 0)
  return rest === 0 ? lines : [...lines, `${String(rest)} excluded for other reasons`]
}
