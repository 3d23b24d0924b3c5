/** Shared by the tests of survey. */
import type { EmbedderChoice } from '../../../../harness/contracts/paper.ts'

export const LEXICAL: EmbedderChoice = { embedder: 'lexical', model: '', offline: true }

export const { signal } = new AbortController()

export const CATEGORIES = ['Length conversion', 'Temperature conversion', 'Pressure gauges']

export const file = (path: string, ...lines: readonly string[]) => ({ path, content: `${lines.join('\n')}\n` })

/** A short limit of the test itself would measure the load of the machine. */
export const LATE = { timeout: 240_000 }
