/** All that trials of one run share in a process that has only their specs. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { agentsFor } from '../agents/index.ts'
import { modelByName } from '../agents/models.ts'
import { benchmarkOf, selectMissions } from '../benchmarks/index.ts'
import type { TrialRecord, TrialSpec } from '../contracts/schema.ts'
import type { Paper } from '../contracts/paper.ts'
import type { Mission, TrialEvent } from '../contracts/types.ts'
import { findChromedriverBrowser } from '../lib/browser/chromedriver.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { Redactor } from '../lib/models/redact.ts'
import type { ExchangeLog, ModelClient } from '../lib/models/client.ts'
import { findPython } from '../lib/python/find.ts'
import { TrialStore } from '../store/store.ts'
import { Testers } from '../testers/index.ts'
import { configurationOf, fieldDigests, type FieldDigests } from './agent-digests.ts'
import { agentSetup } from './agent-setup.ts'
import { loadSuites, runOne, trialOf, type TrialTools } from './one-trial.ts'
import { isToolReview, reviewLog, reviewerWithLogs } from './reviewer.ts'
import { openToolReviewer } from './tool-reviewer.ts'
import { ownPartsOf } from './own-parts.ts'
import { calibrateLibrary } from '../trial/calibration/calibrate.ts'
import type { Trial } from '../trial/trial.ts'

export interface WorkshopOptions {
  readonly papers: readonly Paper[]
  /** Ids. */
  readonly missions: readonly string[]
  readonly agents: readonly string[]
  /** Agents whose paths are relative to another folder than that of this process → the same with an absolute path. */
  readonly absolute?: ReadonlyMap<string, string>
  /** Folders that no tool of an agent may see. */
  readonly hides: readonly string[]
  readonly client: (redactor: Redactor) => ModelClient
  /** Gets to know the keys of agents; by default one of this process's environment is made. */
  readonly redactor?: Redactor
}

/** Everything but the folder that a trial is written to. */
type SharedTools = Omit<TrialTools, 'store'>

interface Parts {
  readonly testers: Testers
  readonly redactor: Redactor
  readonly logs: AsyncLocalStorage<ReviewPlace>
}

/** Where the answers of a reviewer are recorded. */
interface ReviewPlace {
  readonly log: ExchangeLog
  /** Of the trial. */
  readonly folder: string
}

export class Workshop implements AsyncDisposable {
  readonly missions: readonly Mission[]
  readonly #tools: SharedTools
  readonly #testers: Testers
  readonly #redactor: Redactor
  /** For the trial that the running code belongs to. */
  readonly #logs: AsyncLocalStorage<ReviewPlace>

  private constructor(missions: readonly Mission[], tools: SharedTools, { testers, redactor, logs }: Parts) {
    this.missions = missions
    this.#tools = tools
    this.#testers = testers
    this.#redactor = redactor
    this.#logs = logs
  }

  /**
   * @param spec Of any trial of the run
   * @throws UsageError if the benchmark, a mission or a file of the user is not the one it names
   */
  static async open(spec: TrialSpec, options: WorkshopOptions): Promise<Workshop> {
    const { papers, hides, client, redactor = Redactor.ofEnvironment(process.env) } = options
    const logs = new AsyncLocalStorage<ReviewPlace>()
    const benchmark = await benchmarkOf(spec.benchmark, papers)
    const missions = await selectMissions(benchmark, options.missions)
    const own = await ownPartsOf({ runId: spec.runId, settings: spec.settings }, papers)
    const asked = {
      agentOptions: spec.agent.options,
      config: spec.agent.config,
      repairs: spec.agent.repairs,
      feedback: spec.agent.feedback,
      protocol: spec.settings.protocol,
      out: spec.agent.runs,
      sandbox: spec.settings.sandbox,
    }
    const setup = await agentSetup(asked, missions, benchmark, redactor, papers)
    const { allowedOrigins, patience, review, python, pythonPath } = spec.settings
    const services = {
      client: client(redactor),
      redactor,
      resolve: (model: string) => modelByName(model, setup),
      hides,
    }
    const place = () => logs.getStore() ?? outsideOfTrials()
    const { sandbox } = spec.settings
    const opened = { services, sandbox, redactor, folder: () => place().folder }
    const reviewer =
      review &&
      (isToolReview(review)
        ? await openToolReviewer(review, setup, opened)
        : reviewerWithLogs(review, services, () => place().log))
    const testers = new Testers({
      ...{ launchBrowser, findChromedriverBrowser, allowedOrigins, patience, reviewer },
      calibrate: calibrateLibrary,
      own: own.testers,
    })
    try {
      const tools: SharedTools = {
        benchmark,
        missions: await loadSuites(benchmark, missions, testers),
        agents: await agentsFor([...options.agents], setup, options.absolute),
        services,
        testers,
        launchers: own.launchers,
        scorers: own.scorers,
        python: await findPython({ program: python, path: pythonPath }),
      }
      return new Workshop(missions, tools, { testers, redactor, logs })
    } catch (error) {
      await testers[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Agent → the fields of its configuration, without keys. */
  get agents(): ReadonlyMap<string, FieldDigests> {
    const each = [...this.#tools.agents]
    return new Map(each.map(([name, agent]) => [name, fieldDigests(this.#redactor.value(configurationOf(agent)))]))
  }

  /**
   * @param folder Of this attempt: no other one writes to it
   * @returns The record, which is on disk too; undefined if the trial was stopped or will be judged later
   */
  async run(
    spec: TrialSpec,
    folder: string,
    emit: (event: TrialEvent) => void,
    signal: AbortSignal,
  ): Promise<TrialRecord | undefined> {
    let record: TrialRecord | undefined
    const clean = this.#clean(emit, (ended) => (record = ended))
    const place = { log: reviewLog(folder, this.#redactor), folder }
    await this.#logs.run(place, () => runOne(spec, this.#toolsFor(folder), clean, signal))
    return record
  }

  /** A trial from its spec, for a control beside it. */
  trialOf(spec: TrialSpec, folder: string, signal: AbortSignal): Trial {
    return trialOf(spec, this.#toolsFor(folder), () => undefined, signal)
  }

  /** Two runs may have trials of the same id: a folder belongs to a call. */
  #toolsFor(folder: string): TrialTools {
    return { ...this.#tools, store: () => new TrialStore(folder, this.#redactor) }
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

function outsideOfTrials(): never {
  throw new TypeError('a reviewer is asked outside of a trial')
}
