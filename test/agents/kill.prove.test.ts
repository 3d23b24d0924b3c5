import { expect, it } from 'vitest'
import { killProof } from '../../scripts/proofs/kill.ts'
import { temporaryFolder } from '../helpers.ts'
import { seeded } from '../random.ts'

/** `npm run prove` kills it fifty times. */
const KILLS = 3

it(
  `a run that is killed ${String(KILLS)} times ends with the same result and pays for nothing twice`,
  { timeout: 300_000 },
  async () => {
    await using folder = await temporaryFolder()
    const outcome = await killProof(KILLS, folder.path, seeded(11))
    expect(outcome.problems).toEqual([])
    expect(outcome.kills).toBe(KILLS)
  },
)
