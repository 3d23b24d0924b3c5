import { MachineFault, UsageError } from '../../errors.ts'
import type { Mission, Suite, TesterEntry } from '../../contracts/types.ts'
import { tasksPlanSchema, type TasksPlan } from './tester/plan.ts'
import { TasksSession } from './tester/session.ts'

/** Judges whether a library holds the algorithms of the reference. Without a model that judges them, tasks are unjudged. */
export const tasks: TesterEntry = {
  name: 'tasks',
  accepts: ['source'],
  check(mission, suite, testcodes) {
    const known = new Set(planOf(mission, suite, testcodes).tasks.map(({ id }) => id))
    const without = suite.testcodes.find(({ id }) => !known.has(id))
    if (without) throw new UsageError(`mission "${mission.id}": the plan has no task "${without.id}"`)
  },
  control: { testcodes: { tasks: [] } },
  open(target, setup) {
    if (target.kind !== 'source') throw new MachineFault(`the tester "tasks" cannot judge a ${target.kind}`)
    return Promise.resolve(new TasksSession(target, setup, planOf(setup.mission, setup.suite, setup.testcodes)))
  },
}

function planOf(mission: Mission, suite: Suite, testcodes: unknown): TasksPlan {
  const parsed = tasksPlanSchema.safeParse(testcodes)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw new UsageError(`mission "${mission.id}", suite "${suite.id}": ${where}: ${issue?.message ?? 'is no plan'}`)
}
