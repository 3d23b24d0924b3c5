import { expect, test } from 'vitest'
import { buddyCalls, BuddyModel } from '../../../harness/testers/judge/drawn/buddy.ts'

test('free pages melt with their buddies', () => {
  const model = new BuddyModel()
  model.return(1)
  expect([model.count(1), model.rankOf(1)]).toEqual([1, 1])
  model.return(0)
  expect([model.count(1), model.count(2), model.rankOf(0)]).toEqual([0, 1, 2])
  model.return(3)
  model.return(2)
  expect([model.count(2), model.count(3), model.rankOf(3)]).toEqual([0, 1, 3])
})

test('the calls of problem 020 end with everything free, and other seeds give other calls', () => {
  const { input, output } = buddyCalls('one')
  expect(output.trim().split('\n').slice(-16)).toEqual([...Array.from({ length: 15 }, () => '0'), '1'])
  expect(input.trim().split('\n')).toHaveLength(output.trim().split('\n').length)
  expect(buddyCalls('two').input).not.toBe(input)
})
