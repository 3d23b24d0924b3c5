import type { Browser, BrowserContextOptions } from 'playwright'
import { clockScript } from './clock.ts'

/**
 * When the first context of a browser begins, as its pages see it; from then on time goes by as usual, because what a page animates or counts
 * down needs that. In the past, so that nothing that a server has just made looks expired.
 */
const FIRST_MOMENT = Date.parse('2025-06-16T10:00:00Z')

/** Each context of a browser is the same to its pages: the clock, and the name of the browser. */
export function prepareContexts(browser: Browser, userAgent: string): void {
  const open = browser.newContext.bind(browser)
  let offset: number | undefined
  browser.newContext = async (options: BrowserContextOptions = {}) => {
    const context = await open({ userAgent, ...options })
    // Time goes on for the pages of the next context.
    offset ??= FIRST_MOMENT - Date.now()
    await context.addInitScript(clockScript(offset))
    return context
  }
}
