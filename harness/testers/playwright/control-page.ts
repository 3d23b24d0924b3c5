import type { Browser } from 'playwright'
import { within } from '../../lib/async/deadline.ts'
import { messageOf } from '../../errors.ts'

const DEADLINE = 10_000

/** Whether a browser shows a page of ours: says what is wrong with it, or nothing. */
export async function controlPageProblem(browser: Browser): Promise<string | undefined> {
  try {
    return await within(showControlPage(browser), DEADLINE, 'it took too long')
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
    return shown === '2' ? undefined : `it shows "${String(shown)}"`
  } finally {
    await context.close()
  }
}
