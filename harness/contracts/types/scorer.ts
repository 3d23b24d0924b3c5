import type { Score, Setting } from '../schema.ts'

/** What is compared of a solution with the canonical one. What a solution does not have is absent. */
export interface Work {
  readonly code?: readonly WorkFile[]
  readonly skeleton?: readonly WorkFile[]
  readonly checklist?: readonly ChecklistItem[]
  readonly parameters?: readonly ParameterValue[]
}
export interface WorkFile {
  readonly path: string
  /** Null where an entry for the file was given and nothing in it. */
  readonly content: string | Uint8Array | null
}
/** A function of a page, with its description. */
export interface ChecklistItem {
  readonly page: string
  readonly function: string
  readonly description: string
}
export interface ParameterValue {
  /** What asks for it: the same on either side. */
  readonly of: string
  readonly name: string
  /** Whatever was given. */
  readonly value: unknown
}

/** Work × canonical work → score. */
export interface Scorer {
  /** Under which the scores stand; another one wherever they mean something else. */
  readonly name: string
  /** What cannot be compared is not scored, with the reason; nothing that was produced makes it throw. */
  score(produced: Work, canonical: Work, setting: Setting): Promise<Score>
}
