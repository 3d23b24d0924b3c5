/** The work on one unit: its test, its code, and at most eight repairs. */
import {
  GRAPH_LIMITS,
  type Attribution,
  type UnitAttempt,
  type FailureCause,
  type FailureVote,
} from '../../../../contracts/schema.ts'
import type { Unit } from '../graph/units.ts'
import { askForCode, askForOtherTest, askForRepair, askForTest, type Failure, type Version, askForVote } from './ask.ts'
import { passes, type Board, type Work } from './board.ts'
import { runTests, testFileOf, type Tested } from './run-tests.ts'
import { inParallel } from '../../../../agents/framework/parallel.ts'
import { outlines } from '../../../../agents/framework/outlines/outlines.ts'

/** Code that a unit leaves: its own, and changes of units that it needs. */
export interface Written {
  readonly work: Work
  readonly changes: ReadonlyMap<string, string>
}

interface Trial {
  readonly version: Version
  readonly tested: Tested
  readonly fact: Fact | undefined
}

/** The test is written before the code, from the interface alone. */
export async function writeUnit(board: Board, unit: Unit): Promise<Written> {
  const work = board.workOf(unit)
  const test = await askForTest(board, unit)
  const code = await askForCode(board, unit, test)
  if (code === undefined) {
    work.note = 'the model gave no code that can be used'
    return { work, changes: new Map() }
  }
  const changes = new Map([[unit.id, code]])
  if (test !== undefined) return repairUntilPassing(board, work, { changes, test }, 'written')
  work.state = 'written'
  work.note = testFileOf(unit.path) === undefined ? 'files of this kind are not tested alone' : 'the model gave no test'
  return { work, changes }
}

/** Tries a version and repairs it, until its test passes or the repairs are used up. The best version is kept. */
export async function repairUntilPassing(
  board: Board,
  work: Work,
  first: Version,
  changed: UnitAttempt['changed'],
): Promise<Written> {
  let trial = await tried(board, work, first, changed)
  let best = trial
  while (!isDone(trial) && work.repairs < GRAPH_LIMITS.repairs) {
    work.repairs += 1
    const failure = failureOf(work, trial)
    const attribution = await attributionOf(board, work.unit, trial, failure)
    const last = work.attempts.at(-1)
    if (last) last.attribution = attribution
    if (attribution.cause === 'environment') {
      // Nothing was repaired: neither code nor test can change what is installed.
      work.repairs -= 1
      work.state = 'written'
      work.test = trial.version.test
      const vote = attribution.votes.find(({ cause }) => cause === 'environment')
      work.note = `its test cannot be run here: ${trial.fact?.log ?? vote?.reason ?? ''}`.slice(0, 600)
      return { work, changes: trial.version.changes }
    }
    const next = await repaired(board, work.unit, trial, attribution, failure)
    if (next === undefined) continue
    trial = await tried(board, work, next, attribution.cause)
    if (valueOf(trial) >= valueOf(best)) best = trial
  }
  return finished(board, work, isDone(trial) ? trial : best)
}

function isDone({ fact, tested: { passed, of } }: Trial): boolean {
  return fact === undefined && passed === of
}

/** -1 if it cannot be tested, else the share of its tests that pass. */
function valueOf({ fact, tested: { passed, of } }: Trial): number {
  if (fact !== undefined) return -1
  return of === 0 ? 1 : passed / of
}

function finished(board: Board, work: Work, trial: Trial): Written {
  const { version, tested, fact } = trial
  work.test = version.test
  if (!isDone(trial)) {
    work.state = 'failed'
    const isUnusable = fact?.cause === 'code'
    if (isUnusable) work.note = 'no version of it could be used; it is left out'
    board.note(
      `${work.unit.id}: its test does not pass after ${String(work.repairs)} repairs; the best version is kept`,
    )
    return { work, changes: isUnusable ? new Map() : version.changes }
  }
  work.state = tested.of === 0 ? 'written' : work.repairs === 0 ? 'passing' : 'repaired'
  if (tested.of === 0) work.note = 'its test checks nothing'
  return { work, changes: version.changes }
}

