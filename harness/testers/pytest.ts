import { MachineFault, UsageError } from '../errors.ts'
import { libraryPlanSchema, type LibraryPlan } from '../contracts/schema.ts'
import type { Mission, Suite, TesterEntry } from '../contracts/types.ts'
import { PytestSession } from './pytest/session.ts'

/**
 * Runs the tests of a library with pytest, in the process of its code. That process is not believed: it tells what assertions
 * were given, and the judge, which alone knows what is expected, compares.
 */
export const pytest: TesterEntry = {
  name: 'pytest',
  accepts: ['source'],
  check(mission, suite, testcodes) {
    const tests = new Set(planOf(mission, suite, testcodes).calibration.tests.map(({ id }) => id))
    const without = suite.testcodes.find(({ id }) => mission.withheld?.[id] === undefined && !tests.has(id))
    if (without) throw new UsageError(`mission "${mission.id}": the plan has no test "${without.id}"`)
  },
  open(target, setup) {
    if (target.kind !== 'source') throw new MachineFault(`the tester "pytest" cannot judge a ${target.kind}`)
    return Promise.resolve(new PytestSession(target, setup, planOf(setup.mission, setup.suite, setup.testcodes)))
  },
}

function planOf(mission: Mission, suite: Suite, testcodes: unknown): LibraryPlan {
  const parsed = libraryPlanSchema.safeParse(testcodes)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw new UsageError(`mission "${mission.id}", suite "${suite.id}": ${where}: ${issue?.message ?? 'is no plan'}`)
}
