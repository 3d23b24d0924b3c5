/** Real trials of the missions of `fixtures/feedback`. */
import { systemPython } from '../../harness/lib/python/find.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import { RunStore } from '../../harness/store/store.ts'
import { Testers } from '../../harness/testers/index.ts'
import type { Trial } from '../../harness/trial/trial.ts'
import type { TrialRecord } from '../../harness/contracts/schema.ts'
import type { Agent, AgentContext, Benchmark, Mission, Project, RunEvent } from '../../harness/contracts/types.ts'
import { missionNamed, testcodes } from '../fixtures/feedback/benchmark.ts'
import { keyOf, runOf, temporaryFolder, testerServices } from '../helpers.ts'

const sandbox = (await chooseSandbox()).name

export interface Place extends AsyncDisposable {
  readonly folder: string
  readonly run: RunStore
  readonly events: RunEvent[]
  /** The trial, with an agent that does this. */
  trial(generate: (context: AgentContext) => Promise<Project>, changes?: Partial<Trial>): Trial
}

export async function place(id: string, changes: Partial<Mission> = {}): Promise<Place> {
  const folder = await temporaryFolder()
  const key = keyOf({ mission: id })
  const store = await RunStore.create(folder.path, runOf([key]))
  const testers = new Testers(testerServices())
  const mission: Mission = {
    ...missionNamed(id),
    digest: id,
    materials: [],
    materialsFolder: folder.file('materials'),
    ...changes,
  }
  const events: RunEvent[] = []
  return {
    folder: store.trial(key).folder,
    run: store,
    events,
    trial: (generate, changes = {}) => ({
      key,
      benchmark: { input: () => Promise.resolve({ type: 'prompt', prompt: 'Make it.' }) } as unknown as Benchmark,
      mission,
      suites: mission.suites.map((suite) => ({
        suite,
        tester: testers.for(suite),
        testcodes: testcodes[suite.id] ?? {},
      })),
      testerServices: testers.services,
      agent: agentThat(generate),
      seed: 'test',
      store: store.trial(key),
      sandbox,
      installNetwork: 'none',
      python: systemPython(),
      protocol: 'default',
      limits: { trial: 60_000, testcode: 20_000, start: 20_000, install: 20_000 },
      emit: (event) => void events.push(event),
      signal: new AbortController().signal,
      ...changes,
    }),
    async [Symbol.asyncDispose]() {
      await testers[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

export function agentThat(generate: (context: AgentContext) => Promise<Project>): Agent {
  return {
    name: 'fixture',
    generate: (_, context) => generate(context),
    answer: () => Promise.resolve({}),
  }
}

export function entries({ submissions = [] }: TrialRecord): (readonly [number, number | null, true | undefined])[] {
  return submissions.map(({ number, score, counts }) => [number, score, counts] as const)
}

export function passed({ verdicts }: TrialRecord): string {
  return verdicts.flatMap(({ testcode, status }) => (status === 'passed' ? [testcode] : [])).join('')
}

export function eventsOf(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'submission') return [`submission ${event.submission.number}`]
    if (event.type === 'check') return [`check ${event.check.number}`]
    return event.type === 'verdict' ? [`${event.verdict.testcode} ${event.verdict.status}`] : []
  })
}
