import { describe, expect, it } from 'vitest'
import { readResult } from '../../harness/commands/runs.ts'
import type { TrialRecord } from '../../harness/contracts/schema.ts'
import { trialsAtATime } from '../../harness/reporters/html/app/concurrency.ts'
import { summarise } from '../../harness/run/summary.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keyOf, recordOf, runOf, temporaryFolder } from '../helpers.ts'

const KEYS = [1, 2, 3].map((sample) => keyOf({ agent: 'a', sample }))
const RUN = runOf(KEYS)
const CONCURRENCY = { asked: 'auto', most: 2, processors: 4 } as const

/** Trials that ran beside each other for a minute. */
const ended = (number: number): TrialRecord[] =>
  KEYS.slice(0, number).map((key) => recordOf(key, ['passed'], { seconds: 60, ledger: { agent: 60_000 } }))

/** @param summarised The number of trials in the summary that the run wrote; undefined if it wrote none */
async function resultOf(trials: readonly TrialRecord[], summarised?: number) {
  await using folder = await temporaryFolder()
  await using store = await RunStore.create(folder.path, RUN)
  for (const trial of trials) await store.trial(trial.trial).writeRecord(trial)
  const place = { folder: store.folder, report: '', seconds: 70, concurrency: CONCURRENCY }
  if (summarised !== undefined) await store.writeSummary(summarise(RUN, trials.slice(0, summarised), place))
  return (await readResult(store.folder)).summary
}

describe('the time of a run', () => {
  it('counts a moment once while the run goes on, and is not divided among its trials', async () => {
    const { seconds, ledger } = await resultOf(ended(2))
    expect({ seconds, ledger }).toEqual({ seconds: 60, ledger: undefined })
  })

  it('is not divided if the run was continued', async () => {
    const { seconds, ledger, concurrency } = await resultOf(ended(3), 2)
    expect({ seconds, ledger, concurrency }).toEqual({ seconds: 70, ledger: undefined, concurrency: undefined })
  })

  it('is divided when the run has ended', async () => {
    const { seconds, ledger, concurrency } = await resultOf(ended(3), 3)
    expect({ seconds, concurrency }).toEqual({ seconds: 70, concurrency: CONCURRENCY })
    expect(ledger?.run).toEqual({ agent: 60_000, idle: 10_000 })
  })
})

it.each([
  [{ concurrency: CONCURRENCY }, 'at most 2 trials at a time'],
  [{ concurrency: { ...CONCURRENCY, most: 8, judged: 2 } }, 'at most 8 trials at a time, 2 of them judged'],
  [{ settings: { ...RUN.settings, concurrency: 1 } }, '1 trial at a time'],
  [
    { settings: { ...RUN.settings, concurrency: 'auto' as const } },
    'as many trials at a time as the machine has room for',
  ],
])('says how many trials ran at a time', (run, text) => {
  expect(trialsAtATime({ settings: RUN.settings, ...run })).toBe(text)
})
