import { LEVELS, MODES, type Level, type Mode } from './vocabulary.ts'

/** One way to pose a mission. */
export interface Variant {
  /** Part of trial ids and folder names: letters, digits, dots, hyphens. */
  readonly id: string
  readonly title: string
  /** In how many rounds the agent extends its own project; each is a submission, and the last one counts. One by default. */
  readonly rounds?: number
}

/** Rounds of extension that a variant may have; the paper of RepoCraft has 30. */
export const MOST_ROUNDS = 30

/** The id of the variant with so many rounds, such as `rounds-5`. */
export function variantOfRounds(rounds: number): string {
  return `rounds-${String(rounds)}`
}

/** Whether a variant has the id of one with rounds, even if no benchmark offers it. */
export function isOfRounds(variant: string): boolean {
  return /^rounds-\d+$/.test(variant)
}

/**
 * The variants of ProjectEval (ACL 2025 Findings): the agent is given the prompt (level 1), the checklist (2) or the skeleton (3),
 * and writes the project at once (direct) or step by step (cascade). A cascade writes the skeleton itself, so level 3 has none.
 */
export const PROJECTEVAL_VARIANTS: readonly Variant[] = LEVELS.flatMap((level) =>
  MODES.filter((mode) => !(level === 3 && mode === 'cascade')).map((mode) => ({
    id: variantOf(level, mode),
    title: `level ${String(level)}, ${mode}`,
  })),
)

/** The id of a variant of ProjectEval, such as `L2.direct`. */
export function variantOf(level: Level, mode: Mode): string {
  return `L${String(level)}.${mode}`
}

const FORM = new RegExp(`^L([${LEVELS.join('')}])[.](${MODES.join('|')})$`)

/** Level and mode of a variant of ProjectEval; undefined for a variant of another benchmark. */
export function levelAndMode(variant: string): { readonly level: Level; readonly mode: Mode } | undefined {
  const [, level, mode] = FORM.exec(variant) ?? []
  return level === undefined ? undefined : { level: Number(level) as Level, mode: mode as Mode }
}

/** For people: `level 2, direct`, or the id itself. */
export function variantText(variant: string): string {
  const found = levelAndMode(variant)
  return found ? `level ${String(found.level)}, ${found.mode}` : variant
}

/** For narrow places: `L2 direct`, or the id itself. */
export function shortVariant(variant: string): string {
  const found = levelAndMode(variant)
  return found ? `L${String(found.level)} ${found.mode}` : variant
}
