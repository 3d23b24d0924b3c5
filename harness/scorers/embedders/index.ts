import type { Environment } from '../../browser/places.ts'
import type { Embedder } from './embedder.ts'
import { lexicalEmbedder } from './lexical.ts'
import { transformersEmbedder, type ModelChoice } from './transformers.ts'

interface EmbedderEntry {
  /** The name of its scores: that of the paper's indicator is for what goes by the meaning of texts. */
  readonly score: string
  readonly open: (choice: ModelChoice, env: Environment) => Promise<Embedder>
}

/** All embedders; a new one is one new file and one line here. */
export const embedders = {
  lexical: { score: 'lexical-checklist', open: () => Promise.resolve(lexicalEmbedder) },
  transformers: { score: 'checklist', open: transformersEmbedder },
} as const satisfies Record<string, EmbedderEntry>

export type EmbedderName = keyof typeof embedders

export interface EmbedderChoice extends ModelChoice {
  readonly embedder: EmbedderName
}
