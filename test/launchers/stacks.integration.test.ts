import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { WebsiteTarget } from '../../harness/contracts/types.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { PYTHON, type Launched, fixture, website, program, get, run } from './stacks-cases.ts'

let cache: TemporaryFolder
beforeAll(async () => {
  cache = await temporaryFolder()
  vi.stubEnv('XDG_CACHE_HOME', cache.path)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cache[Symbol.asyncDispose]()
})

// ---- websites ----------------------------------------------------------------------------------------------------

describe('websites without a launch plan', () => {
  it('node: the project in one of several folders, with its packages', async () => {
    const { files } = await fixture('express')
    const moved = files.map((file) => ({ ...file, path: `server/${file.path}` }))
    await using site = await website({ files: [...moved, { path: 'client/style.css', content: '' }] })
    expect((await get(site)).body).toContain('0 guests')
    expect((await get(site, '/assets/style.css')).status).toBe(200)
    expect(site.target.log()).toContain('started with: npm ci; node server.js (in server/)')
  })
})

describe('a launch plan', () => {
  it('may use the name python, even if the system has only python3', PYTHON, async () => {
    const launch = { run: ['python', 'x.py'] }
    await using started = await program({ files: [{ path: 'x.py', content: 'print(6 * 7)' }], launch }, 'batch')
    expect((await run(started)).stdout).toBe('42\n')
  })
})

describe('the server of static files', () => {
  let site: Launched<WebsiteTarget>
  beforeAll(async () => {
    site = await website(await fixture('static'))
    await writeFile(site.folder.file('outside.txt'), 'outside')
  })
  afterAll(() => site[Symbol.asyncDispose]())

  it.each([
    ['/', 200, 'text/html; charset=utf-8'],
    ['/index.html?a=b', 200, 'text/html; charset=utf-8'],
    ['/style.css', 200, 'text/css; charset=utf-8'],
    ['/app.js', 200, 'text/javascript; charset=utf-8'],
    ['/about/', 200, 'text/html; charset=utf-8'],
    ['/about/../style.css', 200, 'text/css; charset=utf-8'],
    ['/notes/today.txt', 200, 'text/plain; charset=utf-8'],
    ['/notes/', 404, 'text/plain'],
    ['/missing', 404, 'text/plain'],
    ['/index.html/', 404, 'text/plain'],
    ['/../outside.txt', 404, 'text/plain'],
    ['/%2e%2e/outside.txt', 404, 'text/plain'],
    ['/..%2foutside.txt', 404, 'text/plain'],
    ['//etc/passwd', 404, 'text/plain'],
  ])('%s → %i', async (to, status, type) => {
    expect(await get(site, to)).toMatchObject({ status, headers: { 'content-type': type } })
  })

  it('redirects a folder to its address with a slash, on the same host', async () => {
    expect(await get(site, '/about?x=1')).toMatchObject({ status: 301, headers: { location: '/about/?x=1' } })
    expect((await get(site, '//about')).headers['location']).toBe('/about/')
  })

  it('answers an address that cannot be decoded, and keeps running', async () => {
    expect((await get(site, '/%zz')).status).toBe(400)
    expect((await get(site, '/%00')).status).toBe(404)
    expect((await get(site)).status).toBe(200)
  })

  it('supports only GET and HEAD', async () => {
    const head = await get(site, '/', { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100)
    expect((await get(site, '/', { method: 'POST', body: 'x' })).status).toBe(405)
    expect((await get(site, '/', { method: 'DELETE' })).status).toBe(405)
  })

  it.each(['127.0.0.1', '[::1]'])('listens on %s', async (host) => {
    const origin = `http://${host}:${new URL(site.target.origin).port}`
    expect((await get({ ...site, target: { ...site.target, origin } })).status).toBe(200)
  })
})

describe('programs without a launch plan', () => {
  it('python: a dialogue', PYTHON, async () => {
    await using launched = await program(await fixture('python-console'), 'console')
    expect(launched.target.log()).toBe('started with: python3 -u main.py')
    expect((await run(launched, 'Ada\n')).stdout).toContain('Hello, Ada!')
  })

  it('python: a batch program in the only folder, run in that folder', PYTHON, async () => {
    await using launched = await program(await fixture('batch'), 'batch')
    expect(launched.target.log()).toBe('started with: python3 -u make_report.py (in report/)')
    const { exit, text } = await run(launched)
    expect(exit.code).toBe(0)
    expect(text('report.txt')).toBe('total 42\n')
  })
})
