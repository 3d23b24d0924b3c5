/** Problem 008 by the published interpreter, on programs of ours. */
import { expect, it } from 'vitest'
import { drawings } from '../../../harness/testers/judge/drawn/index.ts'
import { NEEDS, isAccepted, lines, statusesOf } from './mov-cases.ts'

isAccepted(['2277'])

it('a wrong program is not', NEEDS, async () => {
  expect(await statusesOf({ '2279.mv': lines('O<65', 'Z<1') })).toEqual(['failed', 'failed'])
})

it('inputs follow the seed, and their outputs the statement', () => {
  expect(drawings['mov-hello']('one').output).toBe('Hello World!')
  expect(drawings['mov-sum']('one').input).toMatch(/^[1-9]\d{9}\+[1-9]\d{9}$/)
  expect(drawings['mov-sum']('one')).toEqual(drawings['mov-sum']('one'))
  expect(drawings['mov-sum']('two').input).not.toBe(drawings['mov-sum']('one').input)
  const { input, output } = drawings['mov-hanoi']('one')
  const disks = input.charCodeAt(0) - 48
  expect(output.split('\n').filter((line) => line !== '')).toHaveLength(2 ** disks - 1)
  expect(drawings['mov-sort']('one').output).toMatch(/^0*1*2*3*4*5*6*7*8*9*$/)
})
