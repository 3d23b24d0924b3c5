/** Pure: extracts a vocabulary from everything that is published about a mission. */
import type { Mission } from '../../contracts/types.ts'

/** The vocabulary of a mission, for pages that show it without knowing when it is right. */
export interface Lexicon {
  /** Sets of alternative words, such as the categories of a result: a correct page shows one of them at a time. */
  readonly words: readonly (readonly string[])[]
  /** Words that messages contain. */
  readonly messages: readonly string[]
  /** Names of the buttons in a row; the second name, if any, replaces the first. */
  readonly buttons: readonly (readonly string[])[]
  /** Examples of results, such as "1 EUR = 1.1000 USD". */
  readonly examples: readonly string[]
  /** Numbers in the mission's text, as written. */
  readonly constants: readonly string[]
  /** Enumerations in sentences, such as EUR, USD, GBP, JPY and CHF. */
  readonly lists: readonly Enumeration[]
  /** Sets of characters, such as the digits. */
  readonly alphabets: readonly string[]
}

export interface Enumeration {
  readonly items: readonly string[]
  /** The text just before the list, which names its subject. */
  readonly before: string
  readonly after: string
}

const MONTHS = 'January, February, March, April, May, June, July, August, September, October, November and December'

/** @param testcodes Their published source; empty if it was not published */
export function lexiconOf({ prompt = '', checklist = [] }: Mission, testcodes: string): Lexicon {
  const descriptions = checklist.flatMap(({ functions }) => functions.map(({ description }) => description))
  const text = [prompt, ...descriptions].join('\n').replaceAll('month names', `month names ${MONTHS}`)
  const buttons = buttonsOf(text)
  const named = new Set(buttons.flat())
  return {
    words: wordSets(testcodes, text),
    messages: unique(quoted(text).filter((word) => /^[\p{L}-]+$/u.test(word) && !named.has(word))),
    buttons,
    examples: examplesOf(text),
    constants: unique(text.match(/(?<![\d.,\p{L}-])\d+(?:\.\d+)?(?![\d\p{L}])/gu) ?? []).slice(0, 16),
    lists: enumerations(text),
    alphabets: unique([...testcodes.matchAll(/'([^'\s]{5,40})'/g)].map((found) => found[1] ?? '').filter(isAlphabet)),
  }
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

function quoted(text: string): string[] {
  return [...text.matchAll(/"([^"\n]{1,60})"/g)].map((found) => found[1] ?? '')
}

/** Arrays of words in the testcodes' source; only those whose words all occur in the mission's text. */
function wordSets(testcodes: string, text: string): string[][] {
  const arrays = testcodes.match(/\[(?:\s*'[\w -]{2,30}',?\s*){2,12}\]/g) ?? []
  const sets = arrays.map((array) => unique([...array.matchAll(/'([^']+)'/g)].map((found) => found[1] ?? '')))
  const known = sets.filter((set) => set.every((word) => new RegExp(`\\b${word}\\b`, 'i').test(text)))
  return unique(known.map((set) => set.join('\n'))).map((set) => set.split('\n'))
}

/** `a button named "Done" ("Reopen" instead …`, `"Reopen" in place of "Done"`, `buttons named "Edit" and "Delete"`. */
function buttonsOf(text: string): string[][] {
  const clauses = text.match(/\bnamed "[^.;]*/g) ?? []
  const names = unique(clauses.flatMap(quoted).filter((name) => /^[A-Z][\w -]{1,20}$/.test(name)))
  const pairs = [
    ...[...text.matchAll(/"([A-Z]\w+)" \("([A-Z]\w+)" instead/g)].map(([, first = '', second = '']) => [first, second]),
    ...[...text.matchAll(/"([A-Z]\w+)" in place of "([A-Z]\w+)"/g)].map(([, second = '', first = '']) => [
      first,
      second,
    ]),
  ]
  const paired = new Set(pairs.map(([, second]) => second))
  return names
    .filter((name) => !paired.has(name))
    .map((name) => unique([name, ...pairs.filter(([first]) => first === name).flat()]))
}

function examplesOf(text: string): string[] {
  const bare = [...text.matchAll(/such as ((?:\d[\w.]*(?: [A-Z]{3})?)(?: or \d[\w.]*(?: [A-Z]{3})?)*)/g)]
  const all = [...quoted(text), ...bare.flatMap(([, example = '']) => example.split(' or '))]
  return unique(all.filter((example) => /\d/.test(example)).map((example) => example.replace(/\.$/, ''))).slice(0, 12)
}

const ITEM = String.raw`(?:[\w.+#-]+(?: [\w-]+)?)`

function enumerations(text: string): Enumeration[] {
  const pattern = new RegExp(`(?:${ITEM}, )+${ITEM},? (?:and|or) ${ITEM}`, 'g')
  return [...text.matchAll(pattern)].map((found) => ({
    items: found[0].split(/, (?:and |or )?| and | or /).map(lastWords),
    before:
      text
        .slice(Math.max(0, found.index - 90), found.index)
        .split('\n')
        .at(-1) ?? '',
    after: text.slice(found.index + found[0].length, found.index + found[0].length + 30),
  }))
}

/** "of EUR" is EUR, "August" is August. */
function lastWords(item: string): string {
  return item.replace(/^(?:of|with|the|from|for|names|are|is|a) /, '').replace(/ (?:at|with|is|are|chosen|for)$/, '')
}

/** Whether all characters are distinct, and there are more than in a word or no three lowercase letters in a row. */
function isAlphabet(text: string): boolean {
  const areDistinct = new Set(text).size === text.length
  return areDistinct && (text.length > 9 || !/[a-z]{3}/.test(text))
}
