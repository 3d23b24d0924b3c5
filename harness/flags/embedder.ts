import type { EmbedderChoice } from '../scorers/embedders/index.ts'
import { oneOf } from './values.ts'

/** Of all that computes scores. */
export const EMBEDDER = {
  type: 'string',
  describe: 'what compares checklists: lexical (by words), or transformers (by a model; see pe doctor)',
  default: 'lexical',
  requiresArg: true,
} as const

export const EMBEDDING_MODEL = {
  type: 'string',
  describe: 'its model: a name on the hub, or a folder; PE_MODELS_DIR may hold some',
  default: 'Xenova/all-MiniLM-L6-v2',
  requiresArg: true,
} as const

export const OFFLINE = { type: 'boolean', describe: 'fetch no model', default: false } as const

const EMBEDDERS = ['lexical', 'transformers'] as const

interface EmbedderArgs {
  readonly embedder: string
  readonly 'embedding-model': string
  readonly offline: boolean
}

export function embedderChoice({ embedder, 'embedding-model': model, offline }: EmbedderArgs): EmbedderChoice {
  return { embedder: oneOf('--embedder', embedder, EMBEDDERS), model, offline }
}
