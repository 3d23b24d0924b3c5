import { MachineFault, UsageError } from '../errors.ts'
import type { Judgement, Mission, Suite, TesterEntry } from '../contracts/types.ts'
import { judgeTask, unjudged } from './tasks/judge-task.ts'
import { tasksPlanSchema, type TasksPlan } from './tasks/plan.ts'

const NO_JUDGE = 'nothing judges tasks of libraries yet: no step localises, votes on and executes them'

/** Judges whether a library holds the algorithms of the reference. Without a judge of tasks, every task is unjudged. */
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
    const known = new Map(planOf(setup.mission, setup.suite, setup.testcodes).tasks.map((task) => [task.id, task]))
    const { taskJudge } = setup.services
    return Promise.resolve({
      runnable: () => Promise.resolve<Judgement>({ status: 'passed', evidence: {} }),
      judge({ id }) {
        const task = known.get(id)
        if (!task) throw new MachineFault(`the plan has no task "${id}"`)
        return taskJudge ? judgeTask(task, taskJudge, target, setup.signal) : Promise.resolve(unjudged(NO_JUDGE))
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    })
  },
}

function planOf(mission: Mission, suite: Suite, testcodes: unknown): TasksPlan {
  const parsed = tasksPlanSchema.safeParse(testcodes)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw new UsageError(`mission "${mission.id}", suite "${suite.id}": ${where}: ${issue?.message ?? 'is no plan'}`)
}
