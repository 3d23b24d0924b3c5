import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Selectors } from 'playwright'
import { proxyScript } from '../../../lib/browser/proxy-script.ts'
import { HarnessFault } from '../../../errors.ts'
import { packageRoot } from '../../../lib/files/package-root.ts'
import {
  ONE_MATCHING,
  ONE_MATCHING_ENGINE,
  STANDARD_CSS,
  STANDARD_CSS_ENGINE,
  STANDARD_XPATH,
  STANDARD_XPATH_ENGINE,
} from '../../../lib/browser/standard-selectors.ts'

/** Folder of the scripts that run in pages. They are shipped as they are, without compilation. */
const FOLDER = 'harness/testers/playwright/inside'

/** Name of the event by which the two scripts communicate, and mark of the judge's script's own errors. No page can guess it. */
const NAME = randomBytes(24).toString('base64url')

/** Whether an error was thrown by the judge's script in a page, and not by the page. */
export function isScriptFault(error: unknown): boolean {
  return error instanceof Error && error.message.includes(NAME)
}

/** The message of such an error, without the mark. */
export function scriptFaultText(error: unknown): string {
  const message = String(error)
  return message.slice(message.indexOf(NAME) + NAME.length + 1).split('\n')[0] ?? ''
}

/** Name of the selector engine that queries the judge's script in a page. */
export const ENGINE = 'pe'

/** Name of the selector engine that finds what a person acts on. */
export const PERSON = 'pe-person'

/** Elements that play by themselves, contain another document, or replace this one after some time. */
const RESTLESS =
  'iframe, frame, object, embed, video, audio, marquee, animate, animateTransform, animateMotion, set, ' +
  'meta[http-equiv="refresh" i]'

function script(name: string): string {
  return source(name)
    .replace('__LETTERS__', () => `(${expression(source('letters.js'))})`)
    .replace('__PLACES__', () => `(${expression(source('places.js'))})`)
    .replace('__MADE__', () => `(${expression(source('made.js'))})`)
    .replace("'__NAME__'", JSON.stringify(NAME))
    .replace('__RESTLESS__', RESTLESS)
    .replace('__STAND__', () => proxyScript())
}

function source(name: string): string {
  return readFileSync(path.join(packageRoot(import.meta.dirname), FOLDER, name), 'utf8')
}

/** Removes the leading comment and the semicolon at the beginning of the statement. */
function expression(statement: string): string {
  return statement.replace(/^\/\*\*.*?\*\/\s*;/s, '').trim()
}

const registered = new WeakMap<Selectors, Promise<void>>()

/** Installs the selector engines. Must be called before the first context of a browser is created. */
export async function prepareBrowser(browser: Browser): Promise<void> {
  const selectors = selectorsOf(browser)
  const registering = registered.get(selectors) ?? register(selectors)
  registered.set(selectors, registering)
  await registering
}

async function register(selectors: Selectors): Promise<void> {
  const content = expression(script('look.js'))
  await selectors.register(ENGINE, { content }, { contentScript: true })
  await selectors.register(PERSON, { content: expression(script('person.js')) }, { contentScript: true })
  await selectors.register(STANDARD_CSS, { content: STANDARD_CSS_ENGINE }, { contentScript: true })
  await selectors.register(ONE_MATCHING, { content: ONE_MATCHING_ENGINE }, { contentScript: true })
  await selectors.register(STANDARD_XPATH, { content: STANDARD_XPATH_ENGINE }, { contentScript: true })
}

/** Installs the script that records pending changes of a page. Must be called before the first page of a context is created. */
export async function prepareContext(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: script('hooks.js') })
}

/** Each connection to a driver has its own selector engines. The library's public API offers only those of the first connection. */
function selectorsOf(browser: Browser): Selectors {
  const { _playwright: library } = browser.browserType() as unknown as {
    readonly _playwright?: { readonly selectors?: Selectors }
  }
  if (library?.selectors) return library.selectors
  throw new HarnessFault('this version of the browser library has no selectors for a connection; run npm ci')
}
