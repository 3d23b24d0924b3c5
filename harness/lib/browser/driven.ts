/** A browser and the chromedriver that fits it. */
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { HarnessFault, UsageError } from '../../errors.ts'
import { BROWSER_FLAGS, browserCandidates } from './find.ts'
import { isExecutableFile, onPath, type Environment } from './places.ts'

export interface DrivenBrowser {
  /** Absolute paths of executable files. */
  readonly browser: string
  readonly driver: string
}

const DRIVER_PLACES = ['/usr/bin/chromedriver', '/usr/lib/chromium/chromedriver']

/** What chromedriver would start a browser with, as far as it matters here, and a pipe for a port. */
export const DRIVEN_FLAGS: readonly string[] = [
  ...BROWSER_FLAGS,
  '--headless',
  '--remote-debugging-pipe',
  '--enable-automation',
  '--test-type=webdriver',
  '--no-sandbox',
  // Playwright's has it too: shared memory is small in a cage.
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
 * Chromedriver drives browsers of its own version alone, so of the browsers of this machine the first that has it is taken.
 * @throws HarnessFault | UsageError that say what to install or to set
 */
export async function findDrivenBrowser(env: Environment = process.env): Promise<DrivenBrowser> {
  const driver = await findDriver(env)
  const wanted = await majorVersion(driver)
  const others: string[] = []
  for (const browser of await withSystemFirst(env)) {
    const version = await majorVersion(browser)
    if (version === wanted) return { browser, driver }
    others.push(`${browser} (${version})`)
  }
  throw new HarnessFault(
    `${driver} drives Chromium ${wanted}, and there is none of that version (${others.join(', ') || 'none at all'}); ` +
      'install both from one place (on Debian: apt-get install chromium chromium-driver), or set PE_CHROMEDRIVER and PE_CHROMIUM',
  )
}

async function findDriver(env: Environment): Promise<string> {
  const pin = env['PE_CHROMEDRIVER']
  if (pin !== undefined && pin !== '') {
    if (await isExecutableFile(path.resolve(pin))) return path.resolve(pin)
    throw new UsageError(
      `PE_CHROMEDRIVER names "${pin}", which is not an executable file; set it to chromedriver's path`,
    )
  }
  for (const place of [await onPath('chromedriver', env), ...DRIVER_PLACES]) {
    if (place !== undefined && (await isExecutableFile(place))) return realpath(place)
  }
  throw new HarnessFault('chromedriver is missing; on Debian: apt-get install chromium-driver; or set PE_CHROMEDRIVER')
}

/** Playwright's own browser comes first elsewhere, and is seldom the one that the system's chromedriver fits. */
async function withSystemFirst(env: Environment): Promise<string[]> {
  const found: { readonly path: string; readonly source: string }[] = []
  for await (const browser of browserCandidates(env)) found.push(browser)
  return found
    .toSorted((one, other) => Number(other.source === 'system') - Number(one.source === 'system'))
    .map((browser) => browser.path)
}

/** Where Debian keeps what belongs to /usr/bin/chromium, which is a script. */
const DEBIAN_FILES = '/usr/lib/chromium'

/**
 * A browser that does not have a language speaks another one, and takes dates in another order.
 * @throws HarnessFault where that would be so
 */
export async function expectLanguage(browser: string, locale: string): Promise<void> {
  const real = path.dirname(await realpath(browser))
  const folder = path.join(real === '/usr/bin' ? DEBIAN_FILES : real, 'locales')
  if (!existsSync(folder) || existsSync(path.join(folder, `${locale}.pak`))) return
  throw new HarnessFault(
    `${browser} does not speak ${locale}, in which this mission is judged; on Debian: apt-get install chromium-l10n`,
  )
}

/** From `Chromium 156.0.8078.79 built on Debian` and `ChromeDriver 156.0.8078.79 (…)`. */
async function majorVersion(program: string): Promise<string> {
  const result = await execa(program, ['--version'], { reject: false, timeout: 10_000, stdin: 'ignore' })
  return /(\d+)\.\d+\.\d+/.exec(result.stdout)?.[1] ?? 'unknown'
}
