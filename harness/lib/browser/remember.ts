/**
 * Remembers the browser that last worked on this machine, so that a repeated set-up need not load Playwright (0.3 s) or start
 * a browser.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cacheRoot } from '../files/caches.ts'
import { BROWSER_SOURCES, isNotFoundError, isExecutableFile } from './places.ts'
import type { Environment } from '../processes/environment.ts'
import type { BrowserSource, FoundBrowser } from './places.ts'

/** Version of the file; a file of another version is ignored. */
const VERSION = 2

function rememberedFile(env: Environment): string {
  return path.join(cacheRoot(env), 'browser.json')
}

/** The remembered browser, if it still exists and `PE_CHROMIUM` has not changed since. */
export async function rememberedBrowser(env: Environment): Promise<FoundBrowser | undefined> {
  const browser = parse(await readIfThere(rememberedFile(env)))
  if (browser === undefined || !agreesWithPin(browser, env['PE_CHROMIUM'])) return undefined
  return (await isExecutableFile(browser.path)) ? browser : undefined
}

export async function rememberBrowser(browser: FoundBrowser, env: Environment): Promise<void> {
  const file = rememberedFile(env)
  await mkdir(path.dirname(file), { recursive: true })
  const temporary = `${file}.${String(process.pid)}`
  await writeFile(temporary, `${JSON.stringify({ schemaVersion: VERSION, ...browser })}\n`)
  await rename(temporary, file)
}

function agreesWithPin(browser: FoundBrowser, pin: string | undefined): boolean {
  if (pin === undefined || pin === '') return browser.source !== 'PE_CHROMIUM'
  return browser.source === 'PE_CHROMIUM' && browser.path === path.resolve(pin)
}

async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isNotFoundError(error)) return ''
    throw error
  })
}

/** Without zod: loading it would take longer than the rest of a set-up. A malformed file counts as absent. */
function parse(text: string): FoundBrowser | undefined {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return undefined
  const { schemaVersion, path: file, source } = value as Record<string, unknown>
  if (schemaVersion !== VERSION || typeof file !== 'string' || !isSource(source)) return undefined
  return { path: file, source }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isSource(value: unknown): value is BrowserSource {
  return BROWSER_SOURCES.some((source) => source === value)
}
