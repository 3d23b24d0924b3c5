import { readFileSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import type { LibraryPlan } from '../../../harness/contracts/schema.ts'
import type { Judgement, ProjectFile } from '../../../harness/contracts/types.ts'
import { libraryBenchmark } from '../../../harness/benchmarks/codeprojecteval/benchmark.ts'
import { chooseSandbox } from '../../../harness/sandbox/index.ts'
import { Testers } from '../../../harness/testers/index.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { attempt } from '../../../harness/quality/selftest/attempt.ts'
import { root, temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { sampled } from '../../part.ts'

const it = sampled('testers/pytest/session', 6)

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
const PYTEST = await needs('python3-pytest')

const REFERENCE = readFileSync(path.join(LIBRARIES, 'intervals', 'intervals', '__init__.py'), 'utf8')
const testers = new Testers({
  launchBrowser: () => Promise.reject(new Error('no browser')),
  findChromedriverBrowser: () => Promise.reject(new Error('no browser')),
})
afterAll(() => testers[Symbol.asyncDispose]())

/** Judges a library by the tests of the fixture, as a trial does. */
async function judged(...given: Parameters<typeof attempted>): Promise<Record<string, Judgement>> {
  const { verdicts } = await attempted(...given)
  return Object.fromEntries(verdicts.map((verdict) => [verdict.testcode, verdict]))
}

async function attempted(code: string, more: readonly ProjectFile[] = [], suiteId = 'unit', source = LIBRARIES) {
  await using folder = await temporaryFolder()
  const benchmark = libraryBenchmark('codeprojecteval', source, calibrateLibrary)
  const whole = await benchmark.mission('intervals')
  const suites = whole.suites.filter(({ id }) => id === suiteId).map((each) => ({ ...each, visible: false }))
  const [suite] = suites
  if (!suite) throw new Error('the fixture has no suite')
  const { record } = await attempt(
    {
      mission: { ...whole, suites },
      testcodes: await benchmark.testcodes(whole, suite),
      solution: { project: { files: [{ path: 'intervals/__init__.py', content: code }, ...more] }, answers: {} },
      limits: { trial: 120_000, testcode: 20_000, start: 30_000, install: 30_000 },
      sandboxLimits: {},
    },
    {
      sandbox: (await chooseSandbox()).name,
      seed: 'seed',
      testers,
      folder: folder.path,
      signal: new AbortController().signal,
    },
  )
  return record
}

function failing(verdicts: Record<string, Judgement>): string[] {
  return Object.entries(verdicts)
    .filter(([, { status }]) => status !== 'passed' && status !== 'excluded')
    .map(([id]) => id.replace(/^.*::/, ''))
}

/** It formats tracebacks, logs, warns, makes types, reads its own file, compiles text, and imports modules that compile and unmarshal code. */
const HONEST = `
import collections, dataclasses, enum, functools, inspect, json, logging, os, pathlib, traceback, types, typing, warnings
import importlib, importlib.util, wave, tarfile, sqlite3, concurrent.futures

Pair = collections.namedtuple('Pair', 'low high', defaults=[0])
Typed = typing.NamedTuple('Typed', [('low', int)])
Colour = enum.Enum('Colour', 'RED GREEN')

@dataclasses.dataclass(slots=True)
class Data:
    low: int = 0

class Text(str):
    pass

try:
    raise KeyError('nothing')
except KeyError as error:
    traceback.format_exc()
    ''.join(traceback.format_exception(error))
    logging.getLogger(__name__).exception('nothing')
traceback.extract_stack()
warnings.warn('nothing', stacklevel=2)
inspect.signature(Data)
exec(compile('value = 1', '<made>', 'exec'))
eval('1 + 1')
open(Text(__file__)).read()
os.close(os.open(pathlib.Path(__file__), os.O_RDONLY))
pathlib.Path(__file__).read_text()
importlib.util.spec_from_file_location('again', __file__)
importlib.import_module('ftplib')
Data.__eq__, json.dumps({}), functools.lru_cache(maxsize=None), types.SimpleNamespace()
`

/** Its warnings name the lines that compare: those of tests, and those of the judge in their place. */
const WARNS = `
def warns(compare):
    def __eq__(self, other):
        warnings.warn('compared', DeprecationWarning, stacklevel=2)
        return compare(self, other)
    return __eq__

Interval.__eq__ = warns(Interval.__eq__)

def variables():
    low = 1
    return locals(), vars(), dir(), eval('low'), sorted(map(eval, ['1', '2'])), globals()['__name__']

variables()
space = {}
exec('made = locals()', space)
`

describe('the tester pytest', PYTEST, () => {
  it('passes the reference, and excludes what does not judge it, for a reason', async () => {
    const verdicts = await judged(REFERENCE)
    expect(failing(verdicts)).toEqual([])
    const excluded = Object.entries(verdicts).filter(([, { status }]) => status === 'excluded')
    expect(Object.fromEntries(excluded.map(([id, { reason }]) => [id.replace(/^.*::/, ''), reason]))).toEqual({
      test_skipped: expect.stringContaining('is skipped on the reference') as string,
      test_wrong_on_the_reference: expect.stringContaining('fails on the reference') as string,
      test_needs_a_missing_module: 'needs the Python module pe_no_such_module, which is not installed',
    })
    expect(Object.values(verdicts).filter(({ status }) => status === 'passed').length).toBe(45)
  })

  it('says of a wrong value what it is and what was expected', async () => {
    const verdicts = await judged(REFERENCE.replace("f'from {pair[0]} to {pair[1]}'", "'an interval'"))
    expect(failing(verdicts)).toEqual(['test_describe'])
    expect(verdicts['unit_tests/test_intervals.py::test_describe']?.reason).toBe(
      'test_intervals.py:49: got "an interval", expected it to contain "to 34"',
    )
  })

  it('fails every test that the plain run fails, and no other', async () => {
    const verdicts = await judged(REFERENCE.replace('high - low + 1 for', 'high - low for'))
    expect(failing(verdicts).toSorted()).toEqual(
      [
        ...['test_total', 'test_total[1-3-3]', 'test_total[1-3,2-5-5]', 'test_total[1-1,9-9-2]'],
        ...['test_all_totals', 'test_counts', 'test_total_is_kept'],
      ].toSorted(),
    )
  })

  it('judges the tests after one in which the process ended', async () => {
    const verdicts = await judged(
      REFERENCE.replace('def describe(pair):', 'def describe(pair):\n    import os\n    os._exit(0)\n'),
    )
    expect(failing(verdicts)).toEqual(['test_describe'])
    expect(verdicts['unit_tests/test_intervals.py::test_describe']).toMatchObject({ status: 'error' })
  })

  it('names the reason if the library cannot be imported, which does not run then', async () => {
    const { runnable, verdicts: all } = await attempted('import no_such_library\n')
    expect(runnable).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^no test begins: .*No module named 'no_such_library'/) as string,
      points: { earned: 0, of: 0 },
    })
    const verdicts = Object.fromEntries(all.map((verdict) => [verdict.testcode, verdict]))
    expect(all.map(({ milliseconds }) => milliseconds).filter((each) => each > 0)).toEqual([])
    expect(failing(verdicts).length).toBe(45)
    expect(verdicts['unit_tests/test_intervals.py::test_parse']?.reason).toContain("No module named 'no_such_library'")
  })

  it('voids the suite of a library that touches the judge, and shows the evidence', async () => {
    const patch = '\nimport _pytest.runner\n_pytest.runner.runtestprotocol = lambda *_, **__: []\n'
    const verdicts = await judged(REFERENCE + patch)
    expect(failing(verdicts).length).toBe(45)
    expect(verdicts['unit_tests/test_intervals.py::test_parse']).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^tampering, which voids the suite: .*_pytest\.runner\.runtestprotocol/) as string,
    })
  })

  it('does not accuse a library of what modules do for it and keep to themselves', async () => {
    const verdicts = await judged(`${HONEST}\n${REFERENCE}\n${WARNS}`)
    expect(failing(verdicts)).toEqual([])
  })

  it('shows failures of visible tests as pytest prints them', async () => {
    const verdicts = await judged(REFERENCE.replace('high - low + 1 for', 'high - low for'), [], 'check')
    expect(failing(verdicts)).toEqual(['test_total'])
    const reason = verdicts['check_tests/test_check.py::test_total']?.reason
    expect(reason).toContain(">       assert total('4-6') == 3")
    expect(reason).toContain('E       AssertionError: assert 2 == 3')
  })

  it('keeps expected values of assertions out of what it runs', async () => {
    const benchmark = libraryBenchmark('codeprojecteval', LIBRARIES, calibrateLibrary)
    const mission = await benchmark.mission('intervals')
    const [suite] = mission.suites
    if (!suite) throw new Error('the fixture has no suite')
    const plan = (await benchmark.testcodes(mission, suite)) as LibraryPlan
    const hidden = plan.calibration.sites.filter(({ expected }) => expected !== undefined)
    expect(hidden.length).toBeGreaterThanOrEqual(10)
    expect(hidden.map(({ expected }) => expected)).toContainEqual([
      't',
      [
        ['i', '12'],
        ['i', '34'],
      ],
    ])
  })
})

