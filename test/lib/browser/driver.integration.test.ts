/** Real browsers, each with its own driver. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { patched } from '../../../harness/lib/browser/driver/patches.ts'
import { execa } from 'execa'
import { closeDrivers, driverOf, endOf, inputsOf, takeDriver } from '../../../harness/lib/browser/drivers.ts'
import { launchBrowser } from '../../../harness/lib/browser/launch.ts'
import { scratchFolder, type Scratch } from '../../../harness/lib/files/scratch.ts'

let place: Scratch
const open: Browser[] = []
const launch = async () => {
  const browser = await launchBrowser(place.path)
  open.push(browser)
  return browser
}

beforeAll(async () => {
  place = await scratchFolder()
})
afterEach(async () => {
  for (const browser of open.splice(0)) await browser.close()
})
afterAll(async () => {
  await closeDrivers()
  await place[Symbol.asyncDispose]()
})

describe('a driver', () => {
  it('ends without an effect on another browser', { timeout: 60_000 }, async () => {
    const [loud, quiet] = [await launch(), await launch()]
    const page = await quiet.newPage()
    await page.setContent('<button onclick="this.textContent = 2">1</button>')
    const gone = new Promise((resolve) => loud.once('disconnected', resolve))
    const bad = await loud.newPage()
    await bad.setContent(`<script>setTimeout(() => console.log('x'.repeat(2e6)))</script>`)
    await gone
    expect(endOf(loud)).toBe("the page sent the browser's driver a console message larger than 1 MiB")
    await expect(bad.title()).rejects.toThrow()
    await page.getByRole('button').click()
    expect(await page.getByRole('button').textContent()).toBe('2')
    expect(endOf(quiet)).toBeUndefined()
  })

  it('that is killed disconnects its browser, and only that one', { timeout: 60_000 }, async () => {
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

  it('counts actions and navigations', { timeout: 60_000 }, async () => {
    const browser = await launch()
    const inputs = inputsOf(browser)
    const page = await browser.newPage()
    const before = inputs()
    await page.setContent('<input><button>1</button>')
    await page.getByRole('button').click()
    await page.getByRole('textbox').fill('a')
    await page.keyboard.press('Enter')
    await page.getByRole('button').textContent()
    await page.locator('p').count()
    // Each counts when it is sent and when it is done.
    expect(inputs() - before).toBe(8)
  })

  it('leaves no folder', { timeout: 60_000 }, async () => {
    const before = new Set(readdirSync(tmpdir()))
    const browser = await launch()
    await browser.newPage()
    await browser.close()
    await closeDrivers()
    const left = readdirSync(tmpdir()).filter((name) => !before.has(name) && name.includes(`-${String(process.pid)}-`))
    expect(left).toEqual([])
  })
})

describe('patched', () => {
  it('refuses an unknown version of Playwright', () => {
    expect(() => patched('something else', '9.9.9')).toThrow(
      /Playwright 9\.9\.9 differs from the version that pe patches/,
    )
  })
})

it('keeps one spare driver, even if two are taken at the same time', async () => {
  const taken = await Promise.all([takeDriver(), takeDriver()])
  await Promise.all(taken.map((driver) => driver[Symbol.asyncDispose]()))
  await closeDrivers()
  const left = async () =>
    (await execa('pgrep', ['-P', String(process.pid), '-f', 'driver/program'], { reject: false })).stdout
  await expect.poll(left, { timeout: 10_000 }).toBe('')
})
