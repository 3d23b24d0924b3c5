import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import pLimit from 'p-limit'
import { openBenchmark } from '../../../harness/benchmarks/index.ts'
import { papers } from '../../../test/papers.ts'
import { repositoryIds } from '../../../harness/benchmarks/libraries/dataset.ts'
import { libraryPlanSchema, type LibraryPlan } from '../../../harness/contracts/schema.ts'
import { argumentsOf, environmentOf } from '../../proofs/libraries/plain.ts'
import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { compare, type Row } from '../series.ts'

const LIBRARIES =
  process.env['PE_CODEPROJECTEVAL_DIR'] ?? path.resolve(ROOT, '../shared/codeprojecteval/CodeProjectEval')
/** Both ways run so many suites at a time. */
const CONCURRENCY = 2
/** Its suite takes longer than all others together, so the ratio of all is close to its own. */
const LONGEST = 'bplustree'
const AIM = 1.3

/** `pe run`, with its start and its report, against pytest alone on the hidden tests of the references. */
export async function benchLibraries(bench: Bench): Promise<Row[]> {
  const { say } = bench
  if (!existsSync(LIBRARIES)) {
    say(`not measured, because there is no ${LIBRARIES}; set PE_CODEPROJECTEVAL_DIR to the published repositories`)
    return []
  }
  const plans = await plansOf(LIBRARIES)
  const others = new Map([...plans].filter(([id]) => id !== LONGEST))
  const rows: Row[] = []
  for (const [name, chosen] of [
    ['hidden tests of libraries', plans],
    [`hidden tests of libraries without ${LONGEST}`, others],
  ] as const)
    rows.push(await compare({ what: `${name} / pytest alone`, ...waysOf(chosen, bench), aim: AIM }, bench))
  return rows
}

type Plans = ReadonlyMap<string, LibraryPlan>

/** Of the repositories of which a test judges here. Calibrates them, so that no measured run does it. */
async function plansOf(source: string): Promise<Plans> {
  const benchmark = await openBenchmark(`codeprojecteval:${source}`, papers)
  const plans = new Map<string, LibraryPlan>()
  for (const id of repositoryIds(source)) {
    const mission = await benchmark.mission(id)
    const unit = mission.suites.find(({ visible }) => visible !== true)
    if (!unit) continue
    const plan = libraryPlanSchema.parse(await benchmark.testcodes(mission, unit))
    if (plan.calibration.tests.length > 0) plans.set(id, plan)
  }
  return plans
}

function waysOf(plans: Plans, { out }: Bench) {
  const args = ['--benchmark', `codeprojecteval:${LIBRARIES}`, '--missions', [...plans.keys()].join(',')]
  const run = { program: programOf(ROOT), agent: 'canonical', out, variant: [], passes: true }
  return {
    measured: () => suiteSeconds({ ...run, args: [...args, '--concurrency', String(CONCURRENCY)] }),
    reference: () => plainSeconds([...plans.values()], out),
  }
}

/** Seconds of pytest alone, without a sandbox, in copies that were made before. */
async function plainSeconds(plans: readonly LibraryPlan[], out: string): Promise<number> {
  const folder = await mkdtemp(path.join(out, 'plain-'))
  const copies = plans.map((plan, index) => ({ plan, copy: path.join(folder, String(index)) }))
  for (const { plan, copy } of copies) await copyOf(plan, copy)
  const limit = pLimit(CONCURRENCY)
  const began = performance.now()
  await Promise.all(copies.map(({ plan, copy }) => limit(() => runAlone(plan, copy))))
  const taken = (performance.now() - began) / 1000
  await rm(folder, { recursive: true, force: true })
  return taken
}

async function copyOf({ suite }: LibraryPlan, to: string): Promise<void> {
  await cp(suite.root, to, { recursive: true })
  // A dataset may be read-only, and a copy keeps the permissions.
  await execa('chmod', ['-R', 'u+w', to])
  await mkdir(`${to}-home`)
}

/** Tests that fail on this machine fail here too; the program says when pytest has come to its end. */
async function runAlone(plan: LibraryPlan, cwd: string): Promise<void> {
  const home = `${cwd}-home`
  const { exitCode, stderr, stdio } = await execa(plan.calibration.python, argumentsOf(plan), {
    ...{ cwd, reject: false, stdio: ['ignore', 'ignore', 'pipe', 'pipe'], extendEnv: false },
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: home, TMPDIR: home, ...environmentOf(plan) },
  })
  const passed = stdio[3].match(/^\["test", .*, true\]$/gm)?.length ?? 0
  if (!stdio[3].endsWith('["end"]') || passed < plan.calibration.tests.length)
    throw new Error(
      `pytest in ${plan.suite.root} passed ${String(passed)} of ${String(plan.calibration.tests.length)} tests and ended with ` +
        `${String(exitCode)}: ${stderr.slice(-1000)}`,
    )
}
