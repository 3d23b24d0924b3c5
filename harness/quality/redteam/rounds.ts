import path from 'node:path'
import { BudgetSpent, messageOf } from '../../errors.ts'
import { solutionAgent } from '../../agents/stand-ins.ts'
import type { Agent, Project } from '../../contracts/types.ts'
import type { Answers, Outcome } from '../../contracts/schema.ts'
import { judge } from '../validate/judge.ts'
import type { Bench, Subject } from '../validate/subject.ts'
import { attackerOf, type Attempt } from './attacker.ts'
import { Controls, hasPoints, type Point } from './controls.ts'

/** One try of an attacker at a mission. */
export interface Round {
  readonly mission: string
  readonly agent: string
  /** From 1. */
  readonly round: number
  /** `no-project`: the attacker gave none. `unjudged`: it could not be asked, or the harness could not judge. */
  readonly outcome: Outcome
  /** Why the project was not judged; otherwise undefined. */
  readonly reason: string | undefined
  /** Testcodes that are not excluded. */
  readonly testcodes: number
  readonly points: readonly Point[]
  /** Testcodes without a verdict. */
  readonly unjudged: readonly string[]
  /** Has the project, the answers and what the model was asked. */
  readonly folder: string
  readonly seconds: number
}

export interface Attack {
  readonly agent: Agent
  /** The source of the testcodes; empty if the attacker may not read it. */
  readonly testcodes: string
  readonly rounds: number
  readonly baselines: ReadonlyMap<string, Agent>
  /** Each round gets a folder in it. */
  readonly folder: string
}

/**
 * Lets an agent attack a mission. Each round has its own seed, so that the verdicts of earlier ones do not tell what is typed. Ends
 * early if the attacker cannot be asked.
 */
export async function attackMission(
  subject: Subject,
  { agent, testcodes, rounds, baselines, folder }: Attack,
  bench: Bench,
  onRound: (round: Round) => void,
): Promise<Round[]> {
  const controls = new Controls(subject, baselines, bench)
  const attempts: Attempt[] = []
  const results: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const place = path.join(folder, subject.mission.id, `round-${String(round)}`)
    const tried = await tryOnce(subject, { agent, testcodes, attempts, place, round }, controls, bench)
    results.push(tried.result)
    onRound(tried.result)
    if (tried.result.outcome === 'unjudged') break
    attempts.push(tried.attempt)
  }
  return results
}

interface Try {
  readonly agent: Agent
  readonly testcodes: string
  readonly attempts: readonly Attempt[]
  readonly place: string
  readonly round: number
}

async function tryOnce(subject: Subject, attack: Try, controls: Controls, { around, limit }: Bench) {
  const { mission, testcodes } = subject
  const { agent, place, round, attempts } = attack
  const began = performance.now()
  let project: Project | undefined
  let answers: Answers = {}
  const attacker = attackerOf(agent, { testcodes: attack.testcodes, attempts }, (written) => (project = written))
  const keeping: Agent = {
    ...attacker,
    answer: async (...asked) => (answers = await attacker.answer(...asked)),
  }
  const judging = { mission, testcodes, agent: keeping, seed: `${around.seed}-${String(round)}`, folder: place }
  const { outcome, reason, verdicts } = await limit(() => judge(judging, around)).catch(unaffordable)
  const [, ...others] = verdicts
  const won = others.filter(hasPoints).map(({ testcode }) => testcode)
  const points =
    project === undefined ? [] : await controls.pointsOf(solutionAgent(agent.name, { project, answers }), won)
  const result: Round = {
    ...{ mission: mission.id, agent: agent.name, round, outcome, reason },
    testcodes: others.filter(({ status }) => status !== 'excluded').length,
    points,
    unjudged: others.filter(({ status }) => status === 'unjudged').map(({ testcode }) => testcode),
    folder: place,
    seconds: (performance.now() - began) / 1000,
  }
  const uncounted = points.filter(({ kind }) => kind !== 'gained').map(({ testcode, why }) => [testcode, why] as const)
  return { result, attempt: { project, reason, verdicts: others, uncounted: new Map(uncounted) } }
}

/** A spent budget ends the attack; what it has shown so far is reported. */
function unaffordable(error: unknown): Awaited<ReturnType<typeof judge>> {
  if (error instanceof BudgetSpent) return { outcome: 'unjudged', reason: messageOf(error), verdicts: [] }
  throw error
}
