/** The questions that are asked about one unit. */
import type { FailureVote } from '../../../../contracts/schema.ts'
import type { TextFile } from '../../../../contracts/types.ts'
import { AgentFault } from '../../../../errors.ts'
import { finishedText } from '../../../../agents/framework/signatures.ts'
import { answerReader } from '../../../../agents/output/read.ts'
import { filesText } from '../../../../agents/protocol/describe.ts'
import { boundText, listText, unitText } from '../graph/text.ts'
import type { Unit } from '../graph/units.ts'
import type { Board } from './board.ts'
import { ownPart } from './own-part.ts'
import { testFileOf } from './run-tests.ts'
import { filesOf, type Sources } from './sources.ts'

/** Characters of finished files in a prompt. */
const FINISHED = 40_000
/** Characters of one code or test in a prompt. */
const LONGEST = 40_000

/** A version of a unit that is tried: its code, perhaps with changes of units that it needs, and its test. */
export interface Version {
  readonly changes: Sources
  readonly test: string
}

/** @returns undefined if the model gives no test, or if this kind of file has none */
export async function askForTest(board: Board, unit: Unit): Promise<string | undefined> {
  const path = testFileOf(unit.path)
  if (path === undefined) return undefined
  const values = { ...common(board, unit, new Map()), test_path: path, how: howOf(unit) }
  const test = await oneFile(board, `test: ${unit.id}`, 'test', values, path)
  return test === undefined || test.trim() === '' ? undefined : test
}

export async function askForCode(board: Board, unit: Unit, test: string | undefined): Promise<string | undefined> {
  const values = {
    ...common(board, unit, new Map()),
    what: whatOf(unit),
    test: test === undefined ? '(none: nothing of it is tested by itself)' : test.slice(0, LONGEST),
  }
  return part(unit, board, await oneFile(board, `code: ${unit.id}`, 'code', values, unit.path))
}

export interface Failure {
  readonly version: Version
  readonly log: string
  /** The repair that is asked for, from 1. */
  readonly number: number
  readonly most: number
  readonly reasons: readonly string[]
}

/** @param place The unit to repair, which may be one that the failing unit needs */
export async function askForRepair(
  board: Board,
  unit: Unit,
  place: Unit,
  failure: Failure,
): Promise<string | undefined> {
  const { version, log, reasons } = failure
  const values = {
    ...common(board, place, version.changes),
    ...numbers(failure),
    what: whatOf(place),
    failing: unit.id,
    code: (sourceOf(board, version.changes, place) ?? '').slice(0, LONGEST),
    test: version.test.slice(0, LONGEST),
    log,
    reasons: listText(reasons),
  }
  return part(place, board, await oneFile(board, `repair: ${place.id}`, 'repair-code', values, place.path))
}

export async function askForOtherTest(board: Board, unit: Unit, failure: Failure): Promise<string | undefined> {
  const path = testFileOf(unit.path) ?? ''
  const { version, log, reasons } = failure
  const values = {
    ...common(board, unit, version.changes),
    ...numbers(failure),
    test_path: path,
    how: howOf(unit),
    code: (sourceOf(board, version.changes, unit) ?? '').slice(0, LONGEST),
    test: version.test.slice(0, LONGEST),
    log,
    reasons: listText(reasons),
  }
  const test = await oneFile(board, `repair of the test: ${unit.id}`, 'repair-test', values, path)
  return test === undefined || test.trim() === '' ? undefined : test
}

