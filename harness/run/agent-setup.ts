import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AgentSetup, FaultySolution, Recorded, Recording } from '../agents/setup.ts'
import { agentsOf } from '../agents/index.ts'
import { withFault } from '../benchmarks/native/faults-file.ts'
import type { Paper } from '../contracts/paper.ts'
import type { Benchmark, Mission } from '../contracts/types.ts'
import { loadConfig } from '../lib/models/config.ts'
import { isSecretOption, type Redactor } from '../lib/models/redact.ts'
import type { Protocol, SandboxName, RunRecord, TrialKey } from '../contracts/schema.ts'
import { chooseSandbox } from '../sandbox/index.ts'
import { openRoom } from '../trial/agent-context.ts'
import { questionsOf } from '../trial/brief.ts'
import { variantText } from '../contracts/variants.ts'
import { UsageError } from '../errors.ts'
import { TrialStore } from '../store/store.ts'
import { readRun, trialFolder } from '../store/read.ts'
import { resolveRun } from '../store/resolve.ts'

/** Options of the user that concern agents. */
export interface AgentsAsked {
  readonly agentOptions: Readonly<Record<string, string>>
  /** The file to read in place of `pe.config.ts`. */
  readonly config: string | undefined
  readonly repairs: number
  readonly feedback: number
  readonly protocol?: Protocol
  /** The folder of the runs. */
  readonly out: string
  /** Undefined: the strongest that works on this machine. */
  readonly sandbox: SandboxName | undefined
}

/** Makes the arguments of the agents' factories. Keys come from the environment, and are registered with the redactor. */
export async function agentSetup(
  { agentOptions, config, repairs, feedback, protocol = 'default', out, sandbox }: AgentsAsked,
  missions: readonly Mission[],
  benchmark: Benchmark,
  redactor: Redactor,
  papers: readonly Paper[],
): Promise<Omit<AgentSetup, 'argument'>> {
  const byId = new Map(missions.map((mission) => [mission.id, mission]))
  const mission = (id: string): Mission => {
    const found = byId.get(id)
    if (!found) throw new TypeError(`mission "${id}" is not part of this run`)
    return found
  }
  redactor.add(Object.entries(agentOptions).flatMap(([name, value]) => (isSecretOption(name) ? [value] : [])))
  const hides = [path.resolve(out), process.cwd(), path.resolve(benchmark.source)]
  return {
    missions: [...byId.keys()],
    mission,
    questions: (id) => questionsOf(mission(id)),
    canonical: (id) => benchmark.canonical(mission(id)),
    faults: (id) => faultySolutions(benchmark, mission(id)),
    testcodes: (id) => testcodesSource(mission(id)),
    skeleton: (id) => benchmark.skeleton(mission(id)),
    options: agentOptions,
    repairs,
    feedback,
    protocol: benchmark.formsAnswers === true ? protocol : 'default',
    config: await loadConfig(process.cwd(), config),
    paperAgents: agentsOf(papers),
    env: process.env,
    redactor,
    openRoom: async (room) => openRoom(room, sandbox ?? (await chooseSandbox()).name, hides),
    recording: (run) => openRecording(run, out),
  }
}

async function testcodesSource({ materialsFolder }: Mission): Promise<string> {
  const file = path.join(path.dirname(materialsFolder), 'testcodes.ts')
  return existsSync(file) ? readFile(file, 'utf8') : ''
}

/** @returns an empty list for a mission without written faults */
export async function faultySolutions(benchmark: Benchmark, mission: Mission): Promise<FaultySolution[]> {
  const faults = (await benchmark.proofs?.(mission))?.faults ?? []
  if (faults.length === 0) return []
  const canonical = await benchmark.canonical(mission)
  return faults.map((fault) => ({ id: fault.id, why: fault.why, solution: withFault(canonical, fault) }))
}

// ---- recording -----------------------------------------------------------------------------------------------------

/**
 * Opens the projects and answers of the agents of an earlier run.
 * @throws UsageError if there is no such run
 */
async function openRecording(run: string, out: string): Promise<Recording> {
  const folder = await resolveRun(run, out)
  const record = await readRun(folder)
  const { runId, settings, agents = {} } = record
  return {
    runId,
    agents: new Map(settings.agents.map((name) => [name, agents[name] ?? name])),
    solution: (trial) => recorded(folder, record, trial),
  }
}

async function recorded(
  folder: string,
  { runId, trials }: RunRecord,
  wanted: Omit<TrialKey, 'id' | 'identity'>,
): Promise<Recorded> {
  const { mission, agent, variant, sample } = wanted
  const what = `${mission}, ${variantText(variant)}, sample ${String(sample)}`
  const key = trials.find(
    (each) => each.mission === mission && each.agent === agent && each.variant === variant && each.sample === sample,
  )
  if (!key) throw new UsageError(`run ${runId} has no trial of "${agent}" for ${what}`)
  const store = new TrialStore(trialFolder(folder, key))
  const record = await store.readRecord()
  if (record?.outcome === 'no-project')
    return { fault: record.fault ?? 'unreadable', reason: record.reason ?? 'it gave no project' }
  const [project, answers] = [await store.readProject(), await store.readAnswers()]
  if (!project || !answers) throw new UsageError(`in run ${runId} the agent "${agent}" has not answered for ${what}`)
  return { project, answers }
}
