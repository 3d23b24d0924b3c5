/** Real browsers, each with its own driver. */
import type { Browser } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { applyPatches } from '../../../harness/lib/browser/driver/patches.ts'
import { endOf, inputsOf } from '../../../harness/lib/browser/drivers.ts'
import { closeBrowsers, launch } from './driver-cases.ts'

describe('a driver', () => {
  closeBrowsers('all')
  let quiet: Browser
  beforeAll(async () => {
    quiet = await launch()
  })

  it('ends without an effect on another browser', async () => {
    const loud = await launch()
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

  it('counts actions and navigations', async () => {
    const inputs = inputsOf(quiet)
    const page = await quiet.newPage()
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
})

describe('patched', () => {
  it('refuses an unknown version of Playwright', () => {
    expect(() => applyPatches('something else', '9.9.9')).toThrow(
      /Playwright 9\.9\.9 differs from the version that pe patches/,
    )
  })
})
