/** The other cases of test-clock.integration.test.ts. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBenchmark } from '../../../harness/benchmarks/index.ts'
import { papers } from '../../papers.ts'
import type { LibraryPlan } from '../../../harness/contracts/schema.ts'
import type { Judgement, SessionSetup } from '../../../harness/contracts/types.ts'
import { sourceTarget } from '../../../harness/launchers/source.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { PytestSession } from '../../../harness/testers/pytest.ts'
import { materialise } from '../../../harness/trial/workspace.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { needs } from '../../needs.ts'

const PYTEST = await needs('python3-pytest')

const REFERENCE = `def first():
    return 1


def second(number):
    return number


def third():
    return 3


def quick():
    return 4
`
const SLEEPS = `import time


${REFERENCE.replaceAll(/return [1n3].*/g, 'time.sleep(10 ** 6)')}`

/** The tests stop the timer themselves: a library that does so may be accused for another reason. */
const TESTS = `import faulthandler

import pytest

import sleeper


@pytest.fixture(autouse=True)
def no_timer():
    faulthandler.cancel_dump_traceback_later()


def test_first():
    assert sleeper.first() == 1


def test_quick():
    assert sleeper.quick() == 4


@pytest.mark.parametrize('number', range(SECONDS))
def test_second(number):
    assert sleeper.second(number) == number


def test_third():
    assert sleeper.third() == 3


def test_quick_again():
    assert sleeper.quick() == 4
`

/**
 * All verdicts on the library that sleeps.
 * @param count Tests of its second function
 * @param shortest Seconds that a test may take
 * @param shortestRun Seconds that a run may take
 */
async function judged(count: number, shortest: number, shortestRun: number): Promise<Map<string, Judgement>> {
  await using scratch = await temporaryFolder()
  const dataset = scratch.file('dataset')
  await writeTree(path.join(dataset, 'sleeper'), {
    'config.json': JSON.stringify({ PRD: 'PRD.md', source_code: 'sleeper', unit_tests: 'unit_tests' }),
    'PRD.md': '# Sleeper\n',
    'sleeper/__init__.py': REFERENCE,
    'unit_tests/test_sleeper.py': TESTS.replace('SECONDS', String(count)),
  })
  const benchmark = await openBenchmark(`codeprojecteval:${dataset}`, papers)
  const mission = await benchmark.mission('sleeper')
  const [suite] = mission.suites
  if (!suite) throw new Error('the dataset has no suite')
  const plan = (await benchmark.testcodes(mission, suite)) as LibraryPlan
  const python = await findPython()
  const workspace = await materialise(
    { files: [{ path: 'sleeper/__init__.py', content: SLEEPS }] },
    scratch.file('project'),
  )
  await using sandbox = await openSandbox((await chooseSandbox()).name, scratch.path, { python, browser: false })
  await using target = sourceTarget(workspace, sandbox)
  const setup = { python, scratch: scratch.path, signal: new AbortController().signal } as SessionSetup
  await using session = new PytestSession(target, setup, plan, { factor: 1, shortest, factorRun: 1, shortestRun })
  const verdicts = new Map<string, Judgement>()
  for (const { id } of plan.calibration.tests)
    verdicts.set(id.replace('unit_tests/test_sleeper.py::', ''), await session.judge({ id }))
  return verdicts
}

describe('the clock of the tester pytest', PYTEST, () => {
  it('ends tests that stopped the timer in their process, and the others are judged', async () => {
    const verdicts = await judged(1, 2, 60)
    expect([...verdicts].map(([id, { status }]) => [id, status])).toEqual([
      ['test_first', 'timeout'],
      ['test_quick', 'passed'],
      ['test_second[0]', 'timeout'],
      ['test_third', 'timeout'],
      ['test_quick_again', 'passed'],
    ])
    for (const [, { status, ...verdict }] of verdicts)
      if (status === 'timeout')
        expect(verdict).toMatchObject({
          limit: 'time',
          reason: expect.stringMatching(/^the test took longer than 2 s \([\d.]+ s on the reference\)$/) as string,
          milliseconds: expect.toSatisfy((each: number) => each >= 2000 && each < 60_000) as number,
        })
  })

  it('ends the suite when its runs have used up the time of all of them', async () => {
    const verdicts = await judged(12, 1, 8)
    const reasons = [...verdicts.values()].map(({ status, reason }) => [status, reason ?? ''] as const)
    const over = reasons.filter(([, reason]) => reason === 'its suite had used up 20 s before it began')
    expect(over.length).toBeGreaterThan(0)
    expect(new Set(over.map(([status]) => status))).toEqual(new Set(['timeout']))
    expect(verdicts.get('test_quick')?.status).toBe('passed')
    expect(verdicts.get('test_quick_again')).toMatchObject({ status: 'timeout', milliseconds: 0 })
    // Each of them takes at least three of the twenty seconds.
    expect(reasons.filter(([, reason]) => reason.startsWith('the test took longer')).length).toBeLessThanOrEqual(7)
  })
})
