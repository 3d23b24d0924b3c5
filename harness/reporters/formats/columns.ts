import { levelAndMode } from '../../contracts/variants.ts'
import type { RunRecord, TrialRecord } from '../../contracts/schema.ts'

/** Null is unknown, and an empty cell. */
export type Cell = string | number | null

export interface Sheet {
  readonly name: string
  readonly columns: readonly string[]
  /** Computed again at each call. */
  readonly rows: () => Iterable<readonly Cell[]>
}

/** Level and mode if all variants of the run have them, as ProjectEval's do; else the variant. */
export function variantColumns({ settings }: RunRecord): readonly ('level' | 'mode' | 'variant')[] {
  return settings.variants.every((variant) => levelAndMode(variant)) ? ['level', 'mode'] : ['variant']
}

export function variantCells(variant: string, columns: ReturnType<typeof variantColumns>): Cell[] {
  return columns.map((column) => (column === 'variant' ? variant : (levelAndMode(variant)?.[column] ?? null)))
}

export function trialColumns(run: RunRecord): string[] {
  return ['run', 'trial', 'agent', ...variantColumns(run), 'mission', 'sample']
}

export function trialCells(run: RunRecord, { trial }: Pick<TrialRecord, 'trial'>): Cell[] {
  return [
    run.runId,
    trial.id,
    trial.agent,
    ...variantCells(trial.variant, variantColumns(run)),
    trial.mission,
    trial.sample,
  ]
}
