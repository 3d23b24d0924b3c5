import { UsageError } from '../errors.ts'
import { sha256 } from '../lib/files/digest.ts'
import type { Level, Mode, TrialKey } from '../contracts/schema.ts'

export interface Matrix {
  readonly missions: readonly string[]
  readonly agents: readonly string[]
  readonly levels: readonly Level[]
  readonly modes: readonly Mode[]
  readonly samples: number
}

/** The same matrix, in which what was named twice stands once, where it stood first. */
export function distinct(matrix: Matrix): Matrix {
  const { missions, agents, levels, modes, samples } = matrix
  return { missions: once(missions), agents: once(agents), levels: once(levels), modes: once(modes), samples }
}

function once<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)]
}

/** What somebody who asked for this matrix should know: combinations that were asked for and are not there. */
export function matrixNotices({ levels, modes }: Matrix): string[] {
  if (!levels.includes(3) || !modes.includes('cascade')) return []
  return ['--mode cascade is left out at --level 3, which begins where a cascade ends']
}

/**
 * Every combination that exists, once. A cascade writes what level 3 already gives, so that combination does not exist.
 * @throws UsageError where nothing is left
 */
export function trialKeys(asked: Matrix): TrialKey[] {
  const matrix = distinct(asked)
  const combinations = matrix.agents.flatMap((agent) =>
    matrix.levels.flatMap((level) =>
      matrix.modes.filter((mode) => !(level === 3 && mode === 'cascade')).map((mode) => ({ agent, level, mode })),
    ),
  )
  if (combinations.length === 0) {
    throw new UsageError(
      '--mode cascade does not exist with --level 3, which begins where a cascade ends; use --mode direct',
    )
  }
  return combinations.flatMap(({ agent, level, mode }) =>
    matrix.missions.flatMap((mission) =>
      Array.from({ length: matrix.samples }, (_, index) => {
        const key = { mission, agent, level, mode, sample: index + 1 }
        return { id: trialId(key), ...key }
      }),
    ),
  )
}

/** Readable, fit for a folder's name, and the same on every machine. */
function trialId({ mission, agent, level, mode, sample }: Omit<TrialKey, 'id'>): string {
  const slug = agent
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
  const plain = slug === agent ? slug : `${slug}-${sha256(agent).slice(0, 6)}`
  return [mission, plain, `L${String(level)}`, mode, String(sample)].join('.')
}
