import type { Facts, NamedScore, Setting } from '../contracts/schema.ts'
import type { Work } from '../contracts/types.ts'
import { factsOf } from './facts.ts'
import { scorers, type ScorerTools } from './index.ts'

/** What is to be compared, and how. */
export interface Task {
  readonly produced: Work
  readonly canonical: Work
  readonly settings: readonly Setting[]
}

/** Something that has come out of a task. */
export type Part = NamedScore | { readonly facts: Facts }

/** Computes one score after the other, so that what is done is known where something later takes too much. */
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

/** The names of all scores that come out of a task. */
export function scoreNames(checklist: string): string[] {
  return Object.keys(scorers).map((name) => (name === 'checklist' ? checklist : name))
}
