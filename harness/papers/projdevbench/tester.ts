import { MachineFault, UsageError } from '../../errors.ts'
import type { Criterion, Judgement, Mission, Reviewer, Suite, TesterEntry } from '../../contracts/types.ts'
import { reviewJointly } from './tester/joint.ts'
import { reviewPlanSchema, type ReviewPlan } from './tester/plan.ts'
import { askReviewer } from './tester/question.ts'
import { findings, type Finding } from './tester/rules.ts'

/** Characters of a reason. */
const LONGEST = 1000

/** Reviews the files of a project by rules. Questions are unjudged if no model was named that answers them. */
export const review: TesterEntry = {
  name: 'review',
  accepts: ['source'],
  check(mission, suite, testcodes) {
    const { rules } = planOf(mission, suite, testcodes)
    const without = suite.testcodes.find(({ id }) => !Object.hasOwn(rules, id))
    if (without) throw new UsageError(`mission "${mission.id}": there is no rule for "${without.id}"`)
  },
  control: { testcodes: { rules: {} } },
  open(target, setup) {
    if (target.kind !== 'source') throw new MachineFault(`the tester "review" cannot judge a ${target.kind}`)
    const { rules, statement } = planOf(setup.mission, setup.suite, setup.testcodes)
    const { files } = target.workspace
    let joint: Promise<ReadonlyMap<string, Judgement>> | undefined
    /** Undefined if each question is asked alone. */
    const jointly = (reviewer: Reviewer) => {
      const criteria = criteriaOf(rules)
      if (reviewer.together !== true || statement === undefined || criteria === undefined) return undefined
      return (joint ??= reviewJointly({ criteria, statement, files }, reviewer, setup.signal))
    }
    return Promise.resolve({
      runnable: () => Promise.resolve<Judgement>({ status: 'passed', evidence: {} }),
      async judge(testcode) {
        const { id } = testcode
        const rule = rules[id]
        if (!rule) throw new MachineFault(`the plan has no rule "${id}"`)
        const { reviewer } = setup.services
        if (rule.kind === 'model' && reviewer) {
          const began = performance.now()
          const found = (await jointly(reviewer))?.get(id)
          if (!found) return askReviewer(rule.question, files, testcode, reviewer, setup.signal)
          return { ...found, waited: Math.round(performance.now() - began) }
        }
        if (rule.kind === 'model')
          return {
            status: 'unjudged',
            fault: 'machine',
            reason: `no model reviews the code (pe grade RUN --judge MODEL names one), so nothing answers: ${rule.question}`,
            evidence: {},
          }
        return judgementOf(findings(rule, files, setup.protocol))
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    })
  },
}

/** Undefined if a question has no name, or two have the same one. */
function criteriaOf(rules: ReviewPlan['rules']): readonly Criterion[] | undefined {
  const criteria = Object.entries(rules).flatMap(([id, rule]) =>
    rule.kind === 'model' ? [{ id, name: rule.name ?? '', description: rule.question }] : [],
  )
  const names = new Set(criteria.map(({ name }) => name))
  return names.has('') || names.size < criteria.length ? undefined : criteria
}

function judgementOf(found: readonly Finding[]): Judgement {
  if (found.length === 0) return { status: 'passed', evidence: {} }
  const lines = found.map(({ file, line, what }) => `${file}${line === undefined ? '' : `:${String(line)}`} ${what}`)
  return { status: 'failed', reason: lines.join('; ').slice(0, LONGEST), evidence: {} }
}

function planOf(mission: Mission, suite: Suite, testcodes: unknown): ReviewPlan {
  const parsed = reviewPlanSchema.safeParse(testcodes)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw new UsageError(`mission "${mission.id}", suite "${suite.id}": ${where}: ${issue?.message ?? 'is no plan'}`)
}
