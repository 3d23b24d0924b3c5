import path from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright'
import { HarnessFault, messageOf } from '../../errors.ts'
import type { BrowserSandbox } from '../../contracts/types.ts'
import { assignDriver, takeDriver } from './drivers.ts'
import { BROWSER_FLAGS, findBrowser } from './find.ts'
import { NO_LOOKUPS } from './no-lookups.ts'
import { execa } from 'execa'
import { proxyScript } from './proxy-script.ts'

/** Makes `navigator.webdriver` false, as in a browser that a person uses. */
const NOT_AUTOMATED = '--disable-blink-features=AutomationControlled'

/**
 * Starts a browser that its own driver process controls through a pipe. Playwright handles no signals: the harness closes
 * the browser at shutdown, in its own order.
 * @param place The sandbox in which it runs; or, without a sandbox, the folder for its downloads and traces
 * @param uploads Folders that it may read in its sandbox
 * @throws HarnessFault if no browser is found, or it does not start
 */
export async function launchBrowser(
  place?: BrowserSandbox | string,
  uploads: readonly string[] = [],
): Promise<Browser> {
  const sandbox = typeof place === 'string' ? undefined : place
  const folder = typeof place === 'string' ? place : undefined
  const browser = await findBrowser(process.env)
  if ('missing' in browser) throw new HarnessFault(browser.missing)
  const [driver, userAgent] = await Promise.all([takeDriver(), userAgentOf(browser.path)])
  try {
    const launched = await driver.launch({
      executablePath: sandbox ? await sandbox.wrap(browser.path, uploads) : browser.path,
      args: [...BROWSER_FLAGS, NO_LOOKUPS, NOT_AUTOMATED, `--user-agent=${userAgent}`],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ...(sandbox ? { downloadsPath: sandbox.downloads, tracesDir: sandbox.traces } : foldersIn(folder)),
    })
    assignDriver(launched, driver)
    prepareContexts(launched, userAgent)
    return launched
  } catch (error) {
    await driver[Symbol.asyncDispose]()
    throw new HarnessFault(`the browser ${browser.path} does not start: ${messageOf(error)}; try pe doctor`, {
      cause: error,
    })
  }
}

function foldersIn(place: string | undefined): { readonly downloadsPath?: string; readonly tracesDir?: string } {
  if (place === undefined) return {}
  return { downloadsPath: path.join(place, 'downloads'), tracesDir: path.join(place, 'traces') }
}

// ---- contexts ------------------------------------------------------------------------------------------------------

/**
 * The time in pages when the first context of a browser opens. Time then passes as usual: animations and countdowns need it.
 * It lies in the past, so that nothing that a server has just issued looks expired.
 */
const FIRST_MOMENT = Date.parse('2025-06-16T10:00:00Z')

