/** Libraries that a test hands itself to: from there they reach the objects of pytest, and the functions of the judge. */
import { afterAll, beforeAll, describe } from 'vitest'
import { casesNamed, temporaryFolder } from '../../helpers.ts'
import { PYTEST, type Judged, dataset, ATTACKS, isVoidIfIt } from './reach-cases.ts'

describe('a library that reaches pytest', PYTEST, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let tests: Judged
  beforeAll(async () => {
    folder = await temporaryFolder()
    tests = await dataset(folder.file('dataset'))
  })
  afterAll(() => folder[Symbol.asyncDispose]())

  isVoidIfIt(casesNamed(ATTACKS, 'reports tests itself'), () => tests)
})
