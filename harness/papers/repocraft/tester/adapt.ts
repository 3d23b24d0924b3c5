/** Asks a model to write the test of the reference for the interface of the project. */
import * as z from 'zod'
import type { Message } from '../../../contracts/schema.ts'
import type { LibraryTask } from '../../../contracts/types.ts'
import { markData, visible } from './marked.ts'

/** An adapted test, or the reason why there can be none. */
export const adaptedSchema = z.union([
  z.object({ test: z.string().min(1).max(200_000) }),
  z.object({ impossible: z.string().min(1).max(20_000) }),
])
export type Adapted = z.infer<typeof adaptedSchema>

/** The test of an earlier turn and what came of it. */
export interface Turn {
  readonly test: string
  readonly outcome: string
}

/** Only the last turns are shown, so that a question does not grow without end. */
const SHOWN_TURNS = 2
const LONGEST_OUTCOME = 3000
/** Characters of the name of a module: it is the project's text as well. */
const LONGEST_NAME = 60

const RULES = [
  'Change only how the test reaches the library: its imports, and calls, names and arguments of the library.',
  'Keep each test function and class under its name, with its decorators, and each assertion with its operator and its expected value.',
  'Keep every value that the test gives to the library. Never give the project a value because an assertion expects it.',
  'Take what the project gives as it is: call methods, slices and letters of texts, numbers and containers only where the test does so itself.',
  'Add no function, condition, loop, try, lambda, skip or mock that the reference test does not have.',
  'The test is a whole file: it imports all that it uses.',
].join(' ')

/**
 * @param modules Names that the project's code is imported by
 * @param turns Earlier ones, oldest first
 */
export function adaptMessages(
  task: LibraryTask,
  code: string,
  outline: string,
  modules: readonly string[],
  turns: readonly Turn[],
): Message[] {
  const names = modules.map((name) => visible(name).slice(0, LONGEST_NAME)).join(', ')
  const shown = markData(`Modules of the project: ${names}\n\n${outline}\n\n${code}`)
  const said = turns
    .slice(-SHOWN_TURNS)
    .map(({ test, outcome }) => ({ test, outcome: markData(visible(outcome).slice(0, LONGEST_OUTCOME)) }))
  return [
    {
      role: 'system',
      content: [
        'You adapt a test of a reference library to another Python project that offers the same under other names.',
        `${RULES} Both tests are compared by their syntax trees, and a test that weakens the reference is refused.`,
        [shown, ...said.map(({ outcome }) => outcome)].map(({ rule }) => rule).join(' '),
        'Answer with one JSON object and nothing else: {"test": "the code"}, or {"impossible": "why"} if the project lacks what is tested.',
      ].join(' '),
    },
    {
      role: 'user',
      content: [
        `Algorithm: ${task.algorithm}`,
        `Reference test, with the functions ${task.tests.join(', ')}:\n${task.code}`,
        shown.text,
        ...said.map(({ test, outcome }) => `An earlier answer of yours:\n${test}\n\nWhat came of it:\n${outcome.text}`),
        'Write the adapted test as JSON.',
      ].join('\n\n'),
    },
  ]
}
