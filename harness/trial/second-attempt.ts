/** Pure: combines two attempts at the same project. The rule and its reasons are in docs/adr/0008. */
import { dependency, verdictsForAll, type AllVerdicts } from './judge.ts'
import type { Control, Outcome, Verdict } from '../contracts/schema.ts'
import { pointsFor } from '../contracts/points.ts'
import { countedTestcodes } from '../contracts/suites.ts'
import type { Mission } from '../contracts/types.ts'

/** How an attempt ended. */
export interface AttemptEnd {
  readonly outcome: Extract<Outcome, 'judged' | 'not-launched' | 'unjudged'>
  /** Reason of an outcome other than `judged`. */
  readonly reason?: string
  /** The verdicts that the attempt reached, the runnable point first; empty if the project was not launched. */
  readonly points: readonly Verdict[]
  /** Names of unjudged points that the project may have caused. */
  readonly doubtful: ReadonlySet<string>
  /** Names of points whose verdicts were not emitted because they may change. */
  readonly held: ReadonlySet<string>
  /** Whether the project had been launched when the attempt ended. */
  readonly launched: boolean
  /** Why the outcome or a point is doubtful. */
  readonly doubt?: string
}

/** The final points of a first attempt: those before the first doubtful one. */
export function settledPoints({ points, doubtful }: AttemptEnd): readonly Verdict[] {
  const end = points.findIndex(({ testcode }) => doubtful.has(testcode))
  return end === -1 ? points : points.slice(0, end)
}

export interface Together extends AllVerdicts {
  readonly outcome: AttemptEnd['outcome']
  readonly reason?: string
}

/**
 * The verdicts of the first attempt up to its first doubt, and those of the second one from there on. A point that is doubtful in
 * both attempts is the project's error if the machine is healthy, and unjudged if it is not.
 * @param control Made after the second attempt; undefined if that attempt had no doubts
 */
export function joinAttempts(
  mission: Mission,
  first: AttemptEnd,
  second: AttemptEnd,
  control: Control | undefined,
): Together {
  const known = settledPoints(first)
  const later = allPoints(mission, second, control)
  const points = [...known, ...later.points.slice(known.length)]
  const [runnable, ...verdicts] = points
  if (!runnable) throw new TypeError('there is always a runnable point')
  // Some points were judged, even if the rest was not.
  if (known.length > 0) return { outcome: 'judged', runnable, verdicts }
  const { outcome, reason } = later
  return { outcome, ...(reason === undefined ? {} : { reason }), runnable, verdicts }
}

interface Settled {
  readonly outcome: AttemptEnd['outcome']
  readonly reason?: string
  readonly points: readonly Verdict[]
}

function allPoints(mission: Mission, end: AttemptEnd, control: Control | undefined): Settled {
  const reason = end.reason ?? ''
  if (end.outcome === 'judged') return { outcome: 'judged', points: settle(mission, end, control) }
  if (end.doubt === undefined) return everything(mission, end, end.outcome, reason)
  if (control?.healthy !== true) return everything(mission, end, 'unjudged', `${reason}; ${shown(control)}`)
  const blamed = `${reason}, in both attempts; ${shown(control)}`
  return everything(mission, end, end.launched ? 'judged' : 'not-launched', blamed)
}

/** Gives all points without an emitted verdict the status of the outcome. Emitted verdicts stay. */
function everything(mission: Mission, end: AttemptEnd, outcome: AttemptEnd['outcome'], reason: string): Settled {
  const status = ({ judged: 'error', 'not-launched': 'not-run', unjudged: 'unjudged' } as const)[outcome]
  const { runnable, verdicts } = verdictsForAll(mission, status, reason)
  const told = new Map(
    end.points.filter(({ testcode }) => !end.held.has(testcode)).map((each) => [each.testcode, each]),
  )
  const points = [runnable, ...verdicts].map((verdict) => told.get(verdict.testcode) ?? verdict)
  if (outcome === 'judged' || told.size > 0) return { outcome: 'judged', points }
  return { outcome, reason, points }
}

/** The points of one attempt without doubts. */
export function pointsOfAttempt(mission: Mission, end: AttemptEnd): Together {
  const { outcome, reason, points } =
    end.outcome === 'judged' ? end : everything(mission, end, end.outcome, end.reason ?? '')
  const [runnable, ...verdicts] = points
  if (!runnable) throw new TypeError('there is always a runnable point')
  return { outcome, ...(reason === undefined ? {} : { reason }), runnable, verdicts }
}

/** Decides whose fault the doubtful points are, and then judges the points that depend on them. */
function settle(mission: Mission, { points, doubtful }: AttemptEnd, control: Control | undefined): Verdict[] {
  const healthy = control?.healthy === true
  const settled = new Map<string, Verdict>()
  for (const verdict of points) settled.set(verdict.testcode, settledVerdict(verdict))
  return [...settled.values()]

  function settledVerdict(verdict: Verdict): Verdict {
    if (doubtful.has(verdict.testcode)) {
      const known = verdict.status === 'unjudged' ? 'error' : verdict.status
      const reason = `${verdict.reason ?? ''}, in a second attempt too; ${shown(control)}`
      const status = healthy ? known : 'unjudged'
      return { ...verdict, status, points: pointsFor(status, verdict.points.of), reason }
    }
    const testcode = countedTestcodes(mission).find(({ id }) => id === verdict.testcode)
    const untried = verdict.status === 'unjudged' && mission.withheld?.[verdict.testcode] === undefined
    return { ...verdict, ...(testcode && untried ? dependency(testcode, settled) : undefined) }
  }
}

function shown(control: Control | undefined): string {
  if (!control) return 'the machine was not looked at'
  return control.healthy ? `the machine is healthy: ${control.reason}` : `the machine is not: ${control.reason}`
}
