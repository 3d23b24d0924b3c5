/** Every case of filter-cases.ts in every sandbox. */
import { describe } from 'vitest'
import { SANDBOXES } from '../../../harness/contracts/schema.ts'
import { needsSandbox } from '../../needs.ts'
import { PROGRAMS, hasTheFilter, runsUnderTheFilter } from './filter-cases.ts'

for (const name of SANDBOXES)
  describe(`the ${name} sandbox`, await needsSandbox(name), async () => {
    hasTheFilter(name)
    await runsUnderTheFilter(name, PROGRAMS)
  })
