import { Parsers } from '../../../lib/syntax/parse.ts'
import { seededRandom } from '../../../lib/statistics/random.ts'
import type { ProjectFile } from '../../../contracts/types.ts'
import { OPERATORS, mutationsOf, type Mutation, type Operator } from './operators.ts'
import { pythonMutationsOf } from './python.ts'

/** A generated change at one place of one file of a project. */
export interface Mutant {
  /** Relative to the project. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly operator: Operator
  /** The first changed line, before and after the change, trimmed. */
  readonly before: string
  readonly after: string
  /** The whole file after the change. */
  readonly content: string
}

/** The languages whose programs are mutated. */
const LANGUAGES = [
  { files: /\.[cm]?js$/, name: 'javascript', mutationsOf },
  { files: /\.py$/, name: 'python', mutationsOf: pythonMutationsOf },
] as const

/** All mutants of the programs in a project, in the order of files and of positions. */
export async function allMutants(files: readonly ProjectFile[]): Promise<Mutant[]> {
  const parsers = new Parsers()
  const mutants: Mutant[] = []
  for (const { path, content } of files) {
    const language = LANGUAGES.find(({ files: own }) => own.test(path))
    if (!language) continue
    const text = Buffer.from(content).toString('utf8')
    const tree = await parsers.parse(language.name, text)
    const mutations = tree.nodes.flatMap((node) => language.mutationsOf(node, text))
    mutants.push(...mutations.map((mutation) => mutantOf(path, text, mutation)))
  }
  return mutants
}

function mutantOf(file: string, text: string, { operator, start, end, replacement }: Mutation): Mutant {
  const content = text.slice(0, start) + replacement + text.slice(end)
  const lineOf = (of: string) => (of.slice(of.lastIndexOf('\n', start - 1) + 1).split('\n')[0] ?? '').trim()
  const line = text.slice(0, start).split('\n').length
  return { file, line, operator, before: lineOf(text), after: lineOf(content), content }
}

/**
 * Draws some of the mutants, with equal shares for all operators as far as possible.
 * @param seed Any integer; the same seed draws the same mutants
 */
export function drawMutants(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = seededRandom(seed)
  const queues = OPERATORS.map((operator) => shuffleItems(ofOperator(mutants, operator), random))
  const drawn: Mutant[] = []
  while (drawn.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const next = drawn.length < count ? queue.pop() : undefined
      if (next) drawn.push(next)
    }
  }
  return drawn
}

function ofOperator(mutants: readonly Mutant[], operator: Operator): Mutant[] {
  return mutants.filter((mutant) => mutant.operator === operator)
}

/** Fisher and Yates, by Durstenfeld (CACM 7, 1964). */
export function shuffleItems<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [result[last], result[other]] as [T, T]
    result[last] = b
    result[other] = a
  }
  return result
}
