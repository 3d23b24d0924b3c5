import type { EmbedderChoice } from '../../contracts/paper.ts'
import type { Environment } from '../../lib/processes/environment.ts'
import type { Embedder } from './embedder.ts'
import { lexicalEmbedder } from './lexical.ts'
import type { ModelChoice } from './transformers.ts'

interface EmbedderEntry {
  /** The name of its scores. `checklist`, the paper's name, is reserved for embedders of meaning. */
  readonly score: string
  readonly open: (choice: ModelChoice, env: Environment) => Promise<Embedder>
  /** @throws UsageError if it cannot be opened */
  readonly check: (choice: ModelChoice, env: Environment) => Promise<void>
  /** Identifies it without opening it. */
  readonly identity: (choice: ModelChoice, env: Environment) => Promise<string>
}

/** All embedders; a new one is one new file and one line here. */
export const embedders = {
  lexical: {
    score: 'lexical-checklist',
    open: () => Promise.resolve(lexicalEmbedder),
    check: () => Promise.resolve(),
    identity: () => Promise.resolve(lexicalEmbedder.id),
  },
  // Loaded when it is used: what it imports takes longer to load than all scorers.
  transformers: {
    score: 'checklist',
    open: async (choice, env) => (await import('./transformers.ts')).transformersEmbedder(choice, env),
    check: async (choice, env) => (await import('./transformers.ts')).checkModel(choice, env),
    identity: async (choice, env) => (await import('./transformers.ts')).modelIdentity(choice, env),
  },
} as const satisfies Record<EmbedderChoice['embedder'], EmbedderEntry>

/**
 * Before work that ends with comparisons: not to find out at its end.
 * @throws UsageError with a remedy
 */
export function checkEmbedder(choice: EmbedderChoice, env: Environment): Promise<void> {
  return embedders[choice.embedder].check(choice, env)
}

/** Identifies an embedder by the content of its model, because a name can refer to another model later. */
export function embedderIdentity(choice: EmbedderChoice, env: Environment): Promise<string> {
  return embedders[choice.embedder].identity(choice, env)
}
