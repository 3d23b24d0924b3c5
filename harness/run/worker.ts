/** Runs a trial in a process that shares nothing with the one that asked for it. */
import { agentsFor } from '../agents/index.ts'
import { modelByName } from '../agents/models.ts'
import { benchmarkOf } from '../benchmarks/index.ts'
import { trialSpecSchema, type TrialRecord, type TrialSpec } from '../contracts/schema.ts'
import type { TrialEvent } from '../contracts/types.ts'
import { UsageError } from '../errors.ts'
import { findChromedriverBrowser } from '../lib/browser/chromedriver.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { Budget } from '../lib/models/budget.ts'
import { cacheFolder } from '../lib/files/caches.ts'
import { ExchangeCache } from '../lib/models/cache.ts'
import { ModelClient } from '../lib/models/client.ts'
import { Redactor } from '../lib/models/redact.ts'
import { findPython } from '../lib/python/find.ts'
import { TrialStore } from '../store/store.ts'
import { Testers } from '../testers/index.ts'
import { agentSetup } from './agent-setup.ts'
import { loadSuites, runOne } from './one-trial.ts'
import { ownPartsOf } from './own-parts.ts'

export interface WorkerOptions {
  /** The folder of the trial, which the worker alone writes. */
  readonly folder: string
  readonly emit: (event: TrialEvent) => void
  readonly signal: AbortSignal
  readonly warn?: (warning: string) => void
}

/**
 * Builds all that a trial needs from its spec and runs it. Keys come from the environment of this process.
 * @param given Checked here: it came from another process
 * @returns The record, which is on disk too; undefined if the trial was stopped or is to be judged later
 * @throws UsageError if the spec is not one, or the benchmark, the mission or a file of the user is not the one it names
 */
export async function runSpec(given: unknown, options: WorkerOptions): Promise<TrialRecord | undefined> {
  const spec = parsed(given)
  const { emit, signal, warn = () => undefined } = options
  const redactor = Redactor.ofEnvironment(process.env)
  const benchmark = await benchmarkOf(spec.benchmark)
  const mission = await benchmark.mission(spec.key.mission)
  const own = await ownPartsOf({ runId: spec.runId, settings: spec.settings })
  const asked = {
    agentOptions: spec.agent.options,
    config: spec.agent.config,
    repairs: spec.agent.repairs,
    feedback: spec.agent.feedback,
    out: spec.agent.runs,
    sandbox: spec.settings.sandbox,
  }
  const setup = await agentSetup(asked, [mission], benchmark, redactor)
  const client = new ModelClient({
    redactor,
    budget: new Budget({ cost: undefined, tokens: undefined }),
    cache: new ExchangeCache(cacheFolder('exchanges')),
    warn,
  })
  const { allowedOrigins, patience, python, pythonPath } = spec.settings
  await using testers = new Testers({
    launchBrowser,
    findChromedriverBrowser,
    allowedOrigins,
    patience,
    own: own.testers,
  })
  const tools = {
    benchmark,
    missions: await loadSuites(benchmark, [mission], testers),
    agents: await agentsFor([spec.agent.name], setup),
    services: { client, redactor, resolve: (model: string) => modelByName(model, setup), hides: [options.folder] },
    testers,
    launchers: own.launchers,
    scorers: own.scorers,
    python: await findPython({ program: python, path: pythonPath }),
    store: () => new TrialStore(options.folder, redactor),
  }
  let record: TrialRecord | undefined
  await runOne(
    spec,
    tools,
    (event) => {
      const clean = redactor.value(event)
      if (clean.type === 'trial-end') record = clean.record
      emit(clean)
    },
    signal,
  )
  return record
}

function parsed(given: unknown): TrialSpec {
  const result = trialSpecSchema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new UsageError(
    `this is no spec of a trial: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`,
  )
}
