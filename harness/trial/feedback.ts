import pLimit from 'p-limit'
import { AgentFault, firstThrown } from '../errors.ts'
import { throwIfAborted } from '../lib/async/deadline.ts'
import { projectDigest } from '../lib/files/project-digest.ts'
import { SCHEMA_VERSION, type Answers, type JudgedCall } from '../contracts/schema.ts'
import { nameableSuites, submissionSuites, visibleSuites, withSuites } from '../contracts/suites.ts'
import type { FeedbackOffer, Mission, Project, TrialEvent, SubmissionResult, CheckResult } from '../contracts/types.ts'
import type { CallKind } from '../store/store.ts'
import { projectIsFrozen, type FeedbackCalls } from './feedback-calls.ts'
import { judgeOnce, judgeProject, type Judged } from './judge-project.ts'
import { StoredCalls, type StoredCall } from './stored-calls.ts'
import {
  checkResult,
  entryOf,
  joinedResults,
  submissionResult,
  usedUp,
  visibleMission,
  type JudgedProject,
  type Quota,
} from './submissions.ts'
import type { Trial } from './setup.ts'
import { StageClock } from './stage-clock.ts'
import { suitesOf } from './suites-of.ts'
import { freeze } from './workspace.ts'

/** Most bytes of all checked projects of one trial. */
const MOST_CHECKED = 1024 * 1024 * 1024
/** Most characters of a project's output. */
const LONGEST_LOG = 20_000

/**
 * Judges projects while the agent works, one at a time. Each project is on disk before it is judged, and its result is on disk
 * before the agent gets it. So a resumed run gives the same answers, and no more submissions than the mission allows.
 */
export class Feedback implements FeedbackCalls {
  readonly feedback: FeedbackOffer
  readonly #trial: Trial
  readonly #clock: StageClock
  readonly #oneAtATime = pLimit(1)
  readonly #stored: Readonly<Record<CallKind, StoredCalls>>
  #isFrozen = false
  #failure: { readonly error: unknown } | undefined

