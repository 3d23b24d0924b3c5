/** Finds chromedriver and a browser of the same version. */
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { HarnessFault, UsageError } from '../../errors.ts'
import type { ChromedriverBrowser } from '../../contracts/types.ts'
import { BROWSER_FLAGS, browserCandidates } from './find.ts'
import { isHidden, type Environment } from '../processes/environment.ts'
import { isExecutableFile, onPath } from './places.ts'

const DRIVER_PATHS = ['/usr/bin/chromedriver', '/usr/lib/chromium/chromedriver']

/** The flags that matter here of those that chromedriver starts a browser with; a pipe replaces the port. */
export const DRIVEN_FLAGS: readonly string[] = [
  ...BROWSER_FLAGS,
  '--headless',
  '--remote-debugging-pipe',
  '--enable-automation',
  '--test-type=webdriver',
  '--no-sandbox',
  // As Playwright does: shared memory is small in a sandbox.
  '--disable-dev-shm-usage',
  '--window-size=1280,800',
  '--allow-pre-commit-input',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-client-side-phishing-detection',
  '--disable-default-apps',
  '--disable-features=IgnoreDuplicateNavs,Prewarm',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
]

/**
 * Finds chromedriver and the first browser with the same major version: chromedriver drives no other.
 * @throws HarnessFault | UsageError with a message that says what to install or set
 */
export async function findChromedriverBrowser(env: Environment = process.env): Promise<ChromedriverBrowser> {
  const driver = await findDriver(env)
  const wanted = await majorVersion(driver)
  const others: string[] = []
  for (const browser of await withSystemFirst(env)) {
    const version = await majorVersion(browser)
    if (version === wanted) return { browser, driver }
    others.push(`${browser} (${version})`)
  }
  throw new HarnessFault(
    `${driver} drives Chromium ${wanted}, but no browser of that version is installed (found: ${others.join(', ') || 'none'}); ` +
      'install both from one source (on Debian: apt-get install chromium chromium-driver), or set PE_CHROMEDRIVER and PE_CHROMIUM',
  )
}

async function findDriver(env: Environment): Promise<string> {
  const pin = env['PE_CHROMEDRIVER']
  const isPinned = pin !== undefined && pin !== ''
  if (isPinned && !(await isExecutableFile(path.resolve(pin))))
    throw new UsageError(
      `PE_CHROMEDRIVER names "${pin}", which is not an executable file; set it to the path of chromedriver`,
    )
  const places = isHidden('chromedriver', env) ? [] : [await onPath('chromedriver', env), ...DRIVER_PATHS]
  if (isPinned && places.length > 0) return path.resolve(pin)
  for (const file of places) {
    if (file !== undefined && (await isExecutableFile(file))) return realpath(file)
  }
  throw new HarnessFault('chromedriver is missing; on Debian: apt-get install chromium-driver; or set PE_CHROMEDRIVER')
}

/** System browsers first: chromedriver from the system rarely fits Playwright's browser, which is preferred elsewhere. */
async function withSystemFirst(env: Environment): Promise<string[]> {
  const found: { readonly path: string; readonly source: string }[] = []
  for await (const browser of browserCandidates(env)) found.push(browser)
  return found
    .toSorted((one, other) => Number(other.source === 'system') - Number(one.source === 'system'))
    .map((browser) => browser.path)
}

/** On Debian /usr/bin/chromium is a script, and the files of the browser are here. */
const DEBIAN_FILES = '/usr/lib/chromium'

/**
 * Checks that a browser has a locale. Without it the browser falls back to another language and date format.
 * @throws HarnessFault if the locale is missing
 */
export async function expectLanguage(browser: string, locale: string): Promise<void> {
  const real = path.dirname(await realpath(browser))
  const folder = path.join(real === '/usr/bin' ? DEBIAN_FILES : real, 'locales')
  if (!existsSync(folder) || existsSync(path.join(folder, `${locale}.pak`))) return
  throw new HarnessFault(
    `${browser} lacks the locale ${locale}, in which this mission is judged; on Debian: apt-get install chromium-l10n`,
  )
}

/** From `Chromium 156.0.8078.79 built on Debian` and `ChromeDriver 156.0.8078.79 (…)`. */
async function majorVersion(program: string): Promise<string> {
  const result = await execa(program, ['--version'], { reject: false, timeout: 10_000, stdin: 'ignore' })
  return /(\d+)\.\d+\.\d+/.exec(result.stdout)?.[1] ?? 'unknown'
}
