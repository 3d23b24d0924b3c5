import path from 'node:path'
import { attempt, type Attempt, type AttemptSetup } from './attempt.ts'
import { controlMachine } from './control.ts'
import type { AllVerdicts } from './judge.ts'
import type { Answers, AttemptRecord, Control, TrialRecord, Verdict } from '../contracts/schema.ts'
import type { Mission, Project } from '../contracts/types.ts'
import { joinAttempts, pointsOfAttempt, settledPoints } from './second-attempt.ts'
import type { Trial } from './setup.ts'
import type { StageClock, Timed } from './stage-clock.ts'

export type Judged = AllVerdicts &
  Pick<TrialRecord, 'outcome' | 'reason' | 'log' | 'failedAt' | 'attempts' | 'controls'> & {
    readonly launched: boolean
  }

export interface ToJudge {
  readonly project: Project
  /** Called once the project is on disk. They may be known before: the project is frozen when the agent has given it. */
  readonly answers: () => Promise<Answers>
  /** A folder in that of the trial's evidence; that folder itself if it is missing. */
  readonly evidenceIn?: string
}

/**
 * Judges a project. If the project itself may be the reason why it could not be judged, it is judged a second time, in a fresh
 * sandbox.
 * @throws Interrupted, UsageError, AgentFault
 */
export async function judgeProject(trial: Trial, clock: StageClock, toJudge: ToJudge): Promise<Judged> {
  const { project, answers, evidenceIn } = toJudge
  let given: Promise<Answers> | undefined
  const evidence = trial.withoutEvidence === true ? undefined : await trial.store.evidenceFolder(evidenceIn)
  const setup: AttemptSetup = {
    ...trial,
    project,
    answers: () => (given ??= answers()),
    evidenceFolder: evidence,
    stopsAtDoubt: true,
    stage: (name, action) => clock.stage(name, action),
  }
  const timed = await clock.timed(() => attempt(setup))
  const first = { ...timed, value: withEvidenceIn(evidenceIn, timed.value) }
  const { value: end } = first
  if (end.doubt === undefined) return judgedBy(trial.mission, end)

  const controls: Control[] = []
  const control = async () => {
    const made = await clock.stage('control', () => controlMachine({ ...setup, stage: (_, action) => action() }))
    controls.push(made)
    return made
  }
  // A machine that is slow should not be asked again before it is not.
  await control()
  const second = await clock.timed(() =>
    attempt({
      ...setup,
      stopsAtDoubt: false,
      known: settledPoints(end).length,
      evidenceFolder: evidence === undefined ? undefined : path.join(evidence, SECOND),
    }),
  )
  const again = withEvidenceIn(evidenceIn === undefined ? SECOND : `${evidenceIn}/${SECOND}`, second.value)
  const joined = joinAttempts(trial.mission, end, again, again.doubt === undefined ? undefined : await control())
  return {
    ...joined,
    launched: again.launched,
    log: again.log,
    ...(joined.outcome === 'not-launched' && again.failedAt !== undefined ? { failedAt: again.failedAt } : {}),
    attempts: [attemptRecord(first, end), attemptRecord(second, again)],
    controls,
  }
}

/** Judges a project in exactly one attempt, without evidence. */
export async function judgeOnce(
  trial: Trial,
  clock: StageClock,
  { project, answers }: Pick<ToJudge, 'project' | 'answers'>,
): Promise<Judged> {
  const stage: AttemptSetup['stage'] = (name, action) => clock.stage(name, action)
  const end = await attempt({ ...trial, project, answers, evidenceFolder: undefined, stage })
  return judgedBy(trial.mission, end)
}

/** Folder, in that of the evidence, for what the second attempt leaves. */
const SECOND = 'second'

/** Testers name files by their place in the folder of the trial's evidence. */
function withEvidenceIn(folder: string | undefined, end: Attempt): Attempt {
  if (folder === undefined) return end
  const moved = (file: string | undefined) => file?.replace(/^evidence\//, `evidence/${folder}/`)
  const points = end.points.map((verdict): Verdict => {
    const { screenshot, trace, page, before, ...others } = verdict.evidence
    const places = { screenshot: moved(screenshot), trace: moved(trace), page: moved(page), before: moved(before) }
    const known = Object.fromEntries(Object.entries(places).filter(([, place]) => place !== undefined))
    return { ...verdict, evidence: { ...others, ...known } }
  })
  return { ...end, points }
}

function judgedBy(mission: Mission, end: Attempt): Judged {
  const { log, failedAt, launched } = end
  return { ...pointsOfAttempt(mission, end), log, launched, ...(failedAt === undefined ? {} : { failedAt }) }
}

function attemptRecord({ stages, seconds, startedAt }: Timed<Attempt>, end: Attempt): AttemptRecord {
  return {
    outcome: end.outcome,
    ...(end.reason === undefined ? {} : { reason: end.reason }),
    ...(end.doubt === undefined ? {} : { doubt: end.doubt }),
    points: [...end.points],
    stages,
    seconds,
    startedAt,
    log: end.log.slice(-LONGEST_ATTEMPT_LOG),
  }
}

/** The last attempt's is the trial's own, and the other is for comparison. */
const LONGEST_ATTEMPT_LOG = 4000
