/** The record of a page's messages does not keep the messages themselves in memory. */
import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { PageRecord } from '../../../harness/testers/playwright/record.ts'

const MIB = 2 ** 20

function heapUsed(): number {
  setFlagsFromString('--expose_gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

it('the beginnings of long messages are copies', () => {
  const page = new EventEmitter()
  const record = new PageRecord(() => undefined)
  record.watch(page as unknown as Page)
  const before = heapUsed()
  for (let count = 0; count < 40; count += 1) {
    const text = Buffer.alloc(MIB, `${String(count)} `).toString()
    page.emit('console', { type: () => 'log', text: () => text })
  }
  expect(record.console).toHaveLength(40)
  expect(record.console[7]).toMatch(/^\[log\] 7 7 7/)
  expect(heapUsed() - before).toBeLessThan(10 * MIB)
})