/** One opinion on the cause of a failure; undefined if it cannot be read. */
export async function askForVote(
  board: Board,
  unit: Unit,
  candidates: readonly Unit[],
  { version, log, number }: Failure,
  [opinion, of]: readonly [number, number],
): Promise<FailureVote | undefined> {
  const purpose = `vote ${String(opinion)}: ${unit.id}`
  const shown = candidates.flatMap((each): TextFile[] => {
    const content = sourceOf(board, version.changes, each)
    return content === undefined ? [] : [{ path: each.id, content }]
  })
  const values = {
    ...{ unit: unitText(unit, board.graph), test: version.test.slice(0, LONGEST), log },
    code: boundText(filesText(shown), LONGEST),
    ...{ places: candidates.map(({ id }) => id).join(', '), opinion: String(opinion), of: String(of) },
    failure: String(number),
  }
  try {
    return await board.setting.ask(purpose, 'vote', values, (text) => answerReader.read('vote', text))
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    board.note(`${purpose}: no vote: ${error.message}`)
    return undefined
  }
}

/** A repair for the results of visible tests, which know nothing of units. */
export async function askForCorrection(
  board: Board,
  unit: Unit,
  changes: Sources,
  {
    findings,
    results,
    round,
  }: { readonly findings: readonly string[]; readonly results: string; readonly round: number },
): Promise<string | undefined> {
  const values = {
    ...common(board, unit, changes),
    ...{ what: whatOf(unit), code: (sourceOf(board, changes, unit) ?? '').slice(0, LONGEST) },
    ...{ results, findings: listText(findings), number: String(round) },
  }
  return part(unit, board, await oneFile(board, `correction: ${unit.id}`, 'correct', values, unit.path))
}

function sourceOf(board: Board, changes: Sources, { id }: Unit): string | undefined {
  return changes.get(id) ?? board.sources.get(id)
}

function numbers({ number, most }: Failure): Readonly<Record<string, string>> {
  return { number: String(number), most: String(most) }
}

/** The unit in the graph, and the code of what it needs. */
function common(board: Board, unit: Unit, changes: Sources): Readonly<Record<string, string>> {
  const near = board.neighbours(unit)
  const sources = new Map([...board.sources, ...changes])
  const needed = new Set(near.map(({ id }) => id))
  const own = filesOf(near, new Map([...sources].filter(([id]) => needed.has(id))))
  const paths = new Set(own.map((file) => file.path))
  const others = board.roomWith(changes).filter((file) => !paths.has(file.path))
  return {
    id: unit.id,
    path: unit.path,
    unit: unitText(unit, board.graph),
    finished: finishedText(
      [...own, ...others],
      own.map(({ path }) => path),
      FINISHED,
    ),
  }
}

function whatOf({ node, path }: Unit): string {
  if (node.kind === 'file') return `the whole content of ${path}`
  return `the source of the ${node.kind} ${node.name} alone, with the imports that it needs at the top and no other class or function of the plan`
}

function howOf({ path }: Unit): string {
  return path.endsWith('.py')
    ? 'Functions whose names begin with test_, with assert, or test cases of unittest. Only the standard library is installed: no pytest. The root of the project and its folder src are on the path of modules.'
    : 'It imports node:test and node:assert, and the file by a path relative to its own folder. Only Node is installed: no packages, no network. It must end by itself, so it closes every server that it starts.'
}

/** The content of the file that was asked for; undefined if the answer cannot be used. */
async function oneFile(
  board: Board,
  purpose: string,
  template: string,
  values: Readonly<Record<string, string>>,
  path: string,
): Promise<string | undefined> {
  try {
    const files = await board.setting.askForFiles(purpose, template, values)
    const [only, ...others] = files
    const found = files.find((file) => file.path === path) ?? (others.length === 0 ? only : undefined)
    if (!found) board.note(`${purpose}: the answer has other files, but not this one`)
    return found?.content
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    board.note(`${purpose}: ${error.message}`)
    return undefined
  }
}

/** Models tend to give the whole file, with other units that are written apart. */
function part(unit: Unit, { units }: Board, content: string | undefined): string | undefined {
  if (content === undefined || content.trim() === '') return undefined
  if (unit.node.kind === 'file') return content
  const others = units.filter(({ path, id }) => path === unit.path && id !== unit.id).map(({ node }) => node.name)
  return ownPart(content, new Set(others))
}
