import { UsageError } from '../../errors.ts'
import type { EmbedderChoice } from '../../contracts/paper.ts'
import { oneOf } from './values.ts'

const USUAL_MODEL = 'Xenova/all-MiniLM-L6-v2'

/** `--embedder` of all commands that compute scores. */
export const EMBEDDER = {
  type: 'string',
  describe:
    'how checklists and features are compared: lexical (words) or transformers (a sentence model; see pe doctor)',
  default: 'lexical',
  requiresArg: true,
} as const

export const EMBEDDING_MODEL = {
  type: 'string',
  describe: 'for --embedder transformers: a name on the Hugging Face hub, or a folder; see PE_MODELS_DIR',
  defaultDescription: USUAL_MODEL,
  requiresArg: true,
} as const

export const OFFLINE = { type: 'boolean', describe: 'do not download a sentence model', default: false } as const

const EMBEDDERS = ['lexical', 'transformers'] as const

interface EmbedderArgs {
  readonly embedder: string
  readonly 'embedding-model': string | undefined
  readonly offline: boolean
}

/** @throws UsageError if a model is named for an embedder without models */
export function embedderChoice({ embedder, 'embedding-model': model, offline }: EmbedderArgs): EmbedderChoice {
  const choice = oneOf('--embedder', embedder, EMBEDDERS)
  if (model !== undefined && choice !== 'transformers')
    throw new UsageError(`--embedding-model goes with --embedder transformers: ${choice} uses no model`)
  return { embedder: choice, model: model ?? USUAL_MODEL, offline }
}
