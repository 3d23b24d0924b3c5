/** Hands out drivers. One spare driver is started ahead, so that no trial waits for Playwright to load. */
import type { Browser } from 'playwright'
import type { CallListener } from './calls.ts'
import { Driver } from './driver.ts'

let spare: Promise<Driver> | undefined
const drivers = new WeakMap<Browser, Driver>()

/** Returns a driver that nobody else uses, and starts the next spare. */
export async function takeDriver(): Promise<Driver> {
  const taken = spare ?? startSpare()
  spare = undefined
  const driver = await taken
  // Another caller may have started a spare meanwhile; overwriting it would leak its process.
  spare ??= startSpare()
  return driver.alive ? driver.use() : takeDriver()
}

/** Starts a spare before it is needed, such as while a project is installed. */
export function warmDriver(): void {
  spare ??= startSpare()
}

/** Ends the spare. */
export async function closeDrivers(): Promise<void> {
  const last = spare
  spare = undefined
  await (await last?.catch(() => undefined))?.[Symbol.asyncDispose]()
}

export function assignDriver(browser: Browser, driver: Driver): void {
  drivers.set(browser, driver)
}

export function driverOf(browser: Browser): Driver | undefined {
  return drivers.get(browser)
}

/** Why a browser ended: an action of its page, or the end of its driver. Undefined if it ended by itself. */
export function endOf(browser: Browser): string | undefined {
  return drivers.get(browser)?.lost
}

/** A counter of the actions and navigations of a browser so far (see `Driver.inputs`). */
export function inputsOf(browser: Browser): () => number {
  const driver = drivers.get(browser)
  return () => driver?.inputs ?? 0
}

/** Milliseconds since the last action or navigation of a browser was sent to it. */
export function sinceInputOf(browser: Browser): () => number {
  const driver = drivers.get(browser)
  return () => performance.now() - (driver?.inputSentAt ?? 0)
}

/** From now on these listeners, and no others, hear of all calls to a browser. */
export function listenToCalls(browser: Browser, listeners: readonly CallListener[]): void {
  const driver = drivers.get(browser)
  if (driver) driver.listeners = listeners
}

function startSpare(): Promise<Driver> {
  const starting = Driver.start().then((driver) => driver.idle())
  // takeDriver awaits the same promise, and so reports the error.
  starting.catch(() => undefined)
  return starting
}
