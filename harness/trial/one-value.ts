import { countedTestcodes } from '../contracts/suites.ts'
import type { Answers } from '../contracts/schema.ts'
import type { Judgement, Mission, Testcode } from '../contracts/types.ts'

/**
 * Refuses a value that differs from the one of an earlier testcode, in missions with windows. There, a thing is at one place in all
 * testcodes; values that differ could tell the program by its input which testcode runs, or point at another part of a picture
 * that shows all expected values at once.
 */
export function differingValue(
  mission: Mission,
  { id, parameters = [] }: Testcode,
  answers: Answers,
): Judgement | undefined {
  if (mission.kind !== 'desktop') return undefined
  for (const name of parameters) {
    const own = valueOf(answers, id, name)
    if (own === undefined) continue
    const first = countedTestcodes(mission).find((each) => valueOf(answers, each.id, name) !== undefined)
    if (first === undefined || JSON.stringify(valueOf(answers, first.id, name)) === JSON.stringify(own)) continue
    const reason = `the value of "${name}" differs from the one for "${first.id}", and must be the same for all testcodes`
    return { status: 'bad-parameter', reason, evidence: {} }
  }
  return undefined
}

function valueOf(answers: Answers, testcode: string, name: string): unknown {
  const values = Object.hasOwn(answers, testcode) ? answers[testcode] : undefined
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}
