import { expect, it } from 'vitest'
import { inTurns, longestFirst, quickFirst, sizeOf } from '../../harness/run/order.ts'

const SIZES: Readonly<Record<string, number>> = { large: 30, small: 2, middle: 9, tiny: 1, big: 20 }
const trials = (missions: readonly string[], samples: number) =>
  missions.flatMap((mission) => Array.from({ length: samples }, (_, sample) => ({ mission, sample })))
const ordered = (missions: readonly string[], samples = 1) =>
  quickFirst(trials(missions, samples), ({ mission }) => SIZES[mission] ?? 0)

it('begins with three small missions, and continues with the largest', () => {
  expect(ordered(Object.keys(SIZES)).map(({ mission }) => mission)).toEqual(['tiny', 'small', 'middle', 'large', 'big'])
})

it('keeps each trial once, and those of one size in their order', () => {
  const order = ordered(['big', 'tiny'], 4)
  expect(order.map(({ mission, sample }) => `${mission} ${String(sample)}`)).toEqual([
    ...['tiny 0', 'tiny 1', 'tiny 2', 'big 0', 'big 1', 'big 2', 'big 3', 'tiny 3'],
  ])
})

it('lets agents take turns, mission by mission', () => {
  const all = ['a', 'b'].flatMap((agent) => ['x', 'y'].map((mission) => ({ agent, mission })))
  expect(inTurns(all, ({ mission }) => mission).map(({ agent, mission }) => agent + mission)).toEqual([
    'ax',
    'bx',
    'ay',
    'by',
  ])
})

it('knows missions by their usual seconds, or by the number of their testcodes', () => {
  const suites = [{ id: 'unit', tester: 'pytest', weight: 1, testcodes: [{ id: 'a' }, { id: 'b' }] }]
  expect([sizeOf({ suites }), sizeOf({ suites, usualSeconds: 90 })]).toEqual([2, 90])
  const missions = [{ suites }, { suites, usualSeconds: 1 }, { suites, usualSeconds: 90 }]
  expect(longestFirst(missions, sizeOf).map(({ usualSeconds }) => usualSeconds)).toEqual([90, undefined, 1])
})
