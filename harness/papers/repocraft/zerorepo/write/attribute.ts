/** Attributes a failure to code, test or environment: by a fact if there is one possible cause, else by the majority of five votes. */
import { GRAPH_LIMITS, type Attribution, type FailureCause, type FailureVote } from '../../../../contracts/schema.ts'
import { inParallel } from '../../../../agents/framework/parallel.ts'
import { outlines } from '../../../../agents/framework/outlines/outlines.ts'
import type { Unit } from '../graph/units.ts'
import { askForVote, type Failure, type Version } from './ask.ts'
import type { Board } from './board.ts'
import { testFileOf } from './run-tests.ts'

const MAJORITY = Math.floor(GRAPH_LIMITS.votes / 2) + 1
/** Units whose code a vote sees. */
const MOST_CANDIDATES = 8

/** A failure that needs no test run to be known. */
export interface Fact {
  readonly cause: FailureCause
  readonly log: string
}

/** Why a version cannot be tested: it does not parse, or it does not define the unit. */
export async function factBefore(unit: Unit, { changes, test }: Version): Promise<Fact | undefined> {
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
export function factAfter(board: Board, { changes, test }: Version, log: string): Fact | undefined {
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
export async function attribute(board: Board, unit: Unit, failure: Failure): Promise<Attribution> {
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
export function candidatesFor(board: Board, unit: Unit, log: string): Unit[] {
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
