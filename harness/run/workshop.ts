/** All that trials of one run share in a process that has only their specs. */
import { agentsFor } from '../agents/index.ts'
import { modelByName } from '../agents/models.ts'
import { benchmarkOf, selectMissions } from '../benchmarks/index.ts'
import type { TrialRecord, TrialSpec } from '../contracts/schema.ts'
import type { Mission, TrialEvent } from '../contracts/types.ts'
import { findChromedriverBrowser } from '../lib/browser/chromedriver.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { Redactor } from '../lib/models/redact.ts'
import type { ModelClient } from '../lib/models/client.ts'
import { findPython } from '../lib/python/find.ts'
import { TrialStore } from '../store/store.ts'
import { Testers } from '../testers/index.ts'
import { agentSetup } from './agent-setup.ts'
import { loadSuites, runOne, trialOf, type TrialTools } from './one-trial.ts'
import { reviewerOf } from './reviewer.ts'
import { ownPartsOf } from './own-parts.ts'
import { calibrateLibrary } from '../trial/calibration/calibrate.ts'
import type { Trial } from '../trial/trial.ts'

export interface WorkshopOptions {
  /** Ids. */
  readonly missions: readonly string[]
  readonly agents: readonly string[]
  /** The folder of a trial, which only this process writes. */
  readonly folderOf: (key: TrialSpec['key']) => string
  /** Folders that no tool of an agent may see. */
  readonly hides: readonly string[]
  readonly client: (redactor: Redactor) => ModelClient
  /** Gets to know the keys of agents; by default one of this process's environment is made. */
  readonly redactor?: Redactor
}

export class Workshop implements AsyncDisposable {
  readonly missions: readonly Mission[]
  readonly #tools: TrialTools
  readonly #testers: Testers
  readonly #redactor: Redactor

  private constructor(missions: readonly Mission[], tools: TrialTools, testers: Testers, redactor: Redactor) {
    this.missions = missions
    this.#tools = tools
    this.#testers = testers
    this.#redactor = redactor
  }

  /**
   * @param spec Of any trial of the run
   * @throws UsageError if the benchmark, a mission or a file of the user is not the one it names
   */
  static async open(spec: TrialSpec, options: WorkshopOptions): Promise<Workshop> {
    const { folderOf, hides, client, redactor = Redactor.ofEnvironment(process.env) } = options
    const benchmark = await benchmarkOf(spec.benchmark)
    const missions = await selectMissions(benchmark, options.missions)
    const own = await ownPartsOf({ runId: spec.runId, settings: spec.settings })
    const asked = {
      agentOptions: spec.agent.options,
      config: spec.agent.config,
      repairs: spec.agent.repairs,
      feedback: spec.agent.feedback,
      out: spec.agent.runs,
      sandbox: spec.settings.sandbox,
    }
    const setup = await agentSetup(asked, missions, benchmark, redactor)
    const { allowedOrigins, patience, review, python, pythonPath } = spec.settings
    const services = {
      client: client(redactor),
      redactor,
      resolve: (model: string) => modelByName(model, setup),
      hides,
    }
    const reviewer = review && reviewerOf(review, { ...services, folder: folderOf(spec.key) })
    const testers = new Testers({
      ...{ launchBrowser, findChromedriverBrowser, allowedOrigins, patience, reviewer },
      calibrate: calibrateLibrary,
      own: own.testers,
    })
    try {
      const tools: TrialTools = {
        benchmark,
        missions: await loadSuites(benchmark, missions, testers),
        agents: await agentsFor([...options.agents], setup),
        services,
        testers,
        launchers: own.launchers,
        scorers: own.scorers,
        python: await findPython({ program: python, path: pythonPath }),
        store: (key) => new TrialStore(folderOf(key), redactor),
      }
      return new Workshop(missions, tools, testers, redactor)
    } catch (error) {
      await testers[Symbol.asyncDispose]()
      throw error
    }
  }

  /** @returns The record, which is on disk too; undefined if the trial was stopped or will be judged later */
  async run(spec: TrialSpec, emit: (event: TrialEvent) => void, signal: AbortSignal): Promise<TrialRecord | undefined> {
    let record: TrialRecord | undefined
    await runOne(
      spec,
      this.#tools,
      this.#clean(emit, (ended) => (record = ended)),
      signal,
    )
    return record
  }

  /** A trial from its spec, for a control beside it. */
  trialOf(spec: TrialSpec, signal: AbortSignal): Trial {
    return trialOf(spec, this.#tools, () => undefined, signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#testers[Symbol.asyncDispose]()
  }

  #clean(emit: (event: TrialEvent) => void, ended: (record: TrialRecord) => void): (event: TrialEvent) => void {
    return (event) => {
      const clean = this.#redactor.value(event)
      if (clean.type === 'trial-end') ended(clean.record)
      emit(clean)
    }
  }
}
