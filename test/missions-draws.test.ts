/**
 * Draws with a condition can be fulfilled whatever the seed is: an input that one seed cannot draw would leave its testcode
 * unjudged. The testcodes of every built-in mission run with real draws, and with pages and programs that answer nothing.
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inputFixtures } from '../harness/testers/given/given.ts'
import { TrialInputs } from '../harness/trial/inputs.ts'
import { root } from './helpers.ts'
import { missionOf } from './testers/website.ts'

const SEEDS = Number(process.env['PE_DRAW_SEEDS'] ?? 4)
/** Questions to the page after which a testcode that waits for an answer is given up. */
const MOST_QUESTIONS = 300

class GivenUp extends Error {}

/** Can be called, read and iterated, and holds nothing. */
function nobody(): unknown {
  let asked = 0
  const self: unknown = new Proxy(() => undefined, {
    get: (_, key) => {
      if ((asked += 1) > MOST_QUESTIONS) throw new GivenUp()
      if (key === 'then') return undefined
      if (key === Symbol.toPrimitive) return () => '1'
      if (key === Symbol.iterator) return () => [][Symbol.iterator]()
      return self
    },
    apply: () => self,
    construct: () => self as object,
  })
  return self
}

type Testcode = (fixtures: unknown) => unknown

async function testcodesOf(mission: string): Promise<Readonly<Record<string, Testcode>>> {
  const file = path.join(root, 'missions', mission, 'testcodes.ts')
  const loaded = (await import(file)) as { default: Readonly<Record<string, Testcode>> }
  return loaded.default
}

/** @returns The reason why a draw failed, and whether the testcode ended */
async function tried(testcode: Testcode, mission: string, seed: string): Promise<{ ended: boolean; failed?: string }> {
  const setup = { seed, mission: { ...missionOf({}, {}), id: mission }, inputs: new TrialInputs() }
  const page = nobody()
  const fixtures = new Proxy(inputFixtures(setup) as unknown as Record<string | symbol, unknown>, {
    get: (real, key) => (key in real ? real[key] : page),
  })
  try {
    await testcode(fixtures)
    return { ended: true }
  } catch (error) {
    const text = String(error)
    return text.includes('given.') ? { ended: false, failed: `${mission}, seed ${seed}: ${text}` } : { ended: false }
  }
}

const entries = await readdir(path.join(root, 'missions'), { withFileTypes: true })
const missions = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)

describe('the draws of', () => {
  it.each(missions)('%s can be fulfilled with every seed', { timeout: 120_000 }, async (mission) => {
    const failures: string[] = []
    let ended = 0
    let all = 0
    for (const [id, testcode] of Object.entries(await testcodesOf(mission)))
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const result = await tried(testcode, mission, `draws ${String(seed)}`)
        all += 1
        if (result.ended) ended += 1
        if (result.failed !== undefined) failures.push(`${id}: ${result.failed}`)
      }
    expect(failures).toEqual([])
    // Testcodes that compute with what they read may fail before their last draw. Most do not.
    expect(ended / all).toBeGreaterThan(0.4)
  })
})
