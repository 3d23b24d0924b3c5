import path from 'node:path'
import type { Browser } from 'playwright'
import { HarnessFault, messageOf } from '../errors.ts'
import type { BrowserCage } from '../types.ts'
import { BROWSER_FLAGS, findBrowser } from './find.ts'
import { dropForgotten } from './forgotten.ts'

/** Names other than the loopback's are not looked up: a page under judgement has no business elsewhere. */
const NO_LOOKUPS = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

/**
 * Starts a browser, driven through a pipe. Signals stay with the harness, which closes it in its own order.
 * @param place The cage in which it runs; or a folder for its downloads and traces, where it runs beside the harness
 * @param uploads Folders that it may read in its cage
 * @throws HarnessFault where there is none, or it does not start
 */
export async function launchBrowser(place?: BrowserCage | string, uploads: readonly string[] = []): Promise<Browser> {
  const cage = typeof place === 'string' ? undefined : place
  const folder = typeof place === 'string' ? place : undefined
  const browser = await findBrowser(process.env)
  if ('missing' in browser) throw new HarnessFault(browser.missing)
  // Loaded only where a browser is started: it costs 0.3 s.
  const { chromium } = await import('playwright')
  try {
    const launched = await chromium.launch({
      executablePath: cage ? await cage.wrap(browser.path, uploads) : browser.path,
      args: [...BROWSER_FLAGS, NO_LOOKUPS],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ...(cage ? { downloadsPath: cage.downloads, tracesDir: cage.traces } : foldersIn(folder)),
    })
    dropForgotten(launched)
    return launched
  } catch (error) {
    throw new HarnessFault(`the browser ${browser.path} does not start: ${messageOf(error)}; try pe doctor`, {
      cause: error,
    })
  }
}

function foldersIn(place: string | undefined): { readonly downloadsPath?: string; readonly tracesDir?: string } {
  if (place === undefined) return {}
  return { downloadsPath: path.join(place, 'downloads'), tracesDir: path.join(place, 'traces') }
}
