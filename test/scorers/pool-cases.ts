/** Shared by the tests of pool. */
import { type NamedScore } from '../../harness/contracts/schema.ts'
import type { EmbedderChoice } from '../../harness/contracts/paper.ts'
import type { Work } from '../../harness/contracts/types.ts'

export const LEXICAL: EmbedderChoice = { embedder: 'lexical', model: '', offline: true }

export const GOOD: Work = {
  code: [{ path: 'main.py', content: 'def f(a):\n    return a + 1\n' }],
  checklist: [{ page: 'Home', function: 'Show', description: 'Shows a text.' }],
  parameters: [{ of: 't1', name: 'url', value: 'http://localhost:8000/' }],
}

export const find = (scores: readonly NamedScore[], name: string, setting = 'strict') =>
  scores.find((each) => each.name === name && each.setting === setting)?.score
