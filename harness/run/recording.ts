import { variantText } from '../contracts/variants.ts'
import type { Recorded, Recording } from '../agents/setup.ts'
import { UsageError } from '../errors.ts'
import type { RunRecord, TrialKey } from '../contracts/schema.ts'
import { TrialStore } from '../store/store.ts'
import { readRun, trialFolder } from '../store/read.ts'
import { resolveRun } from '../store/resolve.ts'

/**
 * Opens the projects and answers of the agents of an earlier run.
 * @throws UsageError if there is no such run
 */
export async function openRecording(run: string, out: string): Promise<Recording> {
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
