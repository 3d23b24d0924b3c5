import type { Browser } from 'playwright'
import { withTimeout } from '../../lib/async/deadline.ts'
import { messageOf } from '../../errors.ts'

const DEADLINE = 10_000

/** Checks that a browser can show a page of the harness and act on it. Returns what is wrong, or undefined. */
export async function controlPageProblem(browser: Browser): Promise<string | undefined> {
  try {
    return await withTimeout(showControlPage(browser), DEADLINE, `no answer within ${String(DEADLINE / 1000)} s`)
  } catch (error) {
    return messageOf(error)
  }
}

async function showControlPage(browser: Browser): Promise<string | undefined> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.setContent('<button onclick="this.textContent = 2">1</button>')
    await page.getByRole('button').click()
    const shown = await page.getByRole('button').textContent()
    return shown === '2' ? undefined : `after a click it shows "${String(shown)}" instead of "2"`
  } finally {
    await context.close()
  }
}
