/** By repository: the sites of hidden tests that are confirmed by a value outside of the process, and what the others tell. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { openBenchmark } from '../../harness/benchmarks/index.ts'
import { repositoryIds } from '../../harness/benchmarks/libraries/dataset.ts'
import { libraryPlanSchema, type Calibration, type Site } from '../../harness/contracts/schema.ts'
import { messageOf } from '../../harness/errors.ts'
import { formatTable } from '../../harness/reporters/table.ts'
import { papers } from '../../test/papers.ts'
import { ROOT } from './program.ts'

const LIBRARIES =
  process.env['PE_CODEPROJECTEVAL_DIR'] ?? path.resolve(ROOT, '../shared/codeprojecteval/CodeProjectEval')

/** The kinds of sites, by the values that the process of the library tells there. */
const KINDS = ['value', 'changing', 'object', 'truth', 'raised', 'call'] as const
type Kind = (typeof KINDS)[number]

/** The forms whose expected value is outside of the process. */
const KEPT: ReadonlySet<Site['form']> = new Set(['equal', 'is', 'differ', 'contains', 'lacks', 'within', 'pinned'])

const benchmark = await openBenchmark(`codeprojecteval:${LIBRARIES}`, papers)
const chosen = process.argv.slice(2)
const rows: string[][] = []
for (const id of existsSync(LIBRARIES) ? repositoryIds(LIBRARIES) : []) {
  if (chosen.length > 0 && !chosen.includes(id)) continue
  try {
    const mission = await benchmark.mission(id)
    const unit = mission.suites.find(({ visible }) => visible !== true)
    const plan = unit && libraryPlanSchema.parse(await benchmark.testcodes(mission, unit))
    if (plan && plan.calibration.tests.length > 0) rows.push(rowOf(id, plan.calibration))
  } catch (error) {
    console.error(`${id}: ${messageOf(error).slice(0, 200)}`)
  }
}
const head = ['repository', 'tests', 'with a value', 'sites', ...KINDS, 'of values']
if (rows.length > 0) console.log(formatTable([head, ...rows], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
else console.error(`nothing to count in ${LIBRARIES}; set PE_CODEPROJECTEVAL_DIR to the published repositories`)

function rowOf(id: string, { tests, sites }: Calibration): string[] {
  const stable = new Set(tests.flatMap(({ values }) => Object.keys(values).map(Number)))
  const kindOf = (number: number): Kind => kindOfSite(sites[number], stable.has(number))
  const reached = [...new Set(tests.flatMap((test) => test.sites))].map(kindOf)
  const count = (kind: Kind) => reached.filter((each) => each === kind).length
  const withValue = tests.filter((test) => test.sites.some((number) => kindOf(number) === 'value')).length
  const values = count('value') + count('changing')
  return [
    ...[id, String(tests.length), String(withValue), String(reached.length)],
    ...KINDS.map((kind) => String(count(kind))),
    values === 0 ? '–' : `${String(Math.floor((100 * count('value')) / values))}%`,
  ]
}

/** `changing`: plain values that differ between runs of the reference. */
function kindOfSite(site: Site | undefined, isStable: boolean): Kind {
  if (site === undefined) return 'object'
  if (isStable || KEPT.has(site.form)) return 'value'
  if (site.form === 'same') return site.plain === true ? 'changing' : 'object'
  if (site.form === 'block' || site.form === 'raising') return 'raised'
  return site.form === 'truth' || site.form === 'inner' ? 'truth' : 'call'
}
