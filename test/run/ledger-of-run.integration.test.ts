/** Real trials: their ledgers against the times at which their events were written. */
import { describe } from 'vitest'
import { ADD_UP_TO_THE_WALL_CASES, addUpToTheWall } from './ledger-of-run-cases.ts'

describe('the ledgers of real trials', () => {
  addUpToTheWall(ADD_UP_TO_THE_WALL_CASES.slice(0, 1))
})
