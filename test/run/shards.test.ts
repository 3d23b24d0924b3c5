import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedFrom, trialsOfShard } from '../../harness/run/shards/shard.ts'
import { keyOf, recordOf } from '../helpers.ts'

const keys = (count: number) => Array.from({ length: count }, (_, index) => keyOf({ sample: index + 1 }))

describe('shards', () => {
  it('hold every trial exactly once, for any number of trials, shards and seconds', () => {
    const input = fc.record({
      seconds: fc.array(fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }), { maxLength: 60 }),
      of: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(input, ({ seconds, of }) => {
        const trials = keys(seconds.length)
        const expected = Object.fromEntries(
          trials.flatMap(({ id }, index) => (seconds[index] === undefined ? [] : [[id, seconds[index]]])),
        )
        const shards = Array.from({ length: of }, (_, index) =>
          trialsOfShard(trials, { index: index + 1, of }, expected),
        )
        expect(
          shards
            .flat()
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(trials.map(({ id }) => id).toSorted())
      }),
    )
  })

  it('take equally long by the seconds of earlier runs', () => {
    const trials = [...keys(9), keyOf({ mission: 'long' })]
    const history = [
      recordOf(keyOf({ sample: 77 }), ['passed'], { seconds: 10 }),
      recordOf(keyOf({ mission: 'long', agent: 'another' }), ['passed'], { seconds: 90 }),
    ]
    const expected = expectedFrom(history, trials)
    const sizes = [1, 2].map((index) => trialsOfShard(trials, { index, of: 2 }, expected).length)
    expect(sizes.toSorted()).toEqual([1, 9])
  })
})
