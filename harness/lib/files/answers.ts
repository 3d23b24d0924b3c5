import { didYouMean } from '../wording/nearest.ts'
import type { Answers, Question } from '../../contracts/schema.ts'

/** Stands for every testcode in `answers.json`. */
export const EVERY_TESTCODE = '*'

/** How a note about an answer that nobody asked for begins. */
export const ANSWER_NOTE = 'the answers: '

/** The part of a question that says which values a testcode asks for. */
interface AskedNames {
  readonly testcode: string
  readonly parameters: readonly { readonly name: string }[]
}

/** Gives each testcode the values under "*" that it asks for, unless it has its own. Unknown testcodes stay as they are. */
export function expandAnswers(given: Answers, questions: readonly AskedNames[]): Answers {
  const { [EVERY_TESTCODE]: shared, ...own } = given
  if (shared === undefined) return given
  const expanded = questions.map(({ testcode, parameters }) => {
    const names = parameters.map(({ name }) => name).filter((name) => Object.hasOwn(shared, name))
    const values = Object.fromEntries(names.map((name) => [name, shared[name]]))
    return [testcode, { ...values, ...(Object.hasOwn(own, testcode) ? own[testcode] : {}) }] as const
  })
  return { ...own, ...Object.fromEntries(expanded) }
}

/**
 * Testcodes and names that nobody asks for, each with the closest one that exists: probably a typing error.
 * @param answers As they are written, with values under "*"
 */
export function unknownAnswers(answers: Answers, questions: readonly Question[]): string[] {
  const ids = questions.map(({ testcode }) => testcode)
  const all = [...new Set(questions.flatMap(({ parameters }) => parameters.map(({ name }) => name)))]
  return Object.entries(answers).flatMap(([testcode, values]) => {
    if (testcode === EVERY_TESTCODE)
      return Object.keys(values)
        .filter((name) => !all.includes(name))
        .map((name) => `it has a value for "${name}", which the mission does not ask for${didYouMean(name, all)}`)
    const question = questions.find((each) => each.testcode === testcode)
    if (!question) return [`no testcode "${testcode}" asks for values${didYouMean(testcode, ids)}`]
    const names = question.parameters.map(({ name }) => name)
    return Object.keys(values)
      .filter((name) => !names.includes(name))
      .map((name) => `testcode "${testcode}" does not ask for "${name}"${didYouMean(name, names)}`)
  })
}
