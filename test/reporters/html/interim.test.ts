import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { InterimReports } from '../../../harness/reporters/html.ts'
import { until } from '../../helpers.ts'

/** Counts reports; each ends when it is released. */
function counted() {
  let [begun, ended] = [0, 0]
  const waiting: (() => void)[] = []
  const reports = new InterimReports(async () => {
    begun += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    ended += 1
  })
  return { reports, begun: () => begun, ended: () => ended, release: () => waiting.shift()?.() }
}

it('writes one at a time, and not one after each trial', async () => {
  const { reports, begun, release } = counted()
  reports.later()
  await until(() => begun() === 1, 'the first report has begun')
  for (let trial = 0; trial < 10; trial += 1) reports.later()
  await delay(50)
  expect(begun()).toBe(1)
  release()
  await reports.end()
  expect(begun()).toBe(1)
})

it('waits at the end for the one that is being written', async () => {
  const { reports, ended, begun, release } = counted()
  reports.later()
  await until(() => begun() === 1, 'the first report has begun')
  const end = reports.end()
  release()
  await end
  expect(ended()).toBe(1)
})

it('does not keep the last report from being written if an earlier one failed', async () => {
  const reports = new InterimReports(() => Promise.reject(new Error('another process writes the same report')))
  reports.later()
  await delay(50)
  await expect(reports.end()).resolves.toBeUndefined()
})

it('throws an error of a report that nobody waited for at the next call', async () => {
  let attempts = 0
  const reports = new InterimReports(() => {
    attempts += 1
    return Promise.reject(new Error('disk full'))
  })
  await expect(reports.now()).rejects.toThrow('disk full')
  reports.later()
  expect(attempts).toBe(1)
  await reports.end()
})
