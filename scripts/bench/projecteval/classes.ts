import type { TrialRecord, Verdict } from '../../../harness/contracts/schema.ts'
import type { Pair } from '../../../harness/lib/statistics/agreement.ts'

/** A row on which a published verdict and ours differ, with the records of our verdict. */
export interface Row {
  readonly pair: Pair
  readonly verdict: Verdict
  readonly trial: TrialRecord
  /** Earlier disagreements of the same mission, in order. */
  readonly before: readonly Pair[]
}

interface DisagreementClass {
  readonly name: string
  readonly why: string
  readonly holds: (row: Row) => boolean
}

const PUBLISHED_LIMIT = 3000
/** The published missions that are not websites. */
const PROGRAMS = ['p16', 'p17', 'p18', 'p19']

const passedHere = ({ pair }: Row) => pair.here.passed === true
const isProgram = ({ pair }: Row) => PROGRAMS.includes(pair.mission)
const reasonHere = ({ pair }: Row) => pair.here.reason ?? ''

/** The first class that matches a row counts. Each is a rule about the records, never a list of rows. */
const CLASSES: readonly DisagreementClass[] = [
  {
    name: 'asserts nothing',
    why: 'the testcode has no assertion that could fail, and the project failed: the original passes it',
    holds: (row) => !passedHere(row) && reasonHere(row).startsWith('it asserts nothing that fails'),
  },
  {
    name: 'error page',
    why: 'the page is an error page with code, paths and settings, in which the original found the text that the testcode expects',
    holds: ({ pair, verdict }) =>
      pair.there.passed === true && (verdict.evidence.console ?? []).some((line) => line.includes('a status of 500')),
  },
  {
    name: 'slower here',
    why: 'the testcode took more than the 3 s of the published protocol here, but not there',
    holds: ({ pair }) =>
      pair.there.passed === true && (pair.here.reason ?? '').startsWith('TimedOut: not done within 3 s'),
  },
  {
    name: 'newer Python',
    why: 'the project is written for a newer Python than the one that judges it here',
    holds: ({ pair, trial }) => pair.here.status === 'not-run' && (trial.log ?? '').includes('SyntaxError'),
  },
  {
    name: 'other packages',
    why: 'a package is missing here, or has another version',
    holds: (row) =>
      !passedHere(row) &&
      /ModuleNotFoundError|ImportError|AttributeError|has no attribute/.test(
        `${row.trial.log ?? ''}${row.verdict.evidence.output ?? ''}`,
      ),
  },
  {
    name: 'from elsewhere',
    why: 'the page loads a style or script from the network, which is not available here',
    holds: (row) => !passedHere(row) && (row.verdict.evidence.refused ?? []).length > 0,
  },
  {
    name: 'path',
    why: 'a path parameter points outside the project and the download folder, which is refused here',
    holds: (row) => row.pair.here.status === 'bad-parameter' && reasonHere(row).includes('path'),
  },
  {
    name: 'Windows',
    why: 'a program that works here failed on Windows, where the published verdicts were made: a rename onto an existing file, the printed text, files of an earlier program',
    holds: (row) =>
      passedHere(row) &&
      isProgram(row) &&
      ['runtime error', 'assertion'].includes(row.pair.there.reason ?? '') &&
      !followsTimeout(row),
  },
  {
    name: 'memory limit',
    why: 'the project exceeds the memory limit here; the original had no limit',
    holds: (row) => reasonHere(row).includes('memory limit'),
  },
  {
    name: '3 s limit',
    why: 'the testcode takes more than 3 s, the time limit of the original, or follows one that does',
    holds: (row) =>
      passedHere(row) &&
      (row.pair.there.reason === 'timeout' || row.verdict.milliseconds >= PUBLISHED_LIMIT || followsTimeout(row)),
  },
  {
    name: 'no waiting',
    why: 'the original checks immediately after a click, before the page has reacted',
    holds: (row) => passedHere(row) && !isProgram(row),
  },
  {
    name: 'follows',
    why: 'an earlier testcode of the mission differs too, and left a different state',
    holds: ({ before }) => before.length > 0,
  },
]

function followsTimeout({ before }: Row): boolean {
  return before.some(({ there }) => there.reason === 'timeout')
}

export const UNNAMED = 'unnamed'

export function classOf(row: Row): string {
  return CLASSES.find(({ holds }) => holds(row))?.name ?? UNNAMED
}

export function whyOf(name: string): string {
  return CLASSES.find((each) => each.name === name)?.why ?? 'no rule explains it'
}