  constructor(trial: Trial, clock: StageClock) {
    this.#trial = trial
    this.#clock = clock
    this.feedback = offerOf(trial.mission)
    this.#stored = {
      submissions: new StoredCalls(trial.store, 'submissions'),
      checks: new StoredCalls(trial.store, 'checks'),
    }
  }

  async check(project: Project, answers: Answers = {}): Promise<CheckResult> {
    const { mission } = this.#trial
    if (!this.feedback.checks) throw nothingToCheck(mission)
    return this.#forAgent(async () => {
      const call = await this.#known('checks', project, answers)
      return checkResult(mission, 'judged' in call ? call : await this.#judgeForAgent('checks', call.stored))
    })
  }

  async submit(project: Project, answers: Answers = {}, suite?: string): Promise<SubmissionResult> {
    const { mission } = this.#trial
    const { submissions } = mission
    if (!submissions) throw takesOne(mission)
    const { suites = [] } = this.feedback
    if (suite !== undefined && !suites.includes(suite)) throw noSuchSuite(mission, suite, suites)
    return this.#forAgent(async () => {
      const results: SubmissionResult[] = []
      for (const each of suite === undefined ? await this.#openSuites() : [suite]) {
        const known = await this.#known('submissions', project, answers, each)
        const call = 'judged' in known ? known : await this.#judgeForAgent('submissions', known.stored)
        results.push(submissionResult(call, await this.#quotaAfter(call.number), submissions.shows))
      }
      return joinedResults(results)
    })
  }

  /** The suites of a submission that names none, as many as submissions are left; those come first that nothing was submitted for. */
  async #openSuites(): Promise<readonly (string | undefined)[]> {
    const names = nameableSuites(this.#trial.mission)
    if (names.length === 0) return [undefined]
    const calls = await this.#stored.submissions.all()
    const isNew = (name: string) => !calls.some(({ suite }) => suite === name)
    const ordered = names.toSorted((one, other) => Number(isNew(other)) - Number(isNew(one)))
    // One at least, so that a project which was judged before is found, and any other is refused with the reason.
    return ordered.slice(0, Math.max(1, await this.#left()))
  }

  /**
   * Waits for the projects that are being judged, and refuses all later calls.
   * @throws An error of the harness during an earlier call, even if the agent caught it
   */
  async freeze(): Promise<void> {
    this.#isFrozen = true
    await this.#oneAtATime(() => undefined)
    if (this.#failure) throw this.#failure.error
  }

  /**
   * Stores the project that the agent returned as its last submission, to be judged with the rest.
   * @returns The number of its last submission; undefined if no submission was left for it
   */
  async takeReturned(project: Project, answers: Answers): Promise<number | undefined> {
    const stored = this.#stored.submissions
    const own = this.#redacted(answers)
    let number: number | undefined
    for (const suite of await this.#openSuites()) {
      const known = await stored.find(projectDigest(project), own, suite)
      if (!known && (await this.#left()) === 0) continue
      number = (known ?? (await stored.add(project, own, suite))).number
    }
    return number
  }

  /** Judges a project by the suites that wait until the agent has ended. @param number Of the submission with that project */
  async judgeAfterwards(number: number): Promise<Judged> {
    const call = (await this.#stored.submissions.all()).find((each) => each.number === number)
    if (!call) throw new TypeError(`there is no submission ${String(number)}`)
    const { mission } = this.#trial
    const project = await this.#stored.submissions.projectOf(call)
    return judgeProject(
      {
        ...this.#trial,
        emit: withoutVerdicts(this.#trial),
        mission: withSuites(mission, mission.submissions?.afterwards ?? []),
      },
      this.#clock,
      { project, answers: () => Promise.resolve(call.answers), evidenceIn: `afterwards-${String(number)}` },
    )
  }

  /** Judges the stored submissions that are unjudged, in order: the returned project, and those of a killed harness. */
  async judgeRest(): Promise<void> {
    for (const call of await this.#stored.submissions.all())
      if (!call.judged) await this.#judge('submissions', call, this.#clock)
  }

  /** The projects that have been judged so far, in order. */
  async judged(kind: CallKind): Promise<readonly JudgedProject[]> {
    return (await this.#stored[kind].all()).filter(isJudged)
  }

  async hasSubmissions(): Promise<boolean> {
    return (await this.#stored.submissions.all()).length > 0
  }

  /** Runs one call at a time, and none once the project is frozen. Keeps a failure of the harness, even if the agent catches it. */
  #forAgent<T>(action: () => Promise<T>): Promise<T> {
    return this.#oneAtATime(async () => {
      throwIfAborted(this.#trial.signal)
      if (this.#isFrozen) throw projectIsFrozen()
      try {
        return await this.#clock.stage('feedback', action)
      } catch (error) {
        if (!(firstThrown(error) instanceof AgentFault)) this.#failure ??= { error }
        throw error
      }
    })
  }

  /** Finds the same project with the same answers, which is judged only once. Stores a new one if the mission allows it. */
  async #known(kind: CallKind, given: Project, answers: Answers, suite?: string) {
    const project = freeze(given, this.#trial.services?.redactor)
    const own = this.#redacted(answers)
    const stored = this.#stored[kind]
    const known = await stored.find(projectDigest(project), own, suite)
    if (known && isJudged(known)) return known
    if (known) return { stored: known }
    await this.#refuseMore(kind)
    return { stored: await stored.add(project, own, suite) }
  }

  #redacted(answers: Answers): Answers {
    return this.#trial.services?.redactor.value(answers) ?? answers
  }

  async #refuseMore(kind: CallKind): Promise<void> {
    const { mission } = this.#trial
    if (kind === 'submissions') {
      if ((await this.#left()) > 0) return
      throw new AgentFault(
        `mission "${mission.id}" takes ${String(this.feedback.submissions)} submissions: none is left`,
        'limit',
      )
    }
    const bytes = (await this.#stored.checks.all()).reduce((sum, call) => sum + call.bytes, 0)
    if (bytes > MOST_CHECKED)
      throw new AgentFault('the projects that were checked in this trial are too large together', 'limit')
  }

  async #left(): Promise<number> {
    return this.feedback.submissions - (await this.#used(Infinity))
  }

  /** The quota after a submission was judged, which stays the same when the agent asks again. */
  async #quotaAfter(number: number): Promise<Quota> {
    const used = await this.#used(number)
    return {
      left: Math.max(0, this.feedback.submissions - used),
      isFree: used === (await this.#used(number - 1)),
    }
  }

  async #used(upTo: number): Promise<number> {
    const calls = await this.#stored.submissions.all()
    return usedUp(calls.filter(({ number }) => number <= upTo).map(({ judged }) => judged?.outcome))
  }

  /** Emits no stages or verdicts: while the agent works, only the stage `feedback` and the result are visible. */
  #judgeForAgent(kind: CallKind, call: StoredCall): Promise<JudgedProject> {
    const { ledger } = this.#clock
    return this.#judge(kind, call, new StageClock({ key: this.#trial.key, emit: () => undefined, ledger }))
  }

  async #judge(kind: CallKind, call: StoredCall, clock: StageClock): Promise<JudgedProject> {
    const { mission, key, emit } = this.#trial
    const project = await this.#stored[kind].projectOf(call)
    const answers = () => Promise.resolve(call.answers)
    // An emitted verdict is final, and it is not known yet which submission counts.
    const quiet: Trial = { ...this.#trial, emit: withoutVerdicts(this.#trial) }
    const trial = { ...quiet, mission: kind === 'checks' ? visibleMission(mission) : submittedMission(mission, call) }
    const { value, stages, seconds, startedAt } = await clock.timed(() =>
      kind === 'checks'
        ? judgeOnce(trial, clock, { project, answers })
        : judgeProject(trial, clock, { project, answers, evidenceIn: `submission-${String(call.number)}` }),
    )
    const record = { ...recordOf(value), ...suitesOf(trial), stages, seconds, at: startedAt }
    const judged = await this.#stored[kind].judged(call, record)
    if (kind === 'checks') emit({ type: 'check', trial: key, check: entryOf(judged) })
    else emit({ type: 'submission', trial: key, submission: entryOf(judged) })
    return judged
  }
}

function offerOf(mission: Mission): FeedbackOffer {
  const { most = 0, repository = false } = mission.submissions ?? {}
  const suites = nameableSuites(mission)
  return {
    checks: visibleSuites(mission).length > 0,
    submissions: most,
    ...(repository ? { repository } : {}),
    ...(suites.length === 0 ? {} : { suites }),
  }
}

/** The mission with the suites that judge a submission. */
function submittedMission(mission: Mission, { suite }: StoredCall): Mission {
  return withSuites(mission, suite === undefined ? submissionSuites(mission) : [suite])
}

function noSuchSuite({ id }: Mission, suite: string, suites: readonly string[]): AgentFault {
  const known = suites.length === 0 ? 'a submission names none' : `a submission names one of ${suites.join(', ')}`
  return new AgentFault(`mission "${id}" has no "${suite}": ${known}`, 'crashed')
}

function nothingToCheck({ id }: Mission): AgentFault {
  return new AgentFault(`mission "${id}" has no visible suites: there is nothing to check`, 'crashed')
}

function takesOne({ id }: Mission): AgentFault {
  return new AgentFault(`mission "${id}" takes one submission, which is the project that the agent returns`, 'crashed')
}

function isJudged(call: StoredCall): call is StoredCall & JudgedProject {
  return call.judged !== undefined
}

/** Nor stages: the agent works on meanwhile. */
function withoutVerdicts({ emit }: Trial): (event: TrialEvent) => void {
  return (event) => {
    if (event.type !== 'verdict' && event.type !== 'stage') emit(event)
  }
}

function recordOf(judged: Judged): Omit<JudgedCall, 'stages' | 'seconds' | 'at'> {
  const { outcome, reason, failedAt, runnable, verdicts, log, attempts, controls, launched } = judged
  return {
    schemaVersion: SCHEMA_VERSION,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(failedAt === undefined ? {} : { failedAt }),
    runnable,
    verdicts: [...verdicts],
    ...(attempts === undefined ? {} : { attempts }),
    ...(controls === undefined ? {} : { controls }),
    log: (log ?? '').slice(-LONGEST_LOG),
    launched,
  }
}
