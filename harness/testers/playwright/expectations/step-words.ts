/** Describes an expectation in words, as a step of a testcode. */
import { showValue } from '../../shown-value.ts'
import type { Thing } from './locator-words.ts'
import { argumentsOf, type MatcherCall } from './matcher.ts'

/** Such as `no heading named "Home"`, or `the first button to have text "Save"`. */
export function elementWords(thing: Thing, call: MatcherCall): string {
  const { name, not } = call
  const one = `${thing.ordinal}${thing.noun}`
  if (name === 'toBeVisible' || name === 'toBeHidden')
    return not === (name === 'toBeHidden') ? one : `no visible ${one}`
  if (name === 'toHaveCount') return countWords(thing, call)
  return subjectWords(`the ${one}`, call)
}

function countWords({ noun, plural }: Thing, { not, args: [count] }: MatcherCall): string {
  if (count === 0) return not ? `some ${plural}` : `no ${noun}`
  return `${not ? 'not ' : ''}${showValue(count)} ${count === 1 ? noun : plural}`
}

/** Such as `the page to have title "Home"`. */
export function subjectWords(subject: string, call: MatcherCall): string {
  const values = argumentsOf(call).given.map((value) => showValue(value))
  return [subject, ...(call.not ? ['not'] : []), matcherWords(call.name), ...values].join(' ')
}

/** `toHaveText` in words: `to have text`. Abbreviations such as URL stay as they are. */
function matcherWords(name: string): string {
  const words = name.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
  return words.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase())).join(' ')
}
