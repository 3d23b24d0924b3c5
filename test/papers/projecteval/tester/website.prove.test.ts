/** The other cases of website.integration.test.ts. */
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

  it('wait for a dialog, and fail if there is none', async () => {
    await passes('alert', 'alert')
    expect(await site.judge('no-alert', { url: HOME })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no such alert') as string,
    })
  })

  it('find all names of the contract', () => passes('names'))
  it('read attributes and properties like Selenium', () => passes('attributes', 'attributes'))
  it('find the nearest ancestor', () => passes('ancestor', ''))
  it('wait for requests after a click', () => passes('settles', 'slow'))
  it('wait for a delayed navigation after a click', () => passes('leaves', 'leave'))

  it('leave a dialog open that appears while the page settles, and wait for a later one', async () => {
    for (const after of [1, 5, 5, 20, 400]) await passes('alert', `alert-later?after=${String(after)}`)
  })

  it('fail if a dialog is in the way; it is closed for the next testcode', async () => {
    await passes('asserts-nothing', 'alert')
    expect(await site.judge('fails', { url: HOME })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('unexpected alert open') as string,
    })
    await passes('acts', '')
  })

  it('are not deceived by scripts of the page', async () => {
    const forged = { url: `${HOME}forged`, element: 'nowhere' }
    expect(await site.judge('forged-element', forged)).toMatchObject({ status: 'bad-parameter' })
    expect(await site.judge('forged-xpath', forged)).toMatchObject({ status: 'failed' })
    await passes('honest', 'forged')
  })

  it('type dates in the format of a Chinese browser', () => passes('types-dates', 'date'))
  it('read the clipboard', () => passes('clipboard', 'copy'))

  it('report other origins that a page was not allowed to load from', async () => {
    const { status, evidence } = await site.judge('cdn', { url: `${HOME}cdn` })
    expect(status).toBe('passed')
    expect(evidence.refused).toEqual([
      'https://cdn.example/chart.js',
      'https://unpkg.com/evil',
      'https://unpkg.com/secret.js',
    ])
  })

  it('leave script-made pages in frames and in the window, and report them', async () => {
    const frames = await site.judge('frames-made', { url: `${HOME}made` })
    expect(frames.reason).toBeUndefined()
    expect(frames.evidence.refused?.join()).toMatch(/data:.*blob:/)
    const window = await site.judge('window-made', { url: `${HOME}made` })
    expect(window.status).not.toBe('passed')
    expect(window.evidence.refused?.join()).toContain('blob:')
    await passes('honest', 'forged')
  })

  it('see a page with libraries from the local folder', async () => {
    const { status, reason, evidence } = await site.judge('library', { url: `${HOME}library` })
    expect({ status, reason, evidence }).toEqual({ status: 'passed', reason: undefined, evidence: {} })
  })

  it('fail if they end on a server error', async () => {
    expect(await site.judge('asserts-nothing', { url: `${HOME}to-broken` })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('answered 500') as string,
    })
  })
})

describe('the published protocol', forWebsites, () => {
  it('passes a testcode that asserts nothing, and accepts any homepage', async () => {
    const broken = `js:response.writeHead(500, html).end('<a id=go href=/>again</a>')`
    await using site = await open({ ...website({ '/': broken }), testcodes, setup: { protocol: 'paper' } })
    expect(await site.session.runnable()).toMatchObject({ status: 'passed' })
    expect(await site.judge('asserts-nothing', { url: HOME })).toMatchObject({ status: 'passed' })
  })
})
