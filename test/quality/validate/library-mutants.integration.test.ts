import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { compared, countsOf } from '../../../scripts/proofs/libraries/compare.ts'
import { judgeMutants } from '../../../scripts/proofs/libraries/mutants.ts'
import { root, temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { sampled } from '../../part.ts'

const it = sampled('quality/validate/library-mutants', 2)

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
const PYTEST = await needs('python3-pytest')

const plan = (source: string) => ({ source, count: 3, seed: 1, concurrency: 1, signal: new AbortController().signal })

describe('mutants of the reference of a library', PYTEST, () => {
  it('are noticed by the tester if pytest alone notices them, with the same tests', async () => {
    const { possible, everywhere, results } = await judgeMutants('intervals', plan(LIBRARIES))
    expect(possible).toBeGreaterThan(10)
    expect(everywhere).toBeGreaterThanOrEqual(possible)
    expect(countsOf(results)).toEqual({
      ...{ mutants: 3, byPytest: 3, byTester: 3, missed: 0, alone: 0 },
      ...{ decisions: 135, differing: 0 },
    })
    expect(results.map(({ file }) => file)).toEqual(Array.from({ length: 3 }, () => 'intervals/__init__.py'))
  })

  it('are drawn from lines that run, and survive tests that look at nothing', async () => {
    await using folder = await temporaryFolder()
    await cp(LIBRARIES, folder.file('dataset'), { recursive: true })
    const tests = folder.file('dataset', 'intervals', 'unit_tests', 'test_intervals.py')
    await writeFile(tests, 'import intervals\n\n\ndef test_runs():\n    intervals.is_sorted([1, 2])\n')
    for (const name of ['test_cases.py', 'test_means.py', 'test_wholes.py'])
      await writeFile(folder.file('dataset', 'intervals', 'unit_tests', name), '')
    const { possible, results } = await judgeMutants('intervals', plan(folder.file('dataset')))
    expect(possible).toBe(1)
    expect(results[0]).toMatchObject({ before: 'return all(a <= b for a, b in zip(numbers, numbers[1:]))' })
    expect(countsOf(results)).toMatchObject({ mutants: 1, byPytest: 0, byTester: 0, missed: 0, alone: 0 })
  })
})

describe('the comparison with pytest alone', () => {
  const mutant = { file: 'a.py', line: 1, operator: 'call', before: 'a', after: 'b', content: '' } as const
  const tests = ['t::a', 't::b'].map((node) => ({ id: node, node, seconds: 0, sites: [] }))
  const told = (a: boolean, b: boolean) =>
    [a, b].map((passed, index) => ({ id: tests[index]?.id ?? '', passed, reason: 'why' }))
  const plain = (passes: Record<string, boolean>, ended = true) => ({ tests: new Map(Object.entries(passes)), ended })

  it('names a test that only one of both fails', () => {
    const result = compared(mutant, tests, plain({ 't::a': true, 't::b': false }), told(false, true))
    expect(result).toMatchObject({
      ...{ byPytest: true, byTester: true, tests: 2 },
      only: ['t::a passes with pytest only; the tester says: why', 't::b passes with the tester only'],
    })
  })

  it('takes a test that pytest did not collect for failed, but not one after the process ended', () => {
    expect(compared(mutant, tests, plain({ 't::a': true }), told(true, true))).toMatchObject({
      ...{ byPytest: true, byTester: false, tests: 2 },
      only: ['t::b passes with the tester only'],
    })
    expect(compared(mutant, tests, plain({ 't::a': true }, false), told(true, false))).toMatchObject({
      ...{ byPytest: true, byTester: true, tests: 1, only: [] },
    })
  })

  it('counts missed mutants, and those that the tester alone notices', () => {
    const results = [
      compared(mutant, tests, plain({ 't::a': true, 't::b': false }), told(true, true)),
      compared(mutant, tests, plain({ 't::a': true, 't::b': true }), told(false, true)),
      compared(mutant, tests, plain({ 't::a': false, 't::b': true }), told(false, true)),
      compared(mutant, tests, plain({ 't::a': false, 't::b': true }), 'the disk is full'),
    ]
    expect(countsOf(results)).toEqual({
      ...{ mutants: 3, byPytest: 2, byTester: 2, missed: 1, alone: 1 },
      ...{ decisions: 6, differing: 2 },
    })
  })
})
