import { describe, expect, it } from 'vitest'
import type { PythonValue, Site } from '../../../harness/contracts/schema.ts'
import { RunRecord } from '../../../harness/testers/pytest/record.ts'
import { rewriting, type Rewriting } from '../../../harness/testers/pytest/rewrite.ts'
import { verdictOf } from '../../../harness/testers/pytest/verdicts.ts'
import { calibrationOf, pinsOf, testcodeId, wronglyPinned } from '../../../harness/trial/calibration/decide.ts'

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

// ---- comparisons whose value is known --------------------------------------------------------------------------

const SOURCE = 'assert f(1) == wanted'
const SAME: Site = {
  file: 'test_a.py',
  line: 1,
  span: [0, SOURCE.length],
  form: 'same',
  values: [
    [7, 11],
    [15, 21],
  ],
  plain: true,
  own: 1,
}
const WANTED = [{ node: 'a', seconds: 0, waited: 0 }]
const FOUND = [
  {
    file: 'test_a.py',
    sites: [SAME],
    imports: [],
    tests: [],
    unused: [{ span: [30, 40] as [number, number], sides: [[15, 21] as [number, number]] }],
  },
]

type Run = Parameters<typeof wronglyPinned>[0]

/** A run of one test that tells these values of its only site. */
function runOf(sites: readonly Site[], told: readonly (readonly PythonValue[])[]): Run & { rewriting: Rewriting } {
  const written = rewriting(sites)
  const record = new RunRecord(written.sites)
  const [[id = '', placed] = []] = written.sites
  const take = (kind: 'report' | 'site', ...values: PythonValue[]) => {
    record.take({ kind, values })
  }
  take('report', ['s', 'begin'], ['i', '0'], ['f', '0'], ['f', '0'])
  for (const values of told) {
    const [truth, ...rest] = values
    const shown: PythonValue = truth?.[0] === 'b' ? ['b', truth[1] !== (placed?.inverted === true)] : (truth ?? ['n'])
    take('site', ['s', id], shown, ...rest)
  }
  for (const phase of ['setup', 'call', 'teardown']) {
    take('report', ['s', 'phase'], ['i', '0'], ['s', phase], ['b', true], ['f', '1'], ['f', '1'])
    take('report', ['s', 'report'], ['i', '0'], ['s', phase], ['s', 'passed'], ['b', false], ['s', ''])
  }
  take('report', ['s', 'done'], ['i', '0'])
  return { record, rewriting: written, measured: { errors: '', cpuSeconds: 1 } } as unknown as Run & {
    rewriting: Rewriting
  }
}

const equal = (text: string): readonly PythonValue[] => [
  ['b', true],
  ['i', text],
  ['i', text],
]

describe('a comparison that has the same value in each run of the reference', () => {
  const last = runOf([SAME], [equal('41'), equal('42')])
  const pins = pinsOf([SAME], FOUND, [last, runOf([SAME], [equal('42'), equal('41'), equal('41')])])

  it('is pinned, without the side that does not depend on the library', () => {
    expect([...pins.stable]).toEqual([0])
    expect(pins.sites).toEqual([{ file: 'test_a.py', line: 1, span: SAME.span, values: [[7, 11]], form: 'pinned' }])
    expect(pins.unused).toEqual([{ file: 'test_a.py', span: [30, 40] }])
  })

  it('is not pinned if it changes, or is not plain', () => {
    const other = runOf([SAME], [equal('41'), equal('43')])
    expect(pinsOf([SAME], FOUND, [last, other])).toMatchObject({ sites: [SAME], unused: [], stable: new Set() })
    const objects = runOf(
      [{ ...SAME, plain: false }],
      [
        [
          ['b', true],
          ['?', 'known'],
          ['?', 'known'],
        ],
      ],
    )
    expect(pinsOf([{ ...SAME, plain: false }], FOUND, [objects, objects]).stable.size).toBe(0)
  })

  it('is taken back if the reference gives something else then', () => {
    const good = runOf(pins.sites, [[['i', '42']], [['i', '41']]])
    expect(wronglyPinned(good, last, pins.stable, WANTED)).toEqual(new Set())
    const bad = runOf(pins.sites, [[['i', '42']]])
    expect(wronglyPinned(bad, last, pins.stable, WANTED)).toEqual(new Set([0]))
  })

  it('fails other projects that give other values, even if they say that both sides are equal', () => {
    for (const sites of [pins.sites, [SAME]]) {
      const reference = sites === pins.sites ? runOf(sites, [[['i', '41']], [['i', '42']]]) : last
      const calibration = calibrationOf({
        ...{ suite: { tests: 't' }, python: 'python3', plain: reference, found: FOUND, imports: [], wanted: WANTED },
        ...{ pins: { ...pins, sites }, last: reference },
      } as unknown as Runs)
      const judge = (...texts: string[]) => {
        const ran = runOf(
          calibration.sites,
          texts.map((text) => (sites === pins.sites ? [['i', text]] : equal(text))),
        )
        const [test, told] = [calibration.tests[0], ran.record.tests.get(0)]
        if (!test || !told) throw new TypeError('the test did not run')
        return verdictOf(test, told, ran, calibration.sites, false)
      }
      expect(judge('42', '41')).toMatchObject({ status: 'passed' })
      expect(judge('42', '42')).toMatchObject({ status: 'failed' })
      expect(judge('1', '1')).toMatchObject({
        status: 'failed',
        reason: 'test_a.py:1: got 1, expected the values of the reference',
      })
      expect(judge()).toMatchObject({ status: 'failed', reason: 'the assertion at test_a.py:1 was not reached' })
    }
  })
})
