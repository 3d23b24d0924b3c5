import { describe, expect, it, vi } from 'vitest'
import { solutionAgent } from '../../harness/agents/stand-ins.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { packageRoot } from '../../harness/lib/files/package-root.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import type { MissionLimits, TrialRecord } from '../../harness/contracts/schema.ts'
import { RunStore } from '../../harness/store/store.ts'
import { Testers } from '../../harness/testers/index.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { Benchmark, Mission, ProgramTestcodes, TesterEntry } from '../../harness/contracts/types.ts'
import { keyOf, missionOf, oneSuite, runOf, temporaryFolder, testerServices } from '../helpers.ts'

vi.mock(import('../../harness/sandbox/index.ts'), async (original) => {
  const module = await original()
  return { ...module, openSandbox: vi.fn(module.openSandbox) }
})

/** Judges a Node program under the limits of a mission; the run's own limit is a minute. */
function trial(program: string, testcodes: ProgramTestcodes, limits: MissionLimits): Promise<TrialRecord> {
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
}

async function trialOf(
  program: string,
  changes: Partial<Mission>,
  { testcodes, own = [] }: Given,
): Promise<TrialRecord> {
  await using folder = await temporaryFolder()
  const key = keyOf()
  const mission = missionOf(changes)
  await using store = await RunStore.create(folder.path, runOf([key]))
  await using testers = new Testers({ ...testerServices(), own })
  const agent = solutionAgent('fixture', {
    project: {
      files: [{ path: 'main.mjs', content: program }],
      launch: { install: ['true'], run: ['node', 'main.mjs'] },
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

const runs: ProgramTestcodes[string] = async ({ run, expect }) => {
  expect((await run()).code).toBe(0)
}

describe('the limits of a mission', () => {
  it('end a program that needs more memory, and say so', async () => {
    const greedy = `const all = []; for (let n = 0; n < 20; n += 1) all.push(Buffer.alloc(16 * 1024 * 1024, 1))`
    const { verdicts } = await trial(greedy, { runs }, { memoryMiB: 128 })
    expect(verdicts[0]?.reason).toContain('memory limit 128 MiB')
    expect(verdicts[0]?.status).not.toBe('passed')
    const enough = await trial(greedy, { runs }, { memoryMiB: 800 })
    expect(enough.verdicts[0]?.status).toBe('passed')
  })

  it('end the judging where the run would go on', async () => {
    const slow = `setTimeout(() => {}, 1500)`
    const { verdicts } = await trial(slow, { runs, again: runs }, { seconds: 1 })
    expect(verdicts.map(({ status }) => status)).toEqual(['timeout', 'timeout'])
    expect(verdicts[0]?.reason).toBe('the trial reached its limit of 1 s before')
    expect(verdicts.map(({ limit }) => limit)).toEqual(['time', 'time'])
  })
})

describe('the target of a tester', () => {
  it('is the running project if it accepts that, and the files of the project if it accepts only those', async () => {
    const seen: string[] = []
    const looks = (name: string, accepts: TesterEntry['accepts']): TesterEntry => ({
      name,
      accepts,
      check: () => undefined,
      open(target) {
        const files = target.kind === 'website' ? [] : target.workspace.files.map((file) => file.path)
        seen.push(`${name}: ${target.kind} with ${files.join(', ')}`)
        const passed = () => Promise.resolve({ status: 'passed', evidence: {} } as const)
        return Promise.resolve({ runnable: passed, judge: passed, [Symbol.asyncDispose]: () => Promise.resolve() })
      },
    })
    const own = [looks('runs', ['program', 'source']), looks('reads', ['source'])]
    const suites = own.map(({ name }) => ({ id: name, tester: name, weight: 1, testcodes: [{ id: `it-${name}` }] }))
    const record = await trialOf('', { kind: 'batch', suites }, { own })
    expect(seen).toEqual(['runs: program with main.mjs', 'reads: source with main.mjs'])
    expect(record.verdicts).toMatchObject([
      { testcode: 'it-runs', suite: 'runs', status: 'passed' },
      { testcode: 'it-reads', suite: 'reads', status: 'passed' },
    ])
    expect(record.suites).toEqual(suites.map(({ id, tester, weight }) => ({ id, tester, weight })))
  })
})

describe('the sandboxes of a trial', () => {
  it('hide the harness, with testcodes and canonical solutions, also from what installs', async () => {
    const opened = vi.mocked(openSandbox)
    opened.mockClear()
    await trial('', { runs }, {})
    const hidden = opened.mock.calls.map(([, , options]) => options?.hides)
    const harness = [packageRoot(import.meta.dirname)]
    expect(hidden).toEqual([harness, harness])
  })
})
