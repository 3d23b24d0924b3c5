/** The other cases of library-mutants.integration.test.ts. */
import { cp, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { countsOf } from '../../../scripts/proofs/libraries/compare.ts'
import { judgeMutants } from '../../../scripts/proofs/libraries/mutants.ts'
import { temporaryFolder } from '../../helpers.ts'
import { LIBRARIES, PYTEST, plan } from './library-mutants-cases.ts'

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
