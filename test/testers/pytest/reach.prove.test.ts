/** The other cases of reach.integration.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../helpers.ts'
import { PYTEST, attacking, type Judged, dataset, verdictsOf, ATTACKS, isVoidIfIt } from './reach-cases.ts'

describe('a library that reaches pytest', PYTEST, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let tests: Judged
  beforeAll(async () => {
    folder = await temporaryFolder()
    tests = await dataset(folder.file('dataset'))
  })
  afterAll(() => folder[Symbol.asyncDispose]())

  it('passes nothing without an attack but what it can', async () => {
    const verdicts = await verdictsOf(attacking('def attack(item):\n    pass\n'), tests)
    expect(verdicts.map(({ status }) => status)).toEqual(['passed', 'failed', 'failed'])
  })

  isVoidIfIt(ATTACKS, () => tests)
})
