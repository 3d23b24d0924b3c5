import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { WebsiteTarget } from '../../harness/contracts/types.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { PYTHON, type Launched, fixture, website, program, get, getAll, run } from './stacks-cases.ts'

let cache: TemporaryFolder
beforeAll(async () => {
  cache = await temporaryFolder()
  vi.stubEnv('XDG_CACHE_HOME', cache.path)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cache[Symbol.asyncDispose]()
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

  it('answers with a status and a type, from its own folder alone', async () => {
    const expected = [
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
    ] as const
    const answers = await getAll(
      site,
      expected.map(([to]) => [to]),
    )
    expect(
      answers.map(({ status, headers }, index) => [expected[index]?.[0], status, headers['content-type']]),
    ).toEqual(expected)
  })

  it('redirects a folder to its address with a slash, on the same host', async () => {
    const [folder, twoSlashes] = await getAll(site, [['/about?x=1'], ['//about']])
    expect(folder).toMatchObject({ status: 301, headers: { location: '/about/?x=1' } })
    expect(twoSlashes?.headers['location']).toBe('/about/')
  })

  it('answers an address that cannot be decoded, and keeps running', async () => {
    const answers = await getAll(site, [['/%zz'], ['/%00'], ['/']])
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 200])
  })

  it('supports only GET and HEAD', async () => {
    const [head, post, remove] = await getAll(site, [
      ['/', { method: 'HEAD' }],
      ['/', { method: 'POST', body: 'x' }],
      ['/', { method: 'DELETE' }],
    ])
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(Number(head?.headers['content-length'])).toBeGreaterThan(100)
    expect(post?.status).toBe(405)
    expect(remove?.status).toBe(405)
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
