/** Real runs of the missions of `fixtures/feedback` in this process, with agents and testers of a test. */
import { readFile } from 'node:fs/promises'
import { systemPython } from '../../harness/lib/python/find.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import { Multiplexer } from '../../harness/reporters/index.ts'
import { run, type RunTools } from '../../harness/run/run.ts'
import { RunStore } from '../../harness/store/store.ts'
import { subprocess } from '../../harness/testers/subprocess.ts'
import type { Summary, TrialKey } from '../../harness/contracts/schema.ts'
import type { Agent, Benchmark, Mission, RunEvent, TesterEntry } from '../../harness/contracts/types.ts'
import own, { missionNamed } from '../fixtures/feedback/benchmark.ts'
import { keyOf, runOf, temporaryFolder, testerServices } from '../helpers.ts'

const sandbox = (await chooseSandbox()).name

/** The missions, with a solution. */
export const benchmark: Benchmark = {
  ...own,
  source: '/nowhere',
  mission: (id): Promise<Mission> =>
    Promise.resolve({ ...missionNamed(id), digest: 'd1935', materials: [], materialsFolder: '/nowhere/materials' }),
  skeleton: () => Promise.resolve([]),
  canonical: () => Promise.resolve({ project: { files: [{ path: 'main.js', content: 'main()\n' }] }, answers: {} }),
}

export interface SmallRun extends AsyncDisposable {
  readonly keys: readonly TrialKey[]
  readonly folder: string
  /** Of all calls of `go`, as the reporters got them. */
  readonly events: RunEvent[]
  /** Runs what has not ended. */
  go(changes?: Partial<RunTools>): Promise<Summary>
  /** The lines of `events.jsonl`, without their times. */
  logged(): Promise<RunEvent[]>
}

/** A run with one trial for each agent. */
export async function smallRun(agents: Readonly<Record<string, Agent>>, concurrency: number): Promise<SmallRun> {
  const root = await temporaryFolder()
  const keys = Object.keys(agents).map((agent) => keyOf({ mission: 'plain', agent, variant: 'plain' }))
  const record = runOf(keys)
  const settings = { ...record.settings, concurrency, sandbox, installNetwork: 'none' as const }
  const { folder } = await created(root.path, { ...record, settings })
  const events: RunEvent[] = []
  return {
    keys,
    folder,
    events,
    async go(changes = {}) {
      await using store = await RunStore.resume(folder)
      return await run({
        store,
        benchmark,
        agents: new Map(Object.entries(agents)),
        testers: testerServices(),
        python: systemPython(),
        reporters: new Multiplexer([{ name: 'test', on: (event) => void events.push(event) }]),
        signal: new AbortController().signal,
        ...changes,
      })
    },
    async logged() {
      const lines = (await readFile(`${folder}/events.jsonl`, 'utf8')).trimEnd().split('\n')
      return lines.map((line) => {
        const { at: _, ...event } = JSON.parse(line) as RunEvent & { readonly at: string }
        return event
      })
    },
    [Symbol.asyncDispose]: () => root[Symbol.asyncDispose](),
  }
}

async function created(root: string, record: Parameters<typeof RunStore.create>[1]): Promise<{ folder: string }> {
  await using store = await RunStore.create(root, record)
  return { folder: store.folder }
}

/** The tester of programs; `judged` may replace what it found in the n-th session of a trial, from 1. */
export function doubting(judged: (testcode: string, session: number) => 'unjudged' | undefined): TesterEntry {
  let sessions = 0
  return {
    ...subprocess,
    async open(target, setup) {
      const session = await subprocess.open(target, setup)
      if (setup.mission.id === 'control') return session
      sessions += 1
      const number = sessions
      return {
        runnable: () => session.runnable(),
        async judge(testcode, values) {
          const judgement = await session.judge(testcode, values)
          const status = judged(testcode.id, number)
          return status === undefined ? judgement : { ...judgement, status, reason: 'the worker is gone' }
        },
        [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
      }
    },
  }
}
