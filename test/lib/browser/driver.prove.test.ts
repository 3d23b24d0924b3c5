/** The other cases of driver.integration.test.ts. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { closeDrivers, driverOf, endOf, takeDriver } from '../../../harness/lib/browser/drivers.ts'
import { closeBrowsers, launch } from './driver-cases.ts'

closeBrowsers()

describe('a driver', () => {
  it('that is killed disconnects its browser, and only that one', async () => {
    const [first, second] = [await launch(), await launch()]
    const page = await first.newPage()
    const waiting = page.waitForEvent('popup', { timeout: 30_000 })
    const gone = new Promise((resolve) => first.once('disconnected', resolve))
    process.kill(driverOf(first)?.pid ?? 0, 'SIGKILL')
    await gone
    await expect(waiting).rejects.toThrow()
    expect(endOf(first)).toMatch(/^the browser's driver ended \(SIGKILL\)/)
    expect(await (await second.newPage()).evaluate('1 + 1')).toBe(2)
  })

  it('leaves no folder', async () => {
    const before = new Set(readdirSync(tmpdir()))
    const browser = await launch()
    await browser.newPage()
    await browser.close()
    await closeDrivers()
    const left = readdirSync(tmpdir()).filter((name) => !before.has(name) && name.includes(`-${String(process.pid)}-`))
    expect(left).toEqual([])
  })
})

it('keeps one spare driver, even if two are taken at the same time', async () => {
  const taken = await Promise.all([takeDriver(), takeDriver()])
  await Promise.all(taken.map((driver) => driver[Symbol.asyncDispose]()))
  await closeDrivers()
  const left = async () =>
    (await execa('pgrep', ['-P', String(process.pid), '-f', 'driver/program'], { reject: false })).stdout
  await expect.poll(left).toBe('')
})
