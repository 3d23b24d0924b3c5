import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BROWSER_FLAGS, browserCandidates, findBrowser, tryBrowser } from '../../../harness/lib/browser/find.ts'
import type { Machine } from '../../../harness/lib/browser/find.ts'
import { rememberBrowser } from '../../../harness/lib/browser/remember.ts'
import type { Environment } from '../../../harness/lib/processes/environment.ts'
import { HarnessFault, UsageError } from '../../../harness/errors.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pe-find-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Creates a file in the scratch folder, executable by default. */
async function file(name: string, mode = 0o755): Promise<string> {
  const full = path.join(folder, name)
  await mkdir(path.dirname(full), { recursive: true })
  await writeFile(full, '#!/bin/sh\nexit 1\n', { mode })
  return full
}

function environment(more: Environment = {}): Environment {
  return {
    PATH: [path.join(folder, 'first'), path.join(folder, 'second')].join(path.delimiter),
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    ...more,
  }
}

function machine(applications: readonly string[] = []): Machine {
  return { playwright: () => Promise.resolve(path.join(folder, 'playwright/chrome')), applications }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const value of values) list.push(value)
  return list
}

async function everything(): Promise<void> {
  await file('cache/pe/sparticuz/chromium')
  await file('second/chromium')
  await file('first/google-chrome')
  await file('playwright/chrome')
}

describe('order', () => {
  test('PE_CHROMIUM comes before all others', async () => {
    await everything()
    const pinned = await file('mine/browser')
    const env = environment({ PE_CHROMIUM: pinned })
    expect(await findBrowser(env, machine())).toEqual({ path: pinned, source: 'PE_CHROMIUM' })
    expect(await all(browserCandidates(env, machine()))).toHaveLength(1)
  })

  test("Playwright's own, then the system's by name and PATH, then applications, then sparticuz", async () => {
    await everything()
    const application = await file('Applications/Chrome')
    expect(await all(browserCandidates(environment(), machine([application])))).toEqual([
      { path: path.join(folder, 'playwright/chrome'), source: 'playwright' },
      { path: path.join(folder, 'second/chromium'), source: 'system' },
      { path: path.join(folder, 'first/google-chrome'), source: 'system' },
      { path: application, source: 'system' },
      { path: path.join(folder, 'cache/pe/sparticuz/chromium'), source: 'sparticuz' },
    ])
  })

  test('a headless shell of the system comes before a full browser', async () => {
    await file('first/chromium')
    const shell = await file('second/chromium-headless-shell')
    expect(await findBrowser(environment(), machine())).toEqual({ path: shell, source: 'system' })
  })

  test("Playwright's browser is skipped if its path does not exist", async () => {
    const chromium = await file('second/chromium')
    expect(await findBrowser(environment(), machine())).toEqual({ path: chromium, source: 'system' })
  })

  test('the first executable file on PATH wins; folders and plain files are skipped', async () => {
    await mkdir(path.join(folder, 'first/chromium'), { recursive: true })
    await file('first/chromium-browser', 0o644)
    await file('second/chromium-browser')
    const found = await findBrowser(environment(), machine())
    expect(found).toEqual({ path: path.join(folder, 'second/chromium-browser'), source: 'system' })
  })
})

describe('an unusable PE_CHROMIUM', () => {
  test.each([
    ['does not exist', async () => Promise.resolve(path.join(folder, 'nowhere'))],
    ['is not executable', () => file('plain', 0o644)],
    ['is a folder', () => Promise.resolve(folder)],
  ])('throws if it %s, and does not fall back to another browser', async (_, make) => {
    await everything()
    const pin = await make()
    const found = findBrowser(environment({ PE_CHROMIUM: pin }), machine())
    await expect(found).rejects.toThrow(UsageError)
    await expect(found).rejects.toThrow(`PE_CHROMIUM names "${pin}", which is not an executable file`)
  })

  test('that is empty counts as not set', async () => {
    const chromium = await file('first/chromium')
    expect(await findBrowser(environment({ PE_CHROMIUM: '' }), machine())).toMatchObject({ path: chromium })
  })
})

describe('a remembered browser', () => {
  test('comes before the other candidates', async () => {
    await everything()
    const working = await file('first/google-chrome')
    await rememberBrowser({ path: working, source: 'system' }, environment())
    expect(await findBrowser(environment(), machine())).toEqual({ path: working, source: 'system' })
  })

  test('is forgotten when it is gone, when PE_CHROMIUM changes, and when its file is damaged', async () => {
    const chromium = await file('first/chromium')
    const other = await file('other')
    await rememberBrowser({ path: path.join(folder, 'gone'), source: 'system' }, environment())
    expect(await findBrowser(environment(), machine())).toMatchObject({ path: chromium })
    await rememberBrowser({ path: chromium, source: 'system' }, environment())
    expect(await findBrowser(environment({ PE_CHROMIUM: other }), machine())).toMatchObject({ path: other })
    await rememberBrowser({ path: other, source: 'PE_CHROMIUM' }, environment())
    expect(await findBrowser(environment(), machine())).toMatchObject({ path: chromium })
    await writeFile(path.join(folder, 'cache/pe/browser.json'), '{"schemaVersion":1,"path":')
    expect(await findBrowser(environment(), machine())).toMatchObject({ path: chromium })
  })
})

test('without any browser the message says where it looked and what to do', async () => {
  const found = await findBrowser(environment(), machine())
  expect(found).toHaveProperty('missing', expect.stringMatching(/PATH.*playwright install chromium.*PE_CHROMIUM/s))
})

describe('opening', () => {
  test('the browser of this machine opens a page and returns its version', async () => {
    const found = await findBrowser(process.env)
    if ('missing' in found) throw new Error(found.missing)
    expect(await tryBrowser(found.path)).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  })

  test('a program that is not a browser fails with a readable reason', async () => {
    const impostor = path.join(folder, 'impostor')
    await writeFile(impostor, '#!/bin/sh\necho "no display here" >&2\nexit 7\n', { mode: 0o755 })
    const opened = tryBrowser(impostor)
    await expect(opened).rejects.toThrow(HarnessFault)
    await expect(opened).rejects.toThrow(/impostor did not open a page: .*no display here/)
  })
})

test('--no-sandbox is set for root only', () => {
  expect(BROWSER_FLAGS.includes('--no-sandbox')).toBe(process.getuid?.() === 0)
})
