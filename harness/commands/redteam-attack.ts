/** `pe redteam --agent MODEL`: a model tries to win points without the work. */
import path from 'node:path'
import { agentsFor, checkAgents } from '../agents/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Paper } from '../contracts/paper.ts'
import type { Agent, Benchmark } from '../contracts/types.ts'
import { BASELINES, LIBRARY_BASELINES, WINDOW_BASELINES } from '../contracts/vocabulary.ts'
import { UsageError } from '../errors.ts'
import { writeAtomically } from '../lib/files/write.ts'
import { Redactor } from '../lib/models/redact.ts'
import { pluralise } from '../lib/wording/count.ts'
import { attackMission, type Round } from '../quality/redteam/rounds.ts'
import { attackOutcome, attackText } from '../quality/redteam/text.ts'
import { isBaselineFor } from '../quality/validate/baselines.ts'
import type { Bench, Subject } from '../quality/validate/subject.ts'
import { agentSetup } from '../run/agent-setup.ts'
import { print, say } from './print.ts'
import { openServices } from './services.ts'

export interface AttackOptions {
  readonly agent: string
  /** Most tries at each mission. */
  readonly rounds: number
  readonly showTestcodes: boolean
  readonly agentOptions: Readonly<Record<string, string>>
  readonly config: string | undefined
  /** US dollars. */
  readonly maxCost: number | undefined
  readonly maxTokens: number | undefined
  readonly out: string
  readonly json: boolean
}

const EXITS: Readonly<Record<ReturnType<typeof attackOutcome>, ExitCode>> = {
  nothing: EXIT.done,
  gained: EXIT.belowMinimum,
  faulty: EXIT.harness,
}

export async function attackAll(
  options: AttackOptions,
  benchmark: Benchmark,
  subjects: readonly Subject[],
  bench: Bench,
  papers: readonly Paper[],
): Promise<ExitCode> {
  const missions = subjects.map(({ mission }) => mission)
  const asked = { ...options, repairs: 0, feedback: 0, sandbox: bench.around.sandbox }
  const setup = await agentSetup(asked, missions, benchmark, Redactor.ofEnvironment(process.env), papers)
  await checkAgents([options.agent], setup)
  const agents = await agentsFor([options.agent], setup)
  const agent = agents.get(options.agent)
  if (agent?.configuration === undefined)
    throw new UsageError(`--agent takes a model or a tool, and "${options.agent}" always gives the same project`)
  const { services } = openServices({ agents, setup, benchmark, cache: false }, options, say)
  const baselines = await agentsFor([...BASELINES, ...WINDOW_BASELINES, ...LIBRARY_BASELINES], {
    ...setup,
    options: {},
  })
  const { seed } = bench.around
  const folder = path.resolve(options.out, `redteam-${seed}`)
  const attackOne = async (subject: Subject): Promise<Round[]> => {
    const { mission } = subject
    const own = new Map<string, Agent>([...baselines].filter(([name]) => isBaselineFor(mission, name)))
    const testcodes = options.showTestcodes ? await setup.testcodes(mission.id) : ''
    const attack = { agent, testcodes, rounds: options.rounds, baselines: own, folder }
    return attackMission(subject, attack, { ...bench, around: { ...bench.around, services } }, sayRound)
  }
  const rounds = (await Promise.all(subjects.map(attackOne))).flat()
  const outcome = attackOutcome(rounds)
  const result = { agent: options.agent, seed, outcome, rounds }
  await writeAtomically(path.join(folder, 'redteam.json'), `${JSON.stringify(result, null, 2)}\n`)
  if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  else print(attackText(rounds))
  return EXITS[outcome]
}

function sayRound({ mission, round, outcome, points, seconds }: Round): void {
  const gained = points.filter(({ kind }) => kind === 'gained').length
  const what = outcome === 'judged' ? `${pluralise(points.length, 'point')}, ${String(gained)} gained` : outcome
  say(`${mission}, round ${String(round)}: ${what} (${seconds.toFixed(0)} s)`)
}
