/** Finds the browsers of this machine, and tries whether one opens. */
import { UsageError, HarnessFault, messageOf } from '../../errors.ts'
import { browserLibrary } from './library.ts'
import { isExecutableFile, onPath, sparticuzWrapper } from './places.ts'
import type { Environment } from '../processes/environment.ts'
import type { FoundBrowser } from './places.ts'
import { rememberedBrowser } from './remember.ts'
import path from 'node:path'

export type { BrowserSource, FoundBrowser } from './places.ts'

/**
 * Flags for every launch: no background traffic, no first-run dialogs. Playwright adds `--no-sandbox` by itself unless
 * `chromiumSandbox` is true. Root needs it: Chromium does not start without.
 */
export const BROWSER_FLAGS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** The facts of a machine that are not in its environment variables; replaced in tests. */
export interface Machine {
  /** The path at which Playwright installs Chromium; the file need not exist. */
  playwright(): Promise<string>
  /** Paths of browsers outside of PATH. */
  readonly applications: readonly string[]
}

/** A headless shell comes first: it has the same engine without windows (docs/adr/0006). */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const thisMachine: Machine = {
  playwright: () => Promise.resolve(browserLibrary().chromium.executablePath()),
  applications: process.platform === 'darwin' ? MAC_APPLICATIONS : [],
}

/**
 * Finds the browser to use without starting it: `PE_CHROMIUM`, else the one that last worked here, else Playwright's, else
 * the system's, else the one that `installBrowser` unpacked.
 * @throws UsageError if `PE_CHROMIUM` is set and is not an executable file
 */
export async function findBrowser(
  env: Environment,
  machine: Machine = thisMachine,
): Promise<FoundBrowser | { readonly missing: string }> {
  const remembered = await rememberedBrowser(env)
  if (remembered !== undefined) return remembered
  const first = await browserCandidates(env, machine).next()
  return first.done === true ? { missing: NOTHING_FOUND } : first.value
}

const NOTHING_FOUND =
  `No browser was found: PE_CHROMIUM is not set, Playwright's browser is not installed, and none of ${SYSTEM_NAMES.join(', ')} ` +
  'is on PATH. Install one ("npx playwright install chromium", or Chrome or Chromium with your package manager), or ' +
  'set PE_CHROMIUM to its path.'

/**
 * All browsers of this machine, best first; with `PE_CHROMIUM` only that one.
 * @throws UsageError if `PE_CHROMIUM` is set and is not an executable file
 */
export async function* browserCandidates(
  env: Environment,
  machine: Machine = thisMachine,
): AsyncGenerator<FoundBrowser, undefined> {
  const pinned = await pinnedBrowser(env)
  if (pinned !== undefined) {
    yield pinned
    return undefined
  }
  const own = await machine.playwright()
  if (await isExecutableFile(own)) yield { path: own, source: 'playwright' }
  yield* systemBrowsers(env, machine)
  const unpacked = sparticuzWrapper(env)
  if (await isExecutableFile(unpacked)) yield { path: unpacked, source: 'sparticuz' }
  return undefined
}

/** The browser that the user chose is used or refused, never silently replaced. */
async function pinnedBrowser(env: Environment): Promise<FoundBrowser | undefined> {
  const pin = env['PE_CHROMIUM']
  if (pin === undefined || pin === '') return undefined
  const file = path.resolve(pin)
  if (await isExecutableFile(file)) return { path: file, source: 'PE_CHROMIUM' }
  throw new UsageError(
    `PE_CHROMIUM names "${pin}", which is not an executable file. Set it to the path of a Chrome or Chromium, or unset it.`,
  )
}

async function* systemBrowsers(env: Environment, machine: Machine): AsyncGenerator<FoundBrowser> {
  for (const name of SYSTEM_NAMES) {
    const file = await onPath(name, env)
    if (file !== undefined) yield { path: file, source: 'system' }
  }
  for (const file of machine.applications) {
    if (await isExecutableFile(file)) yield { path: file, source: 'system' }
  }
}

/** Milliseconds until a browser must have opened its first page. A cold start from a slow disk takes several seconds. */
const OPEN_TIMEOUT = 30_000

/**
 * Starts a browser, opens a blank page and closes the browser again.
 * @returns Its version, such as `147.0.7727.0`
 * @throws HarnessFault with the reason if it does not open
 */
export async function tryBrowser(file: string): Promise<string> {
  const { chromium } = browserLibrary()
  try {
    const browser = await chromium.launch({ executablePath: file, args: [...BROWSER_FLAGS], timeout: OPEN_TIMEOUT })
    try {
      const context = await browser.newContext()
      context.setDefaultTimeout(OPEN_TIMEOUT)
      await (await context.newPage()).goto('about:blank')
      return browser.version()
    } finally {
      await browser.close()
    }
  } catch (error) {
    throw new HarnessFault(`The browser ${file} did not open a page: ${readableReason(messageOf(error))}`)
  }
}

const MAX_REASON_LENGTH = 400

/** Playwright appends the whole command line to its message; only its first line and the browser's own output help. */
function readableReason(message: string): string {
  const output = [...message.matchAll(/\[pid=\d+\]\[err\] (.+)/g)].map((match) => match[1] ?? '')
  const [first = ''] = message.split('\n')
  return [first, ...output.slice(0, 3)].join(' | ').slice(0, MAX_REASON_LENGTH)
}
