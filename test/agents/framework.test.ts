import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inParallel } from '../../harness/agents/framework/parallel.ts'

it('does several things at a time, and gives their results in order', async () => {
  let running = 0
  let most = 0
  const results = await inParallel(
    Array.from({ length: 30 }, (_, index) => index),
    async (index) => {
      running += 1
      most = Math.max(most, running)
      for (let turns = 0; turns < 30 - index; turns += 1) await turn()
      running -= 1
      return index
    },
  )
  expect(results).toEqual(Array.from({ length: 30 }, (_, index) => index))
  expect(most).toBe(8)
})

it('begins nothing after a failure, and lets what has begun come to its end', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const all = inParallel(
    Array.from({ length: 20 }, (_, index) => index),
    async (index) => {
      begun.push(index)
      await turn()
      if (index === 2) throw new Error('the budget is spent')
      await turn()
      ended.push(index)
    },
  )
  await expect(all).rejects.toThrow('the budget is spent')
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(ended).toEqual([0, 1, 3, 4, 5, 6, 7])
})
