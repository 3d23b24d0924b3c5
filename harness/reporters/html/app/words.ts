import { areLibraries, type MissionInfo } from '../data.ts'

/** Texts of the page that differ between kinds of missions. */
export interface Words {
  /** One testcode. */
  readonly testcode: string
  /** In the empty field of the search. */
  readonly search: string
  /** Above the names of testcodes in the table of a mission, and about this table. */
  readonly rows: string
  readonly table: string
  readonly caption: string
  /** How many projects can be judged: above a column, as a fact, and after a number. */
  readonly runnable: { readonly column: string; readonly fact: string; readonly after: string }
  readonly expectsRunnable: string
  /** Above the evidence of a verdict. */
  readonly output: string
  readonly log: string
}

const COMMON: Words = {
  testcode: 'testcode',
  search: 'Find a testcode, function or reason',
  rows: 'Page and function',
  table: 'Pages and functions',
  caption: 'Testcodes by page and function, a square for each sample',
  runnable: { column: 'Runnable', fact: 'Projects that run', after: 'runnable' },
  expectsRunnable: 'It starts and answers.',
  output: 'Output of the program',
  log: 'Log of the project',
}

/** A program with a window. */
const DESKTOP: Words = { ...COMMON, expectsRunnable: 'It shows its window.' }

/** A library does not run: tests import it. */
const LIBRARY: Words = {
  testcode: 'test',
  search: 'Find a test or reason',
  rows: 'Category and task',
  table: 'Tests by category',
  caption: 'Tests by category, a square for each sample',
  runnable: { column: 'Testable', fact: 'Projects that tests can import', after: 'testable' },
  expectsRunnable: 'Its files are there, and its tests can begin.',
  output: 'Output of the test',
  log: 'Test code, or log of the tests',
}

const PYTEST: Words = {
  ...LIBRARY,
  rows: 'Test file and test',
  table: 'Tests by file',
  caption: 'Tests by file, a square for each sample',
  output: 'Where the test failed',
  log: 'Log of the tests',
}

export function wordsOf({ kind, testcodes }: MissionInfo): Words {
  if (kind === 'desktop') return DESKTOP
  if (kind !== 'library') return COMMON
  return testcodes.some(({ id }) => id.includes('.py::')) ? PYTEST : LIBRARY
}

/** The words for all missions: those of libraries only if there is nothing else. */
export function wordsOfAll(missions: readonly MissionInfo[]): Words {
  return areLibraries(missions) ? LIBRARY : COMMON
}
