/** The other cases of session.integration.test.ts. */
import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LibraryPlan } from '../../../harness/contracts/schema.ts'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { temporaryFolder } from '../../helpers.ts'
import { LIBRARIES, PYTEST, REFERENCE, judged, attempted, failing } from './session-cases.ts'

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
    told = traceback.TracebackException(type(error), error, error.__traceback__, capture_locals=True)
    assert 'Colour' in told.stack[0].locals
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

const broken = REFERENCE.replace("f'from {pair[0]} to {pair[1]}'", "'an interval'").replace(
  'raise ValueError',
  'return',
)

describe('a suite that does not import pytest', PYTEST, () => {
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
