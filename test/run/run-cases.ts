/** Shared by the tests of run. */
import { expect } from 'vitest'
import { verdictsOf } from '../../harness/lib/statistics/tries.ts'
import { readRun, readTrials } from '../../harness/store/read.ts'
import type { Agent, RunEvent } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { agentThat } from '../trial/feedback-trial.ts'
import { type SmallRun } from './small-run.ts'

export const gives = (letters: string): Agent => agentThat(() => Promise.resolve(projectFor(letters)))

export async function recordsOf({ folder }: SmallRun) {
  return readTrials(folder, await readRun(folder))
}

/** The events of one trial, in short. */
export function shortly(events: readonly RunEvent[], agent: string): string[] {
  return events.flatMap((event) => {
    if (event.type === 'run-begin' || event.type === 'run-end' || event.trial.agent !== agent) return []
    if (event.type === 'stage') return []
    return event.type === 'verdict' ? [`${event.verdict.testcode} ${event.verdict.status}`] : [event.type]
  })
}

/** Each verdict of each record was emitted once, as it is in the record, before the end of its trial. */
export async function expectFinal(run: SmallRun): Promise<void> {
  const records = await recordsOf(run)
  for (const record of records) {
    const own = run.events.filter((event) => 'trial' in event && event.trial.id === record.trial.id)
    const emitted = own.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : []))
    expect(emitted).toEqual(verdictsOf(record))
    expect(own.filter(({ type }) => type === 'trial-end')).toEqual([{ type: 'trial-end', trial: record.trial, record }])
    expect(own.at(-1)?.type).toBe('trial-end')
  }
  expect(await run.logged()).toEqual(JSON.parse(JSON.stringify(run.events)))
}
