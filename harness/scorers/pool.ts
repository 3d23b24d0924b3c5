import { HarnessFault, UsageError } from '../errors.ts'
import type { Facts, ModuleGraph, NamedScore } from '../contracts/schema.ts'
import type { TaskLimits } from '../lib/processes/pool/limits.ts'
import { ProcessPool } from '../lib/processes/pool/pool.ts'
import { environmentOf } from './embedders/environment.ts'
import { embedderIdentity, embedders } from './embedders/index.ts'
import type { EmbedderChoice } from '../contracts/paper.ts'
import { scoreNames, type Part, type Task } from './task.ts'
import { LIMITS, earlyEnd } from './early.ts'
import type { End, tasks } from './worker.ts'

export interface ScorerPoolOptions {
  readonly processes: number
  readonly embedder: EmbedderChoice
  /** Replaced in tests. */
  readonly limits?: Partial<TaskLimits>
}

export interface Scored {
  readonly scores: readonly NamedScore[]
  readonly facts: Facts | undefined
  readonly graph: ModuleGraph | undefined
  /** False if a score exceeded a limit; a later attempt may succeed. */
  readonly complete: boolean
}

/** Computes scores in processes of low priority, so that everything else, above all judging, has precedence. */
export class ScorerPool implements AsyncDisposable {
  readonly #choice: EmbedderChoice
  readonly #pool: ProcessPool<typeof tasks>
  #embedder: Promise<string> | undefined

  constructor({ processes, embedder, limits }: ScorerPoolOptions) {
    this.#choice = embedder
    this.#pool = new ProcessPool({
      purpose: 'computes scores',
      module: { name: 'worker', near: import.meta.url },
      processes,
      limits: { ...LIMITS, ...limits },
      args: [JSON.stringify(embedder)],
      env: environmentOf(process.env),
      lowPriority: true,
    })
  }

  /**
   * Computes all scores of a task. A score that exceeds a limit, and all after it, are not scored, with the reason.
   * @throws UsageError if the embedder is not available
   * @throws HarnessFault if a scorer is broken
   * @throws Interrupted if the pool is disposed
   */
  async score(task: Task): Promise<Scored> {
    const scores = new Map<string, NamedScore>()
    let facts: Facts | undefined
    let graph: ModuleGraph | undefined
    const end = await this.#run(task, (part) => {
      if ('facts' in part) facts = part.facts
      else if ('graph' in part) graph = part.graph
      else scores.set(keyOf(part), part)
    })
    if (end.how === 'usage') throw new UsageError(end.reason)
    if (end.how === 'broken') throw new HarnessFault(`scores could not be computed: ${end.reason}`)
    if (end.how === 'exhausted') for (const each of this.#notScored(task, end.reason)) addTo(scores, each)
    return { scores: [...scores.values()], facts, graph, complete: end.how === 'done' }
  }

  /** The identity of the embedder, on which checklist scores depend. */
  embedder(): Promise<string> {
    return (this.#embedder ??= embedderIdentity(this.#choice, process.env))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close()
  }

  async #run(task: Task, onPart: (part: Part) => void): Promise<End> {
    try {
      return await this.#pool.run('score', task, { onPart })
    } catch (error) {
      return earlyEnd(error)
    }
  }

  #notScored({ settings }: Task, reason: string): NamedScore[] {
    const names = scoreNames(embedders[this.#choice.embedder].score)
    return names.flatMap((name) =>
      settings.map((setting): NamedScore => ({ name, setting, score: { scored: false, reason } })),
    )
  }
}

function keyOf({ name, setting }: NamedScore): string {
  return `${name} ${setting}`
}

function addTo(scores: Map<string, NamedScore>, each: NamedScore): void {
  if (!scores.has(keyOf(each))) scores.set(keyOf(each), each)
}
