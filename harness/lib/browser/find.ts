/** Where a browser comes from, and whether it opens. */
import { UsageError, HarnessFault, messageOf } from '../../errors.ts'
import { isExecutableFile, onPath, sparticuzWrapper } from './places.ts'
import type { Environment, FoundBrowser } from './places.ts'
import { rememberedBrowser } from './remember.ts'
import path from 'node:path'

export type { BrowserSource, Environment, FoundBrowser } from './places.ts'

/**
 * For every launch: no traffic and no questions of the browser's own. Playwright adds `--no-sandbox` by itself unless
 * it is told `chromiumSandbox: true`; as root nothing else works.
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

/** What depends on the machine and not on the environment; replaced in tests. */
export interface Machine {
  /** Where Playwright would have its own Chromium; nothing need be there. */
  playwright(): Promise<string>
  /** Places outside of PATH. */
  readonly applications: readonly string[]
}

/** A headless shell first: the same pages from the same engine, without the windows that nobody sees (docs/adr/0006). */
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
  // Loaded only when it is reached: it costs 0.3 s.
  playwright: async () => (await import('playwright')).chromium.executablePath(),
  applications: process.platform === 'darwin' ? MAC_APPLICATIONS : [],
}

/**
 * The browser to use: `PE_CHROMIUM`, else the one that was last seen to work here, else the first of Playwright's own,
 * the system's, and the one that `installBrowser` unpacks. It is not started.
 * @throws UsageError where `PE_CHROMIUM` is set and is no executable file
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
  `No browser was found: PE_CHROMIUM is not set, Playwright has none of its own, and none of ${SYSTEM_NAMES.join(', ')} ` +
  'is on PATH. Install one ("npx playwright install chromium", or Chrome or Chromium by the means of your system), or ' +
  'set PE_CHROMIUM to the path of one.'

/**
 * All browsers of this machine, best first; with `PE_CHROMIUM` that one alone.
 * @throws UsageError where `PE_CHROMIUM` is set and is no executable file
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

/** What the user chose is used or refused, never replaced by something else in silence. */
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
const OPENING = 30_000

/**
 * Starts a browser, opens a blank page and closes it again.
 * @returns Its version, such as `147.0.7727.0`
 * @throws HarnessFault with the reason why it did not open
 */
export async function tryBrowser(file: string): Promise<string> {
  const { chromium } = await import('playwright')
  try {
    const browser = await chromium.launch({ executablePath: file, args: [...BROWSER_FLAGS], timeout: OPENING })
    try {
      const context = await browser.newContext()
      context.setDefaultTimeout(OPENING)
      await (await context.newPage()).goto('about:blank')
      return browser.version()
    } finally {
      await browser.close()
    }
  } catch (error) {
    throw new HarnessFault(`The browser ${file} did not open a page: ${readableReason(messageOf(error))}`)
  }
}

const REASON_LENGTH = 400

/** Playwright's message is followed by the whole command line; what the browser itself said is the part that helps. */
function readableReason(message: string): string {
  const said = [...message.matchAll(/\[pid=\d+\]\[err\] (.+)/g)].map((match) => match[1] ?? '')
  const [first = ''] = message.split('\n')
  return [first, ...said.slice(0, 3)].join(' | ').slice(0, REASON_LENGTH)
}
