/** The parts of `npm run prove`, in the order in which they run. */
import { provenCheats, provenFaults, provenSandbox, provenWindows } from './commands.ts'
import { provenSuite } from './judge/faults.ts'
import { provenVerdicts } from './judge/known.ts'
import { provenSteady } from './judge/steady.ts'
import { provenKills } from './kill.ts'
import { provenMutants } from './libraries/prove.ts'
import { QUEUE_PARTS } from './queue/parts.ts'
import { provenBuild } from './repocraft/build.ts'
import { provenRuns } from './runs.ts'
import { provenTests } from './tests.ts'

export interface Proof {
  /** Sentences with what was measured; the first one sums up the part. */
  readonly figures: readonly string[]
  /** Findings; empty if everything held. */
  readonly problems: readonly string[]
}

export interface Part {
  readonly name: string
  readonly title: string
  /** README quotes its first figure. */
  readonly isQuoted?: boolean
  /** @param args Make the part smaller; none for the whole part */
  prove(args: readonly string[]): Promise<Proof>
}

export const PARTS: readonly Part[] = [
  { name: 'tests', title: 'All tests', prove: provenTests },
  { name: 'runs', title: 'Repeated runs give equal verdicts', isQuoted: true, prove: provenRuns },
  { name: 'kills', title: 'A killed run continues and pays for nothing twice', prove: provenKills },
  { name: 'faults', title: 'Testcodes notice faults', isQuoted: true, prove: provenFaults },
  { name: 'windows', title: 'Testcodes of missions with windows notice faults', prove: provenWindows },
  { name: 'cheats', title: 'Cheats get no points', prove: provenCheats },
  { name: 'sandbox', title: 'Hostile projects stay in the sandbox', isQuoted: true, prove: provenSandbox },
  { name: 'judge', title: 'ProjDevBench: submissions get their known verdicts', prove: provenVerdicts },
  { name: 'judge-steady', title: 'ProjDevBench: verdicts hold on a busy machine', prove: provenSteady },
  { name: 'judge-suite', title: 'Problems for the judge: each fault gets its verdict', prove: provenSuite },
  { name: 'libraries', title: 'CodeProjectEval: the tester notices what pytest notices', prove: provenMutants },
  { name: 'repocraft', title: 'RepoCraft: a library passes the tasks made of it', prove: provenBuild },
  ...QUEUE_PARTS,
]
