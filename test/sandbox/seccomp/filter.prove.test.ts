/** Every program of filter-cases.ts. */
import { describe } from 'vitest'
import { SANDBOXES } from '../../../harness/contracts/schema.ts'
import { needsSandbox } from '../../needs.ts'
import { PROGRAMS, runsUnderTheFilter } from './filter-cases.ts'

for (const name of SANDBOXES)
  describe(`the ${name} sandbox`, await needsSandbox(name), async () => {
    await runsUnderTheFilter(name, PROGRAMS)
  })
