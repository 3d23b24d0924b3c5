import { silentAgent } from '../agents/stand-ins.ts'
import { scratchFolder } from '../lib/files/scratch.ts'
import type { Flaky, TrialRecord, Verdict } from '../contracts/schema.ts'
import { isJudged } from '../contracts/points.ts'
import { verdictsOf } from '../lib/statistics/tries.ts'
import { withSuites } from '../contracts/suites.ts'
import type { Mission } from '../contracts/types.ts'
import { TrialStore } from '../store/store.ts'
import { runTrial, type Trial } from '../trial/trial.ts'

/**
 * Judges the frozen project of a trial again several times, with the same answers, and records the testcodes whose verdict changed.
 * The first verdicts and their evidence stay; the agent is not called.
 * @param record Record of the first judging
 * @throws Interrupted if the run was stopped
 */
export async function repeatJudging(trial: Trial, record: TrialRecord, times: number): Promise<TrialRecord> {
  if (times === 0 || !['judged', 'not-launched'].includes(record.outcome)) return record
  const again: TrialRecord[] = []
  for (let time = 1; time <= times; time += 1) {
    trial.emit({ type: 'stage', trial: trial.key, stage: 'rejudge', detail: `${String(time)}/${String(times)}` })
    again.push(await judgeOnceMore(trial, partsOf(trial, record)))
  }
  const judgings = again.map(({ startedAt, seconds, ledger }) => ({
    startedAt,
    seconds,
    ...(ledger ? { ledger } : {}),
  }))
  return { ...record, repeats: { times, flaky: flakyOf([record, ...again]), judgings } }
}

/** A project that counts, and the mission with the suites whose verdicts of it count. */
interface RepeatedPart {
  readonly folder: string
  readonly mission: Mission
}

/** Only submissions that count are judged again: several if the best of each suite does. */
function partsOf({ store, mission }: Trial, { submissions = [] }: TrialRecord): RepeatedPart[] {
  const { submissions: rules, ...alone } = mission
  if (!rules) return [{ folder: store.folder, mission }]
  const { afterwards = [] } = rules
  return submissions.flatMap(({ number, suite, counts, reviewed }) => {
    const { folder } = store.call('submissions', number)
    if (suite === undefined) return counts === true ? [{ folder, mission: alone }] : []
    const suites = [...(counts === true ? [suite] : []), ...(reviewed === true ? afterwards : [])]
    return suites.length === 0 ? [] : [{ folder, mission: withSuites(alone, suites) }]
  })
}

/** Judges the parts of a trial again, as one record. */
async function judgeOnceMore(trial: Trial, parts: readonly RepeatedPart[]): Promise<TrialRecord> {
  const agent = silentAgent(trial.agent.name)
  const records: TrialRecord[] = []
  for (const { folder, mission } of parts) {
    await using evidence = await scratchFolder()
    const store = new RepeatStore(folder, evidence.path)
    // Emits no verdicts: only the first ones count.
    records.push(await runTrial({ ...trial, mission, store, agent, emit: () => undefined }))
  }
  const [first] = records
  if (!first) throw new TypeError('a judged trial has a project')
  const seconds = records.reduce((sum, record) => sum + record.seconds, 0)
  return { ...first, seconds, verdicts: records.flatMap(({ verdicts }) => verdicts) }
}

/** The project and the answers that were judged, and a place for evidence that nobody will look at. */
class RepeatStore extends TrialStore {
  readonly #evidence: string

  constructor(folder: string, evidence: string) {
    super(folder)
    this.#evidence = evidence
  }

  override evidenceFolder(): Promise<string> {
    return Promise.resolve(this.#evidence)
  }
}

/** Testcodes with more than one status. Unjudged points are unknown, which is not a change. */
export function flakyOf(records: readonly TrialRecord[]): Flaky[] {
  const verdicts = new Map<string, Verdict[]>()
  for (const verdict of records.flatMap(verdictsOf)) {
    verdicts.set(verdict.testcode, [...(verdicts.get(verdict.testcode) ?? []), verdict])
  }
  return [...verdicts].flatMap(([testcode, all]) => {
    const statuses = all.map(({ status }) => status).filter(isJudged)
    if (new Set(statuses).size < 2) return []
    const short = ({ status, reason }: Verdict) => ({ status, ...(reason === undefined ? {} : { reason }) })
    return [{ testcode, verdicts: all.map(short) }]
  })
}
