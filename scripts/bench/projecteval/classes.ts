import type { TrialRecord, Verdict } from '../../../harness/schema.ts'
import type { Pair } from '../../../harness/statistics/agreement.ts'

/** A row on which a published verdict and ours differ, and what we know of ours. */
export interface Row {
  readonly pair: Pair
  readonly verdict: Verdict
  readonly trial: TrialRecord
  /** Disagreements of the same mission before it, in order. */
  readonly before: readonly Pair[]
}

interface DisagreementClass {
  readonly name: string
  readonly why: string
  readonly holds: (row: Row) => boolean
}

const PUBLISHED_LIMIT = 3000
/** Those of the published missions that are no websites. */
const PROGRAMS = ['p16', 'p17', 'p18', 'p19']

const passedHere = ({ pair }: Row) => pair.here.passed === true
const isProgram = ({ pair }: Row) => PROGRAMS.includes(pair.mission)
const reasonHere = ({ pair }: Row) => pair.here.reason ?? ''

/** The first that holds; each is a rule about what was recorded, never a list of rows. */
const CLASSES: readonly DisagreementClass[] = [
  {
    name: 'asserts nothing',
    why: 'the testcode has no assertion that could fail, and the project failed: the original passes it',
    holds: (row) => !passedHere(row) && reasonHere(row).startsWith('it asserts nothing that fails'),
  },
  {
    name: 'newer Python',
    why: 'the project is written for a newer Python than the one that judges it here',
    holds: ({ pair, trial }) => pair.here.status === 'not-run' && (trial.log ?? '').includes('SyntaxError'),
  },
  {
    name: 'other packages',
    why: 'a package is missing here, or is there in another version',
    holds: (row) =>
      !passedHere(row) &&
      /ModuleNotFoundError|ImportError|AttributeError|has no attribute/.test(
        `${row.trial.log ?? ''}${row.verdict.evidence.output ?? ''}`,
      ),
  },
  {
    name: 'from elsewhere',
    why: 'the page loads a style or a script from the network, which is not there',
    holds: (row) => !passedHere(row) && (row.verdict.evidence.refused ?? []).length > 0,
  },
  {
    name: 'path',
    why: 'a path parameter leaves the project or the download folder, which is refused here',
    holds: (row) => pair_(row).here.status === 'bad-parameter' && /path/.test(reasonHere(row)),
  },
  {
    name: 'Windows',
    why: 'a file is renamed onto one that is there, which fails on Windows, where the published verdicts were made',
    holds: (row) =>
      passedHere(row) && isProgram(row) && row.pair.there.reason === 'runtime error' && !followsTimeout(row),
  },
  {
    name: '3 s limit',
    why: 'the testcode takes more than 3 s, after which the original gave up, or follows one that does',
    holds: (row) =>
      passedHere(row) &&
      (row.pair.there.reason === 'timeout' || row.verdict.milliseconds >= PUBLISHED_LIMIT || followsTimeout(row)),
  },
  {
    name: 'no waiting',
    why: 'the original looks right after a click, before the page has answered',
    holds: (row) => passedHere(row) && !isProgram(row),
  },
  {
    name: 'follows',
    why: 'an earlier testcode of the mission differs already, and left another state behind',
    holds: ({ before }) => before.length > 0,
  },
]

function pair_({ pair }: Row): Pair {
  return pair
}

function followsTimeout({ before }: Row): boolean {
  return before.some(({ there }) => there.reason === 'timeout')
}

export const UNNAMED = 'unnamed'

export function classOf(row: Row): string {
  return CLASSES.find(({ holds }) => holds(row))?.name ?? UNNAMED
}

export function whyOf(name: string): string {
  return CLASSES.find((each) => each.name === name)?.why ?? 'no rule says why'
}
