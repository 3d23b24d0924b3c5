import { silentAgent } from '../agents/stand-ins.ts'
import { scratchFolder } from '../lib/files/scratch.ts'
import type { Flaky, TrialRecord, Verdict } from '../contracts/schema.ts'
import { isJudged } from '../contracts/points.ts'
import { verdictsOf } from '../lib/statistics/tries.ts'
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
  const chosen = record.submissions?.find(({ counts }) => counts === true)
  const { folder } = chosen ? trial.store.call('submissions', chosen.number) : trial.store
  const again: TrialRecord[] = []
  for (let time = 1; time <= times; time += 1) {
    trial.emit({ type: 'stage', trial: trial.key, stage: 'rejudge', detail: `${String(time)}/${String(times)}` })
    again.push(await judgeOnceMore(trial, folder))
  }
  const judgings = again.map(({ startedAt, seconds, ledger }) => ({
    startedAt,
    seconds,
    ...(ledger ? { ledger } : {}),
  }))
  return { ...record, repeats: { times, flaky: flakyOf([record, ...again]), judgings } }
}

/** @param folder Of the trial, or of the submission that counts */
async function judgeOnceMore(trial: Trial, folder: string): Promise<TrialRecord> {
  await using evidence = await scratchFolder()
  const store = new RepeatStore(folder, evidence.path)
  // The submission that counts is judged again, and no other.
  const { submissions, ...alone } = trial.mission
  const mission = submissions ? alone : trial.mission
  // Emits no verdicts: only the first ones count.
  return await runTrial({ ...trial, mission, store, agent: silentAgent(trial.agent.name), emit: () => undefined })
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
