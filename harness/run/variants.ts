import { UsageError } from '../errors.ts'
import { otherNames } from '../lib/wording/nearest.ts'
import type { Level, Mode } from '../contracts/schema.ts'
import { isOfRounds, levelAndMode, variantOf, type Variant } from '../contracts/variants.ts'

/** The flags that select variants; undefined if a flag was not given. */
export interface VariantsAsked {
  readonly variants: readonly string[] | undefined
  readonly levels: readonly Level[] | undefined
  readonly modes: readonly Mode[] | undefined
}

export interface VariantsChosen {
  /** Ids, in the requested order. */
  readonly ids: readonly string[]
  /** Messages about requested variants that do not exist. */
  readonly notices: readonly string[]
}

/**
 * The variants of a run. `--level` and `--mode` pick variants of ProjectEval; without them and without `--variant`, the first
 * variant of the benchmark is taken.
 * @throws UsageError naming the variants that exist if none is left
 */
export function chooseVariants(offered: readonly Variant[], asked: VariantsAsked): VariantsChosen {
  const first = offered[0]
  if (!first) throw new UsageError('this benchmark lists no variants')
  if (asked.variants !== undefined) return { ids: asked.variants.map((id) => known(id, offered)), notices: [] }
  const hasLevels = offered.some(({ id }) => levelAndMode(id) !== undefined)
  if (!hasLevels) {
    if (asked.levels !== undefined || asked.modes !== undefined)
      throw new UsageError(`this benchmark has no levels and modes; choose with --variant: ${idsOf(offered)}`)
    return { ids: [first.id], notices: [] }
  }
  const { levels = [1], modes = ['direct'] } = asked
  const wanted = levels.flatMap((level) => modes.map((mode) => ({ level, mode, id: variantOf(level, mode) })))
  const ids = wanted.filter(({ id }) => offered.some((each) => each.id === id)).map(({ id }) => id)
  const left = wanted.filter(({ id }) => !ids.includes(id))
  const notices = left.map(
    ({ level, mode }) => `--mode ${mode} is left out at --level ${String(level)}, which begins where a cascade ends`,
  )
  if (ids.length === 0)
    throw new UsageError(
      '--mode cascade does not exist with --level 3, which begins where a cascade ends; use --mode direct',
    )
  return { ids, notices }
}

function known(id: string, offered: readonly Variant[]): string {
  if (offered.some((each) => each.id === id)) return id
  const ids = offered.map((each) => each.id)
  if (isOfRounds(id) && !offered.some(({ rounds = 1 }) => rounds > 1))
    throw new UsageError(`this benchmark has no rounds, so not ${id}; its variants are ${idsOf(offered)}`)
  throw new UsageError(`there is no variant "${id}"${otherNames(id, ids, `the variants are ${idsOf(offered)}`)}`)
}

function idsOf(offered: readonly Variant[]): string {
  return offered.map(({ id }) => id).join(', ')
}
