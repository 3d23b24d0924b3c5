import type { Browser, BrowserContextOptions } from 'playwright'
import { clockScript } from './clock.ts'

/**
 * The time in pages when the first context of a browser opens. Time then passes as usual: animations and countdowns need it.
 * It lies in the past, so that nothing that a server has just issued looks expired.
 */
const FIRST_MOMENT = Date.parse('2025-06-16T10:00:00Z')

/** Gives every context of a browser the same clock and the same user agent. */
export function prepareContexts(browser: Browser, userAgent: string): void {
  const open = browser.newContext.bind(browser)
  let offset: number | undefined
  browser.newContext = async (options: BrowserContextOptions = {}) => {
    const context = await open({ userAgent, ...options })
    // The next context continues on the same clock.
    offset ??= FIRST_MOMENT - Date.now()
    await context.addInitScript(clockScript(offset))
    return context
  }
}
