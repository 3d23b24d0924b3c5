import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import { libraryPlanSchema } from '../../../harness/contracts/schema.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { root, temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')

/** The first gives a program 300 ms for 80 ms of processor, which a busy machine does not have; the second waits until it ends. */
const TESTS = `
import subprocess
import sys
import time
from intervals import Interval

WORK = 'import time\\nwhile time.process_time() < 0.08: pass'


def test_in_a_hurry():
    began = time.monotonic()
    time.sleep(0.1)
    subprocess.run([sys.executable, '-I', '-S', '-c', WORK], check=True)
    assert Interval(1, 2)
    assert time.monotonic() - began < 0.4


def test_patient():
    time.sleep(0.1)
    assert subprocess.run([sys.executable, '-I', '-S', '-c', WORK]).returncode == 0
    assert Interval(1, 2)


def test_short():
    assert Interval(1, 2)
`

it(
  'excludes a test that passes on an idle machine and fails on a busy one, and no other',
  await needs('python3-pytest'),
  async () => {
    await using folder = await temporaryFolder()
    const source = path.join(folder.path, 'libraries')
    await cp(LIBRARIES, source, { recursive: true })
    const tests = path.join(source, 'intervals', 'unit_tests')
    await rm(tests, { recursive: true })
    await cp(path.join(LIBRARIES, 'intervals', 'unit_tests', '__init__.py'), path.join(tests, '__init__.py'))
    await writeFile(path.join(tests, 'test_time.py'), TESTS)
    const benchmark = libraryBenchmark('codeprojecteval', source, calibrateLibrary)
    const mission = await benchmark.mission('intervals')
    const unit = mission.suites.find(({ visible }) => visible !== true)
    if (!unit) throw new Error('the fixture has no hidden suite')
    const { calibration } = libraryPlanSchema.parse(await benchmark.testcodes(mission, unit))
    expect(calibration.tests.map(({ id }) => id)).toEqual([
      'unit_tests/test_time.py::test_patient',
      'unit_tests/test_time.py::test_short',
    ])
    expect(calibration.excluded.map(({ id }) => id)).toEqual(['unit_tests/test_time.py::test_in_a_hurry'])
    // Tests run beside this one: the machine may be busy from the beginning.
    expect(calibration.excluded[0]?.reason).toMatch(
      /^its verdict on the reference changes from run to run|^fails on the reference/,
    )
  },
)
