/** Runs a trial in a process that shares nothing with the one that asked for it. */
import { trialSpecSchema, type TrialRecord, type TrialSpec } from '../contracts/schema.ts'
import type { Paper } from '../contracts/paper.ts'
import type { TrialEvent } from '../contracts/types.ts'
import { UsageError } from '../errors.ts'
import { cacheFolder } from '../lib/files/caches.ts'
import { Budget } from '../lib/models/budget.ts'
import { ExchangeCache } from '../lib/models/cache.ts'
import { ModelClient } from '../lib/models/client.ts'
import { Workshop } from './workshop.ts'

export interface WorkerOptions {
  readonly papers: readonly Paper[]
  /** The folder of the trial, which the worker alone writes. */
  readonly folder: string
  readonly emit: (event: TrialEvent) => void
  readonly signal: AbortSignal
  readonly warn?: (warning: string) => void
}

/**
 * Runs a trial from its spec. Keys come from the environment of this process.
 * @param given Validated here, because it came from another process
 * @returns The record, which is also on disk; undefined if the trial was stopped or will be judged later
 * @throws UsageError if the spec is invalid, or if the benchmark, the mission or a file of the user differs from that in the spec
 */
export async function runSpec(given: unknown, options: WorkerOptions): Promise<TrialRecord | undefined> {
  const spec = specFrom(given)
  const { emit, signal, warn = () => undefined } = options
  await using workshop = await Workshop.open(spec, {
    papers: options.papers,
    missions: [spec.key.mission],
    agents: [spec.agent.name],
    hides: [options.folder],
    client: (redactor) =>
      new ModelClient({
        redactor,
        budget: new Budget({ cost: undefined, tokens: undefined }),
        cache: new ExchangeCache(cacheFolder('exchanges')),
        warn,
      }),
  })
  return await workshop.run(spec, options.folder, emit, signal)
}

/** @throws UsageError naming the first field that is wrong */
export function specFrom(given: unknown): TrialSpec {
  const result = trialSpecSchema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new UsageError(
    `this is no spec of a trial: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`,
  )
}
