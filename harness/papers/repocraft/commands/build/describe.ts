/** Texts of tasks and of the library without a model: docstrings and the words of names. */
import type { Definition } from '../../tester/outline/read.ts'
import { wordsOf, type Group } from './groups.ts'

export interface Described {
  readonly algorithm: string
  readonly task: string
}

/** Definitions of the library that the tests use most, by the names in their code. */
export function usedDefinitions(code: string, definitions: readonly Definition[]): Definition[] {
  const words = code.replace(/^(?:from|import) .*$/gm, '').match(/[A-Za-z_]\w*/g) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const last = ({ name }: Definition) => name.split('.').at(-1) ?? name
  return definitions
    .filter((each) => counts.has(last(each)) && !last(each).startsWith('__'))
    .toSorted((a, b) => (counts.get(last(b)) ?? 0) - (counts.get(last(a)) ?? 0) || (a.name < b.name ? -1 : 1))
}

export function describedByNames(
  { cap, tests, category }: Group,
  code: string,
  definitions: readonly Definition[],
): Described {
  const about = usedDefinitions(code, definitions).flatMap((each) => each.about)
  const docstrings = [...new Set(about.filter((text) => text !== '').map(sentence))].slice(0, 3)
  const cases = tests.map(({ name, about: own }) => (own === '' ? wordsOf(name.replace(/^test_*/, '')).join(' ') : own))
  const subject = `${cap} (${wordsOf(category.replaceAll('/', '_')).join(' ')})`
  return {
    algorithm: docstrings.length === 0 ? `Implements ${subject}.` : docstrings.join(' '),
    task: `You are testing ${subject}: ${cases.filter((each) => each !== '').join('; ')}.`.slice(0, 2000),
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** The library by its areas. */
export function descriptionOf(name: string, areas: ReadonlyMap<string, readonly Described[]>): string {
  const parts = [...areas].map(([category, tasks]) => {
    const lines = [...new Set(tasks.map(({ algorithm }) => `- ${algorithm}`))]
    return `## ${titleOf(category)}\n\n${lines.join('\n')}`
  })
  return `# ${name}\n\nA library for Python. It offers what follows, area by area.\n\n${parts.join('\n\n')}\n`
}

export function titleOf(category: string): string {
  const words = wordsOf(category.replaceAll('/', '_')).join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
