import type { Environment } from '../lib/processes/environment.ts'
import type { Comparer } from '../contracts/types.ts'
import type { Analyser } from './analyser.ts'
import type { Graphs } from './architecture/graphs.ts'
import { contractScorer, linkageScorer, orphansScorer, pathScorer, placeholdersScorer } from './architecture/scorers.ts'
import { checklistScorer } from './checklist.ts'
import type { Embedder } from './embedders/embedder.ts'
import { embedders } from './embedders/index.ts'
import type { EmbedderChoice } from '../contracts/paper.ts'
import { filesScorer } from './files.ts'
import { parametersScorer } from './parameters.ts'
import { sketchScorer } from './sketchbleu/sketchbleu.ts'

/** Shared by all scorers. */
export interface ScorerTools {
  readonly analyser: Analyser
  readonly graphs: Graphs
  /** The name of the embedder's score, and a function that opens the embedder at its first call. */
  readonly embedder: { readonly score: string; readonly open: () => Promise<Embedder> }
}

/** All scorers, fastest first; a new one is one new file and one line here. */
export const scorers = {
  parameters: () => parametersScorer,
  checklist: ({ embedder }) => checklistScorer(embedder.score, embedder.open),
  'path-f1': () => pathScorer,
  linkage: ({ graphs }) => linkageScorer(graphs),
  placeholders: ({ graphs }) => placeholdersScorer(graphs),
  orphans: ({ graphs }) => orphansScorer(graphs),
  contract: ({ graphs }) => contractScorer(graphs),
  skeleton: ({ analyser }) => filesScorer('skeleton', analyser),
  code: ({ analyser }) => filesScorer('code', analyser),
  sketchbleu: ({ analyser }) => sketchScorer(analyser),
} as const satisfies Record<string, (tools: ScorerTools) => Comparer>

export function embedderTool(choice: EmbedderChoice, env: Environment): ScorerTools['embedder'] {
  const { score, open } = embedders[choice.embedder]
  let opened: Promise<Embedder> | undefined
  return { score, open: () => (opened ??= open(choice, env)) }
}
