import type { Facts, ModuleGraph, NamedScore, Setting } from '../contracts/schema.ts'
import type { Work } from '../contracts/types.ts'
import type { Graphed } from './architecture/project.ts'
import { shownGraph } from './architecture/shown-graph.ts'
import { factsOf } from './facts.ts'
import { scorers, type ScorerTools } from './index.ts'

/** A comparison of two works in one or more settings. */
export interface Task {
  readonly produced: Work
  readonly canonical: Work
  readonly settings: readonly Setting[]
}

/** A partial result of a task. */
export type Part = NamedScore | { readonly facts: Facts } | { readonly graph: ModuleGraph }

/** The last scorer that is fast; what comes after it may exceed a limit. */
const LAST_FAST: keyof typeof scorers = 'contract'

/** Yields each score when it is computed, so that earlier scores are kept if a later one exceeds a limit. */
export async function* carryOut({ produced, canonical, settings }: Task, tools: ScorerTools): AsyncGenerator<Part> {
  for (const [key, create] of Object.entries(scorers)) {
    const scorer = create(tools)
    for (const setting of settings) {
      yield { name: scorer.name, setting, score: await scorer.score(produced, canonical, setting) }
    }
    if (key === LAST_FAST && produced.code) yield* graphPart(await tools.graphs.of(produced, canonical))
  }
  if (produced.code) yield { facts: await factsOf(produced.code, tools.analyser.parsers) }
  tools.analyser.tidy()
}

function* graphPart(graph: Graphed): Generator<Part> {
  if (!('reason' in graph)) yield { graph: shownGraph(graph) }
}

/** The names of all scores of a task. */
export function scoreNames(checklist: string): string[] {
  return Object.keys(scorers).map((name) => (name === 'checklist' ? checklist : name))
}
