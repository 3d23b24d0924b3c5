import { expect, it } from 'vitest'
import { RunRecord } from '../../../harness/testers/pytest/record.ts'
import { calibrationOf, testcodeId } from '../../../harness/trial/calibration/decide.ts'

type Runs = Parameters<typeof calibrationOf>[0]

it('excludes every test for the reason that pytest prints if it collects nothing', () => {
  const errors = 'INTERNALERROR> Traceback\nINTERNALERROR> PluginValidationError: unknown hook\n'
  const runs = {
    suite: { tests: 'unit_tests' },
    python: 'python3',
    plain: { record: new RunRecord(new Map()), measured: { errors, cpuSeconds: 1 } },
    found: [{ file: 'test_a.py', tests: ['unit_tests/test_a.py::test_b'] }],
    imports: [],
    wanted: [],
  } as unknown as Runs
  const { tests, excluded } = calibrationOf(runs)
  expect(tests).toEqual([])
  expect(excluded).toEqual([
    {
      id: 'unit_tests/test_a.py::test_b',
      reason: 'fails on the reference: INTERNALERROR> PluginValidationError: unknown hook',
    },
  ])
})

it('keeps node ids that can be ids of testcodes', () => {
  expect(testcodeId('unit_tests/test_a.py::test_b[1-2]')).toBe('unit_tests/test_a.py::test_b[1-2]')
})

it('shortens long ids and replaces control characters, and keeps them apart', () => {
  const long = `unit_tests/test_a.py::test_b[${'x'.repeat(400)}`
  expect(testcodeId(`${long}1]`).length).toBeLessThanOrEqual(300)
  expect(testcodeId(`${long}1]`)).not.toBe(testcodeId(`${long}2]`))
  expect(testcodeId('test_b[\n]')).toMatch(/^test_b\[\?\]#[0-9a-f]{16}$/)
  expect(testcodeId('test_b[\n]')).not.toBe(testcodeId('test_b[\t]'))
})
