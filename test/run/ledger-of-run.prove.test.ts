/** The other cases of ledger-of-run.integration.test.ts. */
import { describe } from 'vitest'
import { ADD_UP_TO_THE_WALL_CASES, addUpToTheWall } from './ledger-of-run-cases.ts'

describe('the ledgers of real trials', () => {
  addUpToTheWall(ADD_UP_TO_THE_WALL_CASES)
})
