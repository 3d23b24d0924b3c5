/** Time limits of the tester pytest, shorter than those of a run. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { libraryBenchmark } from '../../../harness/benchmarks/codeprojecteval/benchmark.ts'
import type { LibraryPlan } from '../../../harness/contracts/schema.ts'
import type { Judgement, SessionSetup } from '../../../harness/contracts/types.ts'
import { sourceTarget } from '../../../harness/launchers/source.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { PytestSession } from '../../../harness/testers/pytest/session.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { materialise } from '../../../harness/trial/workspace.ts'
import { root, temporaryFolder } from '../../helpers.ts'
import { sampled } from '../../part.ts'
import { needs } from '../../needs.ts'

const it = sampled('testers/pytest/time', 2)

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
const PYTEST = await needs('python3-pytest')

const REFERENCE = readFileSync(path.join(LIBRARIES, 'intervals', 'intervals', '__init__.py'), 'utf8')

/**
 * All verdicts of the hidden tests on a library.
 * @param shortest Seconds that a test may take
 * @param shortestRun Seconds that a run may take
 */
async function judged(code: string, shortest: number, shortestRun: number): Promise<Map<string, Judgement>> {
  await using scratch = await temporaryFolder()
  const benchmark = libraryBenchmark('codeprojecteval', LIBRARIES, calibrateLibrary)
  const mission = await benchmark.mission('intervals')
  const suite = mission.suites.find(({ visible }) => visible !== true)
  if (!suite) throw new Error('the fixture has no hidden suite')
  const plan = (await benchmark.testcodes(mission, suite)) as LibraryPlan
  const python = await findPython()
  const files = [{ path: 'intervals/__init__.py', content: code }]
  const workspace = await materialise({ files }, scratch.file('project'))
  await using sandbox = await openSandbox((await chooseSandbox()).name, scratch.path, { python, browser: false })
  await using target = sourceTarget(workspace, sandbox)
  const setup = { python, scratch: scratch.path, signal: new AbortController().signal } as SessionSetup
  await using session = new PytestSession(target, setup, plan, { factor: 1, shortest, factorRun: 1, shortestRun })
  const verdicts = new Map<string, Judgement>()
  for (const { id } of plan.calibration.tests) verdicts.set(id, await session.judge({ id }))
  return verdicts
}

describe('time limits of the tester pytest', PYTEST, () => {
  it.each([
    ['computes', 'while True:\n    pass\n'],
    ['waits', 'import time\ntime.sleep(100_000)\n'],
    [
      'waits and catches every exception',
      'import time\nwhile True:\n    try:\n        time.sleep(1)\n    except BaseException:\n        pass\n',
    ],
  ])('end an import that never ends and %s, and all tests fail for that reason', async (_, code) => {
    const verdicts = await judged(code, 5, 3)
    expect(verdicts.size).toBe(45)
    for (const verdict of verdicts.values())
      expect(verdict).toMatchObject({
        status: 'timeout',
        limit: 'time',
        reason: expect.stringMatching(
          /^no test began, because importing the library and its tests did not end: /,
        ) as string,
      })
  })

  it('are not the reason if an import ends the process', async () => {
    const [verdict] = [...(await judged('import os\nos._exit(3)\n', 5, 20)).values()]
    const why = 'the process ended while the library and its tests were imported (exit code 3)'
    expect(verdict).toMatchObject({ status: 'error', reason: `no test began, because ${why}` })
  })

  it('end a test in which an import never ends, and the others are judged', async () => {
    const endless = REFERENCE.replace('def describe(pair):', 'def describe(pair):\n    while True:\n        pass\n')
    const verdicts = await judged(endless, 5, 20)
    const lost = [...verdicts].filter(([, { status }]) => status !== 'passed')
    expect(lost.map(([id, { status }]) => [id, status])).toEqual([
      ['unit_tests/test_intervals.py::test_describe', 'timeout'],
    ])
    const [, { reason = '', milliseconds = 0 }] = lost[0] ?? ['', {}]
    expect(reason).toMatch(
      /^the test took longer than 5 s \([\d.]+ s on the reference\), and was at intervals\/__init__\.py:\d+ in describe then$/,
    )
    expect(milliseconds).toBeGreaterThanOrEqual(4900)
    const [, quick] = [...verdicts].find(([id]) => id.endsWith('::test_parse')) ?? []
    expect(quick?.milliseconds).toBeLessThan(4900)
  })
})
