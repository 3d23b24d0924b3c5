import type { Facts, NamedScore, Setting } from '../contracts/schema.ts'
import type { Work } from '../contracts/types.ts'
import { factsOf } from './facts.ts'
import { scorers, type ScorerTools } from './index.ts'

/** A comparison of two works in one or more settings. */
export interface Task {
  readonly produced: Work
  readonly canonical: Work
  readonly settings: readonly Setting[]
}

/** A partial result of a task. */
export type Part = NamedScore | { readonly facts: Facts }

/** Yields each score when it is computed, so that earlier scores are kept if a later one exceeds a limit. */
export async function* carryOut({ produced, canonical, settings }: Task, tools: ScorerTools): AsyncGenerator<Part> {
  for (const create of Object.values(scorers)) {
    const scorer = create(tools)
    for (const setting of settings) {
      yield { name: scorer.name, setting, score: await scorer.score(produced, canonical, setting) }
    }
  }
  if (produced.code) yield { facts: await factsOf(produced.code, tools.analyser.parsers) }
  tools.analyser.tidy()
}

/** The names of all scores of a task. */
export function scoreNames(checklist: string): string[] {
  return Object.keys(scorers).map((name) => (name === 'checklist' ? checklist : name))
}
