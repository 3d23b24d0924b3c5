import { beginningOf } from '../wording/beginning.ts'
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
 * @param most How many are named: answers of an agent may have any number of them
 */
export function unknownAnswers(answers: Answers, questions: readonly Question[], most = Infinity): string[] {
  const asked = new Map(questions.map(({ testcode, parameters }) => [testcode, parameters.map(({ name }) => name)]))
  const ids = [...asked.keys()]
  const all = [...new Set([...asked.values()].flat())]
  const texts: string[] = []
  for (const [testcode, values] of Object.entries(answers)) {
    const names = testcode === EVERY_TESTCODE ? all : asked.get(testcode)
    const unknown = names === undefined ? [testcode] : Object.keys(values).filter((name) => !names.includes(name))
    for (const name of unknown) {
      if (texts.length >= most) return texts
      texts.push(unknownText(testcode, name, names, ids))
    }
  }
  return texts
}

/** @param names Undefined for a testcode that does not exist */
function unknownText(
  testcode: string,
  name: string,
  names: readonly string[] | undefined,
  ids: readonly string[],
): string {
  const shown = beginningOf(name, LONGEST_NAME)
  if (names === undefined) return `no testcode "${shown}" asks for values${didYouMean(name, ids)}`
  const meant = didYouMean(name, names)
  return testcode === EVERY_TESTCODE
    ? `it has a value for "${shown}", which the mission does not ask for${meant}`
    : `testcode "${testcode}" does not ask for "${shown}"${meant}`
}

/** Characters of a name in a message. */
const LONGEST_NAME = 200
