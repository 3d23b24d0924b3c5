import type { AgentTrial } from './agent-stage.ts'
import type { LoadedSuite, TrialLimits } from './attempt.ts'
import type { InstallNetwork, Protocol } from '../contracts/schema.ts'
import type { Scoring } from '../contracts/vocabulary.ts'
import type { Launcher, Python, TrialEvent, TesterServices } from '../contracts/types.ts'
import type { Places } from './place.ts'
import type { SandboxLimits } from '../sandbox/limits.ts'

/** All that a trial needs. */
export interface Trial extends AgentTrial {
  readonly suites: readonly LoadedSuite[]
  readonly testerServices: TesterServices
  /** From files of the user; none by default. */
  readonly launchers?: readonly Launcher[]
  /** How the run makes its score from its trials; `pooled` by default. */
  readonly scoring?: Scoring
  /** From which the inputs of testcodes are drawn; the same for all trials of a run. */
  readonly seed: string
  readonly installNetwork: InstallNetwork
  /** Limits that differ from the usual ones. */
  readonly sandboxLimits?: Partial<SandboxLimits>
  /** Of each attempt. */
  readonly limits: TrialLimits
  readonly python: Python
  readonly protocol: Protocol
  /** Screenshots and traces are not kept: nobody will look at them. */
  readonly withoutEvidence?: true
  /** Places for judging; unlimited if it is missing. */
  readonly places?: Places | undefined
  readonly emit: (event: TrialEvent) => void
}
