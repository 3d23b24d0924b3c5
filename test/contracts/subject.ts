import type { LaunchPlan, MissionKind, Parameter } from '../../harness/contracts/schema.ts'
import type { Mission, TesterServices } from '../../harness/contracts/types.ts'
import type { PartName } from '../needs.ts'

export type Files = Readonly<Record<string, string>>

/** A tester with projects for it. Its suite has the testcodes `first` and `second`. */
export interface Subject {
  readonly kind: MissionKind
  /** A mission with testcodes of its own, in place of `first` and `second`; the first two of these ids are judged. */
  readonly whole?: { readonly mission: Mission; readonly ids: readonly string[] }
  /** The parts of this machine without which it cannot be tried. */
  readonly needs?: readonly PartName[]
  readonly launch?: LaunchPlan
  readonly testcodes: unknown
  /** Services of a run that it needs besides the usual ones. */
  readonly services?: Partial<TesterServices>
  readonly parameter?: Parameter
  /** The right answer for the parameter `value`. */
  readonly answer?: unknown
  /** A project that passes both testcodes. */
  readonly good: Files
  /** A project that starts and does nothing that is asked for. */
  readonly idle: Files
  /** A project that keeps the processor busy for ever once it is used; undefined if the tester runs nothing, or a suite at once. */
  readonly busy?: Files
}
