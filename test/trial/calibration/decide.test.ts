import { expect, it } from 'vitest'
import { testcodeId } from '../../../harness/trial/calibration/decide.ts'

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
