/** Time limits of the tester pytest, shorter than those of a run. */
import { describe, expect, it } from 'vitest'
import { PYTEST, judged } from './time-cases.ts'

describe('time limits of the tester pytest', PYTEST, () => {
  it('are not the reason if an import ends the process', async () => {
    const [verdict] = [...(await judged('import os\nos._exit(3)\n', 5, 20)).values()]
    const why = 'the process ended while the library and its tests were imported (exit code 3)'
    expect(verdict).toMatchObject({ status: 'error', reason: `no test began, because ${why}` })
  })
})
