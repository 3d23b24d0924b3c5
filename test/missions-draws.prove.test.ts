/**
 * Draws with a condition can be fulfilled whatever the seed is: an input that one seed cannot draw would leave its testcode
 * unjudged. The testcodes of every built-in mission run with real draws, and with pages and programs that answer nothing.
 */
import { describe, expect, it } from 'vitest'
import { Words } from '../harness/testers/given/words.ts'
import { drawnBy, missions, Recorded, type Drawn } from './drawing.ts'

const SEEDS = Number(process.env['PE_DRAW_SEEDS'] ?? 4)

type Runs = readonly (readonly [testcode: string, drawn: Drawn])[]

/** Names of words that are the same word. A drawn title may have a third word; it counts as drawn. */
function equalWords(mission: string, runs: Runs): string[] {
  const inputs = new Recorded()
  const words = new Words('any', mission, inputs)
  for (const [, run] of runs)
    for (const name of run.words.keys()) {
      const [kind, key, part] = JSON.parse(name) as [string, string, number]
      words.number(kind, key, part)
      if (kind === 'title') words.number(kind, key, 2)
    }
  const owners = new Map([...inputs.words].map(([name, number]) => [number, name]))
  return [...inputs.words].flatMap(([name, number]) => (owners.get(number) === name ? [] : [name]))
}

/** Names of words that contain what was drawn from the seed: with some seeds, such a word may be that of another name. */
function namesFromTheSeed(runs: Runs): string[] {
  const ofKinds = /^(?:amount|city|date|decimal|month|person|title|word) /
  return runs.flatMap(([, { draws, words }]) => {
    const values = [...draws].flatMap(([name, value]) => (ofKinds.test(name) ? [String(value)] : []))
    return [...words.keys()].filter((name) => values.some((value) => name.includes(value)))
  })
}

describe('the draws of', async () => {
  it.each(await missions())('%s can be fulfilled with every seed', async (mission) => {
    const runs: Runs = (
      await Promise.all(Array.from({ length: SEEDS }, (_, seed) => drawnBy(mission, `draws ${String(seed)}`)))
    ).flatMap((each) => [...each])
    expect(runs.flatMap(([id, { failed }]) => (failed === undefined ? [] : [`${id}: ${failed}`]))).toEqual([])
    // Testcodes that compute with what they read may fail before their last draw. Most do not.
    expect(runs.filter(([, { ended }]) => ended).length).toBeGreaterThan(0.4 * runs.length)
    expect(equalWords(mission, runs), 'names that give the word of another name').toEqual([])
    expect(namesFromTheSeed(runs), 'names that contain drawn values').toEqual([])
  })
})
