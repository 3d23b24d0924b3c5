import { sha256 } from '../lib/files/digest.ts'
import type { TrialKey } from '../contracts/schema.ts'

export interface Matrix {
  readonly missions: readonly string[]
  readonly agents: readonly string[]
  /** Ids. */
  readonly variants: readonly string[]
  readonly samples: number
}

/** The same matrix without repetitions, in the order of the first occurrence. */
export function distinct(matrix: Matrix): Matrix {
  const { missions, agents, variants, samples } = matrix
  return { missions: once(missions), agents: once(agents), variants: once(variants), samples }
}

function once<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)]
}

/** Every combination once, in the order agent, variant, mission, sample. */
export function trialKeys(asked: Matrix): TrialKey[] {
  const matrix = distinct(asked)
  return matrix.agents.flatMap((agent) =>
    matrix.variants.flatMap((variant) =>
      matrix.missions.flatMap((mission) =>
        Array.from({ length: matrix.samples }, (_, index) => {
          const key = { mission, agent, variant, sample: index + 1 }
          return { id: trialId(key), ...key }
        }),
      ),
    ),
  )
}

/** Readable, fit for a folder's name, and the same on every machine. */
function trialId({ mission, agent, variant, sample }: Omit<TrialKey, 'id'>): string {
  const slug = agent
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
  const plain = slug === agent ? slug : `${slug}-${sha256(agent).slice(0, 6)}`
  return [mission, plain, variant, String(sample)].join('.')
}
