/** Shared by the tests of reach. */
import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import type { LibraryPlan } from '../../../harness/contracts/schema.ts'
import type { Judgement, Mission, SessionSetup, Suite } from '../../../harness/contracts/types.ts'
import { sourceTarget } from '../../../harness/launchers/source.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { pytest } from '../../../harness/testers/pytest.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { materialise } from '../../../harness/trial/workspace.ts'
import { root, temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
export const PYTEST = await needs('python3-pytest')

/** The test case knows its result, which is the test of pytest. */
const CASES = `import unittest

import intervals


class Cases(unittest.TestCase):
    def keep(self, number):
        self.kept = number

    def test_each(self):
        intervals.each('1-2', self.keep)

    def test_refuses(self):
        self.assertRaises(ValueError, intervals.parse, 'x')

    def test_total(self):
        self.assertTrue(intervals.total('1-2'))
`

const REFERENCE = `
def each(text, call):
    call(1)

def parse(text):
    raise ValueError(text)

def total(text):
    return 2
`

/** A library without a right function: \`attack\` gets the running test. */
export const attacking = (attack: string) => `
import functools
import os
import string

import logging


def cells(function):
    names = function.__code__.co_freevars
    return dict(zip(names, (each.cell_contents for each in function.__closure__ or ())))


def steps(item):
    for plugin in item.config.pluginmanager.get_plugins():
        if getattr(plugin, '__name__', '') == 'pe_watcher':
            return plugin.pytest_sessionfinish.__globals__['STEP']


def each(text, call):
    attack(call.__self__._outcome.result)
    call(1)


def parse(text):
    return text


def total(text):
    return 0

${attack}`

export interface Judged {
  readonly mission: Mission
  readonly suite: Suite
  readonly plan: LibraryPlan
}

/** A dataset whose tests are the cases above. */
export async function dataset(source: string): Promise<Judged> {
  await cp(LIBRARIES, source, { recursive: true })
  const tests = path.join(source, 'intervals', 'unit_tests')
  await rm(tests, { recursive: true })
  await cp(path.join(LIBRARIES, 'intervals', 'unit_tests', '__init__.py'), path.join(tests, '__init__.py'))
  await writeFile(path.join(tests, 'test_cases.py'), CASES)
  await writeFile(path.join(source, 'intervals', 'intervals', '__init__.py'), REFERENCE)
  const benchmark = libraryBenchmark('codeprojecteval', source, calibrateLibrary)
  const mission = await benchmark.mission('intervals')
  const suite = mission.suites.find(({ visible }) => visible !== true)
  if (!suite) throw new Error('the dataset has no hidden suite')
  return { mission, suite, plan: (await benchmark.testcodes(mission, suite)) as LibraryPlan }
}

export async function verdictsOf(code: string, { mission, suite, plan }: Judged): Promise<Judgement[]> {
  await using folder = await temporaryFolder()
  const python = await findPython()
  const files = [{ path: 'intervals/__init__.py', content: code }]
  const workspace = await materialise({ files }, folder.file('project'))
  await using sandbox = await openSandbox((await chooseSandbox()).name, folder.path, { python, browser: false })
  await using target = sourceTarget(workspace, sandbox)
  const setup = { mission, suite, testcodes: plan, python, scratch: folder.path, signal: new AbortController().signal }
  await using session = await pytest.open(target, setup as unknown as SessionSetup)
  const verdicts: Judgement[] = []
  for (const { id } of plan.calibration.tests) verdicts.push(await session.judge({ id }, {}))
  return verdicts
}

export const ATTACKS: readonly (readonly [string, string, RegExp])[] = [
  [
    'reports tests itself',
    `
def attack(item):
    step = steps(item)
    for each in item.session.items:
        step(('before', 'setup', each))
        for phase in ('setup', 'call', 'teardown'):
            step(('after', phase, each, True))
            step(('reported', phase, each, 'passed', False, ''))
    step(('end', 0))
    os._exit(0)
`,
    /a report that pytest did not ask for/,
  ],
  [
    'has pytest report tests when it cleans up',
    `
def attack(item):
    step = steps(item)
    item.addfinalizer(functools.partial(step, ('reported', 'call', item.session.items[1], 'passed', False, '')))
`,
    /a report that pytest did not ask for/,
  ],
  [
    'replaces how later tests run',
    `
def attack(item):
    for each in item.session.items:
        if each is not item:
            each.runtest = lambda: None
`,
    /runtest of the test /,
  ],
  [
    'replaces how a hook is called',
    `
def attack(item):
    caller = item.config.hook.pytest_runtest_call
    caller._hookexec = lambda *_, **__: None
`,
    /hook pytest_runtest_call/,
  ],
  [
    'looks into the generator of the judge, through a formatter',
    `
def attack(item):
    frame = string.Formatter().get_field('0.gi_frame', (steps(item).__self__,), {})[0]
    frame.f_locals['integrity'].judge.clear()
`,
    /gi_frame of the judge/,
  ],
  [
    'changes the list of what a running hook does afterwards',
    `
def forgetting():
    outcome = yield
    outcome._excinfo = None


def attack(item):
    frame = logging.currentframe()
    while frame.f_code.co_name != '_multicall':
        frame = frame.f_back
    frame.f_locals['teardowns'].append(forgetting())
    next(frame.f_locals['teardowns'][-1])
`,
    /sys\._getframe/,
  ],
]

export function isVoidIfIt(cases: readonly (typeof ATTACKS)[number][], testsOf: () => Judged): void {
  it.each(cases)('is void if it %s', async (_, attack, evidence) => {
    const verdicts = await verdictsOf(attacking(attack), testsOf())
    for (const { status, reason } of verdicts) {
      expect(status).toBe('failed')
      expect(reason).toMatch(/^tampering, which voids the suite: /)
      expect(reason).toMatch(evidence)
    }
    expect(verdicts.length).toBe(3)
  })
}
