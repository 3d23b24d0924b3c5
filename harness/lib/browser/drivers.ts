/** Drivers, one of them started ahead: a trial does not wait for the library to be loaded. */
import type { Browser } from 'playwright'
import { Driver } from './driver.ts'

let spare: Promise<Driver> | undefined
const drivers = new WeakMap<Browser, Driver>()

/** A driver of one's own. Starts the next one, which waits for whoever comes after. */
export async function takeDriver(): Promise<Driver> {
  const taken = spare ?? startSpare()
  spare = undefined
  const driver = await taken
  // Somebody else may have started one meanwhile, which would have no owner if another took its place.
  spare ??= startSpare()
  return driver.alive ? driver.use() : takeDriver()
}

/** Before a browser is needed, such as while a project is installed. */
export function warmDriver(): void {
  spare ??= startSpare()
}

/** Ends the one that waits. */
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

/** Why a browser was ended: what its page did, or how its driver ended. Nothing where it ended by itself. */
export function endOf(browser: Browser): string | undefined {
  return drivers.get(browser)?.lost
}

/** Actions and navigations that a browser was asked for so far. */
export function inputsOf(browser: Browser): () => number {
  const driver = drivers.get(browser)
  return () => driver?.inputs ?? 0
}

function startSpare(): Promise<Driver> {
  const starting = Driver.start().then((driver) => driver.idle())
  // Whoever takes it has its error.
  starting.catch(() => undefined)
  return starting
}
