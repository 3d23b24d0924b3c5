import { solutionAgent } from '../../harness/agents/stand-ins.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import type { MissionLimits, TrialRecord } from '../../harness/contracts/schema.ts'
import { RunStore } from '../../harness/store/store.ts'
import { Testers } from '../../harness/testers/index.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { Benchmark, Mission, ProgramTestcodes, TesterEntry } from '../../harness/contracts/types.ts'
import { keyOf, missionOf, oneSuite, runOf, temporaryFolder, testerServices } from '../helpers.ts'

/** Judges a Node program under the limits of a mission; the run's own limit is a minute. */
export function trial(program: string, testcodes: ProgramTestcodes, limits: MissionLimits): Promise<TrialRecord> {
  const suites = oneSuite(
    Object.keys(testcodes).map((id) => ({ id })),
    'subprocess',
  )
  return trialOf(program, { kind: 'batch', limits, parameters: {}, suites }, { testcodes })
}

interface Given {
  /** Of every suite. */
  readonly testcodes?: unknown
  /** Testers beside those that come with `pe`. */
  readonly own?: readonly TesterEntry[]
  /** Command that installs the program; does nothing by default. */
  readonly install?: string[]
}

export async function trialOf(
  program: string,
  changes: Partial<Mission>,
  { testcodes, own = [], install = ['true'] }: Given,
): Promise<TrialRecord> {
  await using folder = await temporaryFolder()
  const key = keyOf()
  const mission = missionOf(changes)
  await using store = await RunStore.create(folder.path, runOf([key]))
  await using testers = new Testers({ ...testerServices(), own })
  const agent = solutionAgent('fixture', {
    project: {
      files: [{ path: 'main.mjs', content: program }],
      launch: { install, run: ['node', 'main.mjs'] },
    },
    answers: {},
  })
  return await runTrial({
    key,
    benchmark: { input: () => Promise.resolve({ type: 'prompt', prompt: 'Make it.' }) } as unknown as Benchmark,
    mission,
    suites: mission.suites.map((suite) => ({ suite, tester: testers.for(suite), testcodes })),
    testerServices: testers.services,
    agent,
    seed: 'test',
    store: store.trial(key),
    sandbox: (await chooseSandbox()).name,
    installNetwork: 'none',
    python: systemPython(),
    protocol: 'default',
    limits: { trial: 60_000, testcode: 20_000, start: 20_000, install: 20_000 },
    emit: () => undefined,
    signal: new AbortController().signal,
  })
}

export const runs: ProgramTestcodes[string] = async ({ run, expect }) => {
  expect((await run()).code).toBe(0)
}