async function tried(board: Board, work: Work, version: Version, changed: UnitAttempt['changed']): Promise<Trial> {
  const before = await factBefore(work.unit, version)
  const tested = before ? { passed: 0, of: 1, log: before.log } : await testOf(board, work.unit, version)
  const fact = before ?? (tested.passed < tested.of ? factAfter(board, version, tested.log) : undefined)
  work.attempts.push({ changed, passed: tested.passed, of: tested.of, log: tested.log.slice(-1500) })
  return { version, tested, fact }
}

/** The result of the test of a unit on all files as they are now. */
export function testOf(board: Board, unit: Unit, { changes, test }: Version): Promise<Tested> {
  const path = testFileOf(unit.path) ?? ''
  return runTests(board.roomWith(changes), { path, content: test }, board.setting.context)
}

function failureOf({ repairs }: Work, { version, tested }: Trial): Failure {
  return { version, log: tested.log, number: repairs, most: GRAPH_LIMITS.repairs, reasons: [] }
}

async function attributionOf(board: Board, unit: Unit, { fact }: Trial, failure: Failure): Promise<Attribution> {
  if (fact === undefined) return attribute(board, unit, failure)
  return { cause: fact.cause, by: 'fact', place: unit.id, votes: [] }
}

/** @returns undefined if the model changes nothing */
async function repaired(
  board: Board,
  unit: Unit,
  { version, fact }: Trial,
  { cause, place: placeId, votes }: Attribution,
  failure: Failure,
): Promise<Version | undefined> {
  const reasons = fact ? [fact.log] : votes.filter((vote) => vote.cause === cause).map(({ reason }) => reason)
  const told: Failure = { ...failure, reasons }
  if (cause === 'test') {
    const test = await askForOtherTest(board, unit, told)
    return test === undefined || test === version.test ? undefined : { ...version, test }
  }
  const place = board.unit(placeId) ?? unit
  const code = await askForRepair(board, unit, place, told)
  if (code === undefined || code === version.changes.get(place.id)) return undefined
  const next: Version = { ...version, changes: new Map([...version.changes, [place.id, code]]) }
  return place.id === unit.id || (await keepsPassing(board, place, next)) ? next : undefined
}

/** Whether the test of a unit that was changed for another one still passes. */
async function keepsPassing(board: Board, place: Unit, version: Version): Promise<boolean> {
  const { test, state } = board.workOf(place)
  if (test === undefined || !passes(state)) return true
  if (await factBefore(place, { ...version, test })) return false
  const { passed, of } = await testOf(board, place, { ...version, test })
  if (passed < of) board.note(`${place.id}: a change for another unit is refused, because its own test fails`)
  return passed === of
}

// ---- attribute -----------------------------------------------------------------------------------------------------

// Attributes a failure to code, test or environment: by a fact if there is one possible cause, else by the majority of five votes.

const MAJORITY = Math.floor(GRAPH_LIMITS.votes / 2) + 1
/** Units whose code a vote sees. */
const MOST_CANDIDATES = 8

/** A failure that needs no test run to be known. */
interface Fact {
  readonly cause: FailureCause
  readonly log: string
}

/** Why a version cannot be tested: it does not parse, or it does not define the unit. */
async function factBefore(unit: Unit, { changes, test }: Version): Promise<Fact | undefined> {
  const code = changes.get(unit.id) ?? ''
  const own = await outlines.of({ path: unit.path, content: code })
  const error = own.problem ?? (own.outline?.error && errorText(unit.path, own.outline.error))
  if (error !== undefined) return { cause: 'code', log: error }
  const { kind, name } = unit.node
  if (kind !== 'file' && own.outline) {
    const { classes, functions, names } = own.outline
    const defined = [...classes, ...functions].some((each) => each.name === name) || names.includes(name)
    if (!defined) return { cause: 'code', log: `the answer does not define the ${kind} ${name}` }
  }
  const path = testFileOf(unit.path) ?? ''
  const tests = await outlines.of({ path, content: test })
  const wrong = tests.problem ?? (tests.outline?.error && errorText(path, tests.outline.error))
  return wrong === undefined ? undefined : { cause: 'test', log: wrong }
}