/** Tests without a value that is observed, in a file that does not import pytest. */
const CASES = `import unittest
from unittest import mock

import intervals


class Cases(unittest.TestCase):
    def test_calls(self):
        listener = mock.Mock()
        listener(intervals.describe((1, 2)))
        listener.assert_called_once_with('from 1 to 2')

    def test_refuses(self):
        self.assertRaises(ValueError, intervals.parse, 'x')
`

describe('a suite that does not import pytest', PYTEST, () => {
  const broken = REFERENCE.replace("f'from {pair[0]} to {pair[1]}'", "'an interval'").replace(
    'raise ValueError',
    'return',
  )

  it.each([
    ['a module that pytest loads', 'import _pytest.runner\n_pytest.runner.runtestprotocol = lambda *_, **__: []'],
    [
      'a module that pytest loads when it starts',
      'import _pytest.unittest\n_pytest.unittest.TestCaseFunction.runtest = lambda self: None',
    ],
    [
      'a module that the tests import from its package',
      'import unittest.mock\nunittest.mock.NonCallableMock.assert_called_once_with = lambda *_, **__: None',
    ],
  ])('is void if functions are replaced of %s', async (_, attack) => {
    await using folder = await temporaryFolder()
    const source = folder.file('dataset')
    await cp(LIBRARIES, source, { recursive: true })
    const tests = folder.file('dataset', 'intervals', 'unit_tests')
    await rm(tests, { recursive: true })
    await cp(path.join(LIBRARIES, 'intervals', 'unit_tests', '__init__.py'), path.join(tests, '__init__.py'))
    await writeFile(path.join(tests, 'test_cases.py'), CASES)
    const verdicts = await judged(`${broken}\n${attack}\n`, [], 'unit', source)
    expect(Object.values(verdicts).map(({ status, reason }) => `${status}: ${reason ?? ''}`)).toEqual([
      expect.stringMatching(/^failed: tampering, which voids the suite/),
      expect.stringMatching(/^failed: tampering, which voids the suite/),
    ])
  })
})
