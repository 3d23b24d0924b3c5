/** Shared by the tests of read. */
import type { Question } from '../../harness/contracts/schema.ts'

export const QUESTIONS: readonly Question[] = [
  {
    ...{ testcode: 'shows', page: 'Main', function: 'Show', description: '' },
    parameters: [{ name: 'home_url', kind: 'url', description: '' }],
  },
]
/** The repair of such a list takes time quadratic in its length. */
export const ENDLESS = '["a" "b" '.repeat(40_000)
export const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