/** Gives every context of a browser the same clock and the same user agent. */
function prepareContexts(browser: Browser, userAgent: string): void {
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

// ---- user agent ----------------------------------------------------------------------------------------------------

const userAgents = new Map<string, Promise<string>>()
const VERSION_TIMEOUT = 10_000

/** The user agent of a browser of this version with windows. A headless one would say "Headless". */
function userAgentOf(file: string): Promise<string> {
  const userAgent = userAgents.get(file) ?? readUserAgent(file)
  userAgents.set(file, userAgent)
  // A failure is not cached.
  userAgent.catch(() => userAgents.delete(file))
  return userAgent
}

async function readUserAgent(file: string): Promise<string> {
  const { stdout } = await execa(file, ['--version'], { reject: false, timeout: VERSION_TIMEOUT, stdin: 'ignore' })
  const version = /(\d+)\.\d+\.\d+/.exec(stdout)?.[1]
  if (version === undefined) throw new HarnessFault(`"${file} --version" printed no version; try pe doctor`)
  // Every Chromium writes the minor parts of its version as zeros.
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
}

// ---- clock ---------------------------------------------------------------------------------------------------------

/**
 * The script that shifts the clock of a page. It runs before any other script of each document, in the page's world, because
 * the page's own scripts must see its effect. It adds nothing to any object; it replaces functions by proxies that look
 * the same to the page. Timers, frames and `performance.now()` stay as they are.
 * @param offset Milliseconds to add to the machine's clock
 */
function clockScript(offset: number): string {
  return `;(${SCRIPT})(${String(offset)}, ${proxyScript()})`
}

/** A string, not a function: a compiler could add calls of helpers that do not exist in a page. */
const SCRIPT = String.raw`function (OFFSET, stand) {
  'use strict'
  const { apply, construct } = Reflect
  const { defineProperty, getOwnPropertyDescriptor } = Object
  const NativeDate = Date
  const nativeNow = Date.now
  const dateToString = Date.prototype.toString
  const now = () => nativeNow() + OFFSET

  const replace = (owner, key, value) => {
    defineProperty(owner, key, { ...getOwnPropertyDescriptor(owner, key), value })
  }
  const replaceGetter = (owner, key, get) => {
    defineProperty(owner, key, { ...getOwnPropertyDescriptor(owner, key), get })
  }

  const ShiftedDate = stand(
    NativeDate,
    () => apply(dateToString, new NativeDate(now()), []),
    (args, newTarget) => construct(NativeDate, args.length === 0 ? [now()] : args, newTarget),
  )
  replace(NativeDate, 'now', stand(nativeNow, now))
  replace(NativeDate.prototype, 'constructor', ShiftedDate)
  replace(globalThis, 'Date', ShiftedDate)

  // Without a date, a format takes the current time.
  const Format = Intl.DateTimeFormat.prototype
  const withMoment = (args) => (args[0] === undefined ? [now()] : args)
  const { get: formatOf } = getOwnPropertyDescriptor(Format, 'format')
  const shiftedFormats = new WeakMap()
  const shiftedOf = WeakMap.prototype.get.bind(shiftedFormats)
  const keepShifted = WeakMap.prototype.set.bind(shiftedFormats)
  replaceGetter(
    Format,
    'format',
    stand(formatOf, (self) => {
      const native = apply(formatOf, self, [])
      const known = shiftedOf(native)
      if (known !== undefined) return known
      const shifted = stand(native, (inner, args) => apply(native, inner, withMoment(args)))
      keepShifted(native, shifted)
      return shifted
    }),
  )
  const nativeParts = Format.formatToParts
  replace(Format, 'formatToParts', stand(nativeParts, (self, args) => apply(nativeParts, self, withMoment(args))))

  const { get: timeOrigin } = getOwnPropertyDescriptor(Performance.prototype, 'timeOrigin')
  replaceGetter(Performance.prototype, 'timeOrigin', stand(timeOrigin, (self) => apply(timeOrigin, self, []) + OFFSET))

  if (typeof Temporal === 'object' && Temporal !== null) {
    const { Now, Instant, ZonedDateTime } = Temporal
    const { instant, zonedDateTimeISO } = Now
    const addToInstant = Instant.prototype.add
    const addToZoned = ZonedDateTime.prototype.add
    const shift = { __proto__: null, milliseconds: OFFSET }
    const zoned = (args) => apply(addToZoned, apply(zonedDateTimeISO, Now, args), [shift])
    replace(Now, 'instant', stand(instant, () => apply(addToInstant, apply(instant, Now, []), [shift])))
    replace(Now, 'zonedDateTimeISO', stand(zonedDateTimeISO, (self, args) => zoned(args)))
    const parts = { plainDateTimeISO: 'toPlainDateTime', plainDateISO: 'toPlainDate', plainTimeISO: 'toPlainTime' }
    for (const name in parts) {
      const part = ZonedDateTime.prototype[parts[name]]
      replace(Now, name, stand(Now[name], (self, args) => apply(part, zoned(args), [])))
    }
  }
}`
