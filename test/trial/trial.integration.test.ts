import { access } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { solutionAgent } from '../../harness/agents/stand-ins.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { packageRoot } from '../../harness/lib/files/package-root.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import type { MissionLimits, TrialRecord } from '../../harness/contracts/schema.ts'
import { RunStore } from '../../harness/store/store.ts'
import { Testers } from '../../harness/testers/index.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { Benchmark, Mission, ProgramTestcodes, TesterEntry } from '../../harness/contracts/types.ts'
import { keyOf, missionOf, oneSuite, runOf, temporaryFolder, testerServices } from '../helpers.ts'
import { needs } from '../needs.ts'
import { sampled } from '../part.ts'

const it = sampled('trial/trial', 3)

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
  /** Command that installs the program; does nothing by default. */
  readonly install?: string[]
}

async function trialOf(
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

describe('the sandboxes of a trial', await needs('bubblewrap'), () => {
  it('hide the harness, with testcodes and canonical solutions, also from what installs', async () => {
    const harness = packageRoot(import.meta.dirname)
    const places = [
      'package.json',
      'missions/hello/testcodes.ts',
      'canonical/hello/node/answers.json',
      'harness/cli.ts',
    ]
    for (const place of places) await access(path.join(harness, place))
    const look = `const fs = require('node:fs')
      const found = ${JSON.stringify(places)}.filter((place) => fs.existsSync(${JSON.stringify(harness)} + '/' + place))`
    const install = ['node', '-e', `${look}; fs.writeFileSync('installing.txt', 'installing: ' + found.join())`]
    const program = `import { createRequire } from 'node:module'
      const require = createRequire(import.meta.url)
      ${look}
      console.log(fs.readFileSync('installing.txt', 'utf8') + '; running: ' + found.join())`
    const testcodes: ProgramTestcodes = {
      sees: async ({ run, expect: expects }) => {
        expects((await run()).stdout.trim()).toBe('installing: ; running:')
      },
    }
    const suites = oneSuite([{ id: 'sees' }], 'subprocess')
    const changes = { kind: 'batch', parameters: {}, suites } as const
    const { verdicts } = await trialOf(program, changes, { testcodes, install })
    expect(verdicts).toMatchObject([{ status: 'passed' }])
  })
})
