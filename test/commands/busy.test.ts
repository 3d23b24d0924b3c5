import { expect, it } from 'vitest'
import { busyWarnings } from '../../harness/commands/busy.ts'

it('warns if the load is more than four times the processors, and not below', () => {
  expect(busyWarnings(8, 2)).toEqual([])
  expect(busyWarnings(0, 1)).toEqual([])
  expect(busyWarnings(16.2, 2)).toEqual([
    'this machine is busy (load 16 on 2 processors): testcodes may run out of time; --testcode-timeout gives them more',
  ])
  expect(busyWarnings(4.6, 1)).toEqual([expect.stringContaining('(load 5 on 1 processor)')])
})
