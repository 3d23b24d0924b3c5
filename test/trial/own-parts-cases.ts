/** Shared by the tests of own-parts. */
import { checkedTester } from '../../harness/testers/checked-tester.ts'
import { subprocess } from '../../harness/testers/subprocess.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { TesterEntry } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { type Place } from './feedback-trial.ts'

export const FILE = '/home/me/mine.ts'
export const thrown = () => {
  throw new TypeError('of my own')
}

/** The tester of programs with another `open`, as if it were from a user's file. */
export function tester(open: TesterEntry['open'], milliseconds?: number): TesterEntry {
  return checkedTester({ ...subprocess, open }, FILE, milliseconds)
}

export async function judgedBy(here: Place, own: TesterEntry) {
  const trial = here.trial(() => Promise.resolve(projectFor('abc')))
  return runTrial({ ...trial, suites: trial.suites.map((suite) => ({ ...suite, tester: own })) })
}
