import { expect, it } from 'vitest'
import { killProof } from '../../scripts/proofs/kill.ts'
import { temporaryFolder } from '../helpers.ts'
import { seeded } from '../random.ts'

/** All fifty are in `npm run prove`. */
const KILLS = 6

it(
  `a run that is killed ${String(KILLS)} times comes to the same end, and pays for nothing twice`,
  { timeout: 300_000 },
  async () => {
    await using folder = await temporaryFolder()
    const outcome = await killProof(KILLS, folder.path, seeded(11))
    expect(outcome.problems).toEqual([])
    expect(outcome.kills).toBe(KILLS)
  },
)