function errorText(path: string, { line, near }: { readonly line: number; readonly near: string }): string {
  return `${path}:${String(line)}: syntax error near ${near.slice(0, 200)}`
}

/** A module that is neither installed nor a part of the project. */
function factAfter(board: Board, { changes, test }: Version, log: string): Fact | undefined {
  const module = /No module named '(\w+)'/.exec(log)?.[1] ?? /Cannot find package '([\w@/-]+)'/.exec(log)?.[1]
  if (module === undefined) return undefined
  const isOwn = board.units.some(({ path }) =>
    path.split('/').some((each) => each === module || each === `${module}.py`),
  )
  if (isOwn) return undefined
  const used = new RegExp(`\\b${module.replaceAll(/[^\w]/g, '\\$&')}\\b`)
  const inCode = [...board.sources.values(), ...changes.values()].some((code) => used.test(code))
  const cause = !inCode && used.test(test) ? 'test' : 'environment'
  return { cause, log: `${module} is not installed where unit tests run` }
}

/** Failing units are repaired where the majority of those who blame code see the cause. */
async function attribute(board: Board, unit: Unit, failure: Failure): Promise<Attribution> {
  const candidates = candidatesFor(board, unit, failure.log)
  const votes = await collected(board, unit, candidates, failure)
  const counts = new Map<FailureCause, number>()
  for (const { cause } of votes) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  const majority = [...counts].find(([, count]) => count >= MAJORITY)?.[0]
  // Code is the part that the project consists of.
  const cause = majority ?? 'code'
  const place = cause === 'code' ? placeOf(unit, candidates, votes) : unit
  return { cause, by: majority === undefined ? 'no majority' : 'majority', place: place.id, votes: [...votes] }
}

/** Three votes at first: if they agree, the other two cannot change the majority. */
async function collected(
  board: Board,
  unit: Unit,
  candidates: readonly Unit[],
  failure: Failure,
): Promise<readonly FailureVote[]> {
  const ask = (numbers: readonly number[]) =>
    inParallel(numbers, (number) => askForVote(board, unit, candidates, failure, [number, GRAPH_LIMITS.votes]))
  const numbers = Array.from({ length: GRAPH_LIMITS.votes }, (_, index) => index + 1)
  const first = (await ask(numbers.slice(0, MAJORITY))).filter((vote) => vote !== undefined)
  if (first.length === MAJORITY && new Set(first.map(({ cause }) => cause)).size === 1) return first
  const others = await ask(numbers.slice(MAJORITY))
  return [...first, ...others.filter((vote) => vote !== undefined)]
}

/** The unit, then those that it needs: first those whose files the log names, then the nearest. */
function candidatesFor(board: Board, unit: Unit, log: string): Unit[] {
  const near = board.neighbours(unit).filter(({ id }) => board.sources.has(id))
  const named = near.filter(({ path, node }) => log.includes(path) && log.includes(node.name))
  return [...new Set([unit, ...named, ...near])].slice(0, MOST_CANDIDATES)
}

/** Votes without a place, or with one that is no candidate, mean the failing unit. */
function placeOf(unit: Unit, candidates: readonly Unit[], votes: readonly FailureVote[]): Unit {
  const counts = new Map<Unit, number>()
  for (const { cause, place } of votes) {
    if (cause !== 'code') continue
    const meant = candidates.find(({ id }) => id === place) ?? unit
    counts.set(meant, (counts.get(meant) ?? 0) + 1)
  }
  const count = (each: Unit) => counts.get(each) ?? 0
  return candidates.reduce((best, each) => (count(each) > count(best) ? each : best), unit)
}
