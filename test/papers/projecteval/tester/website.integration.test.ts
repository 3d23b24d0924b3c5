/** Python testcodes on a website, with the names of the published contract. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { temporaryFolder, writeTree, type TemporaryFolder } from '../../../helpers.ts'
import { HOME, forWebsites, open, website, type OpenFixture } from './fixtures.ts'
import { routes, testcodes } from './website-cases.ts'

describe('Python testcodes in a browser', forWebsites, () => {
  let site: OpenFixture
  let cache: TemporaryFolder
  beforeAll(async () => {
    cache = await temporaryFolder()
    vi.stubEnv('XDG_CACHE_HOME', cache.path)
    await writeTree(cache.file('pe/cdn'), {
      'plain@1.10.0/dist/plain.css': '#text { color: rgb(1, 2, 3) }',
      'plain@1.10.0/index.js': `document.querySelector('#more').textContent = 'loaded'`,
      'plain@1.10.0/package.json': '{ "main": "index.js" }',
      'plain@1.9.0/package.json': '{}',
      'evil@1.0.0/package.json': '{ "main": "../secret.js" }',
      'secret.js': 'secret',
    })
    site = await open({ ...website(routes), testcodes, mission: { locale: 'zh-CN' } })
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await site[Symbol.asyncDispose]()
    await cache[Symbol.asyncDispose]()
  })
  const passes = async (id: string, at?: string, values: Record<string, unknown> = {}) => {
    const { status, reason } = await site.judge(id, at === undefined ? values : { url: HOME + at, ...values })
    expect(reason).toBeUndefined()
    expect(status).toBe('passed')
  }

  it('are runnable if the homepage shows something', async () => {
    expect(await site.session.runnable()).toMatchObject({ status: 'passed' })
  })

  it('act like with Selenium, and leave the page to the next testcode', async () => {
    await passes('acts', '')
    await passes('remembers')
  })

  it('fail with a reason and a screenshot', async () => {
    const { status, reason, evidence } = await site.judge('fails', { url: HOME })
    expect(status).toBe('failed')
    expect(reason).toBe('AssertionError: the title is another (line 4 of the testcode)')
    expect(evidence.screenshot).toBe('evidence/fails.png')
    expect(existsSync(path.join(site.scratch, 'evidence', 'fails.png'))).toBe(true)
  })
})
