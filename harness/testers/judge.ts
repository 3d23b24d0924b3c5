import { MachineFault, UsageError } from '../errors.ts'
import type { Mission, Suite, TesterEntry } from '../contracts/types.ts'
import { judgePlanSchema, type JudgePlan, type JudgePlanInput } from './judge/plan.ts'
import { JudgeSession } from './judge/session.ts'

/** Compiles a project and runs it on test points with limits of time and memory, as an online judge does. */
export const judge: TesterEntry = {
  name: 'judge',
  accepts: ['source'],
  check(mission, suite, testcodes) {
    const plan = planOf(mission, suite, testcodes)
    const without = suite.testcodes.find(
      ({ id }) => mission.withheld?.[id] === undefined && !Object.hasOwn(plan.points, id),
    )
    if (without) throw new UsageError(`mission "${mission.id}": there is no plan for the point "${without.id}"`)
    const lost = Object.values(plan.points).find(({ program }) => !Object.hasOwn(plan.programs, program))
    if (lost)
      throw new UsageError(
        `mission "${mission.id}": a point needs the program "${lost.program}", which is not in the plan`,
      )
  },
  // Builds a program: the machine may have no compiler.
  control: {
    project: { files: [{ path: 'Makefile', content: "code:\n\tprintf '#!/bin/sh\\n' > code && chmod +x code\n" }] },
    testcodes: {
      programs: { code: { kind: 'tree', program: 'code' } },
      points: { run: { program: 'code', expected: { kind: 'text', text: '' }, limits: { seconds: 1, memoryMiB: 64 } } },
    } satisfies JudgePlanInput,
  },
  open(target, setup) {
    if (target.kind !== 'source') throw new MachineFault(`the tester "judge" cannot judge a ${target.kind}`)
    return Promise.resolve(new JudgeSession(target, setup, planOf(setup.mission, setup.suite, setup.testcodes)))
  },
}

function planOf(mission: Mission, suite: Suite, testcodes: unknown): JudgePlan {
  const parsed = judgePlanSchema.safeParse(testcodes)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw new UsageError(`mission "${mission.id}", suite "${suite.id}": ${where}: ${issue?.message ?? 'is no plan'}`)
}
