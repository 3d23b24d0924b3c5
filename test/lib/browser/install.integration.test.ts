import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrowser } from '../../../harness/lib/browser/find.ts'
import { installBrowser } from '../../../harness/lib/browser/install.ts'
import type { Attempt } from '../../../harness/lib/browser/install.ts'

let cache: string
beforeEach(async () => {
  cache = await mkdtemp(path.join(os.tmpdir(), 'pe-install-'))
})
afterEach(() => rm(cache, { recursive: true }))

const environment = () => ({ PATH: '', XDG_CACHE_HOME: cache })

function attempt(name: string, run: () => Promise<void>, obstacle?: string): Attempt {
  return { name, source: 'sparticuz', impossible: () => Promise.resolve(obstacle), run }
}

/** Writes a script to the path of the unpacked browser. */
async function put(script: string): Promise<void> {
  const file = path.join(cache, 'pe/sparticuz/chromium')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, script)
  await chmod(file, 0o755)
}

test('if all ways fail, the message lists each with its reason, and what to do', async () => {
  const attempts = [
    attempt('by root', () => Promise.resolve(), 'only root may'),
    attempt('by net', () => Promise.reject(new Error('no such host'))),
    attempt('by nothing', () => Promise.resolve()),
    attempt('by impostor', () => put('#!/bin/sh\nexit 1\n')),
  ]
  const message = await installBrowser(environment(), attempts).then(String, String)
  expect(message).toMatch(/by root: only root may\n.*by net: no such host\n.*by nothing: .*no browser is there\n/)
  expect(message).toMatch(/by impostor: .* did not open a page/)
  expect(message).toContain('PE_CHROMIUM')
})

test('the first way whose browser opens a page wins', async () => {
  const found = await findBrowser(process.env)
  if ('missing' in found) throw new Error(found.missing)
  const attempts = [
    attempt('broken', () => put('#!/bin/sh\nexit 1\n')),
    attempt('working', () => put(`#!/bin/sh\nexport PATH=/usr/bin:/bin\nexec '${found.path}' "$@"\n`)),
    attempt('not reached', () => Promise.reject(new Error('reached'))),
  ]
  const installed = await installBrowser(environment(), attempts)
  expect(installed).toEqual({ path: path.join(cache, 'pe/sparticuz/chromium'), source: 'sparticuz' })
})
