import { expect, it } from 'vitest'
import { busyWarnings } from '../../harness/commands/busy.ts'

it('warns above twice the processors, and not below', () => {
  expect(busyWarnings(4, 2)).toEqual([])
  expect(busyWarnings(0, 1)).toEqual([])
  expect(busyWarnings(16.2, 2)).toEqual([
    'this machine is busy (load 16 on 2 processors): testcodes may run out of time; --testcode-timeout gives them more',
  ])
  expect(busyWarnings(2.6, 1)).toEqual([expect.stringContaining('(load 3 on 1 processor)')])
})
