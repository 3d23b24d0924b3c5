/** The other cases of stacks.integration.test.ts. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { PYTHON, DJANGO, FLASK, fixture, launch, website, program, type Ask, get, run } from './stacks-cases.ts'

let cache: TemporaryFolder
beforeAll(async () => {
  cache = await temporaryFolder()
  vi.stubEnv('XDG_CACHE_HOME', cache.path)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cache[Symbol.asyncDispose]()
})

function form(fields: Readonly<Record<string, string>>, cookie = ''): Ask {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie }
  return { method: 'POST', headers, body: new URLSearchParams(fields).toString() }
}

// ---- websites ----------------------------------------------------------------------------------------------------

describe('websites without a launch plan', () => {
  const sites: Record<string, { needs?: typeof PYTHON; shows: string; startedWith: string }> = {
    express: { shows: '<p id="names">0 guests</p>', startedWith: 'npm ci; node server.js' },
    'node-http': { shows: '<h1 id="title">Plain Node</h1>', startedWith: 'node server.js' },
    'node-main': { shows: 'Started by main', startedWith: 'node src/site.js' },
    django: {
      needs: DJANGO,
      shows: '<ul id="notes"></ul>',
      startedWith:
        'python3 -c … manage.py makemigrations migrate createsuperuser; python3 -u manage.py runserver --noreload 127.0.0.1:PORT',
    },
    'django-beside': {
      needs: DJANGO,
      shows: '<ul id="notes"></ul>',
      startedWith:
        'python3 -c … manage.py makemigrations migrate createsuperuser; python3 -u manage.py runserver --noreload 127.0.0.1:PORT (in backend/)',
    },
    'django-bare': {
      needs: DJANGO,
      shows: 'No database',
      startedWith:
        'python3 -c … manage.py makemigrations migrate createsuperuser; python3 -u manage.py runserver --noreload 127.0.0.1:PORT',
    },
    nested: {
      needs: DJANGO,
      shows: '<ul id="notes"></ul>',
      startedWith:
        'python3 -c … manage.py makemigrations migrate createsuperuser; python3 -u manage.py runserver --noreload 127.0.0.1:PORT (in mysite/)',
    },
    flask: {
      needs: FLASK,
      shows: ' visits</p>',
      startedWith: 'python3 -u app.py',
    },
    'flask-factory': {
      needs: FLASK,
      shows: '<li>coffee</li>',
      startedWith: 'python3 -u -m flask --app shop run --no-reload --port PORT',
    },
    'python-http': { needs: PYTHON, shows: 'Plain Python', startedWith: 'python3 -u server.py' },
    static: { shows: 'Static page ☕', startedWith: 'node -e … . PORT' },
    'static-public': { shows: 'From public', startedWith: 'node -e … public PORT' },
  }
  for (const [name, { needs: options = {}, shows, startedWith }] of Object.entries(sites)) {
    it(`${name}: its homepage answers`, options, async () => {
      await using site = await website(await fixture(name))
      const { status, body } = await get(site, site.target.homepage)
      expect({ status, body }).toEqual({ status: 200, body: expect.stringContaining(shows) as string })
      expect(site.target.log().split('\n')[0]).toBe(`started with: ${startedWith}`)
      process.stderr.write(`  ${name}: launched in ${String(site.took)} ms\n`)
    })
  }

  it('node: the project in one of several folders, with its packages', async () => {
    const { files } = await fixture('express')
    const moved = files.map((file) => ({ ...file, path: `server/${file.path}` }))
    await using site = await website({ files: [...moved, { path: 'client/style.css', content: '' }] })
    expect((await get(site)).body).toContain('0 guests')
    expect((await get(site, '/assets/style.css')).status).toBe(200)
    expect(site.target.log()).toContain('started with: npm ci; node server.js (in server/)')
  })

  it('django: the superuser can log in, and the database exists', DJANGO, async () => {
    await using site = await website(await fixture('django'))
    const page = await get(site, '/admin/login/')
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const cookie = `csrftoken=${/csrftoken=(\w+)/.exec(String(page.headers['set-cookie']))?.[1] ?? ''}`
    const fields = { username: 'Admin', password: 'abc#12345', csrfmiddlewaretoken: token, next: '/admin/' }
    const login = await get(site, '/admin/login/', form(fields, cookie))
    expect(login).toMatchObject({ status: 302, headers: { location: '/admin/' } })
    const wrong = await get(site, '/admin/login/', form({ ...fields, password: 'abc' }, cookie))
    expect(wrong.status).toBe(200)

    await get(site, '/', form({ text: 'Buy tea', csrfmiddlewaretoken: token }, cookie))
    expect((await get(site)).body).toContain('<li>Buy tea</li>')
  })

  it('django: a failed prepare command is logged, and the start continues', DJANGO, async () => {
    await using site = await website(await fixture('django-bare'))
    expect(site.target.log()).toContain('createsuperuser failed')
  })

  it('django: a project that does not start is at fault, and the output names the commands', DJANGO, async () => {
    const { files } = await fixture('django-bare')
    const broken = files.map((file) => (file.path === 'urls.py' ? { ...file, content: 'from nowhere import x' } : file))
    const error = (await launch({ files: broken }, 'website').catch((reason: unknown) => reason)) as ProjectFault
    expect(error).toBeInstanceOf(ProjectFault)
    expect(error.message).toContain('the server ended before it answered')
    expect(error.output).toMatch(/^started with: python3 -c … manage.py makemigrations migrate/)
    expect(error.output).toContain("No module named 'nowhere'")
  })

  it('several sites run at once, each with its own content', async () => {
    const names = ['node-main', 'static', 'static-public']
    const sites = await Promise.all(names.map(async (name) => website(await fixture(name))))
    const bodies = await Promise.all(sites.map(async (site) => (await get(site)).body))
    for (const site of sites) await site[Symbol.asyncDispose]()
    expect(bodies.map((body) => /<h1[^>]*>(.*?)</.exec(body)?.[1])).toEqual([
      'Started by main',
      'Static page ☕',
      'From public',
    ])
  })
})

describe('a launch plan', () => {
  it('may have several prepare commands, which run in order', async () => {
    const script = `require('http').createServer((_, response) => response.end(require('fs').readFileSync('made'))).listen(process.env.PORT)`
    const append = (text: string) => ['sh', '-c', `printf ${text} >> made`]
    const prepare = [append('one,'), append('two')]
    const plan = { prepare, start: ['node', 'server.js'], port: 8000, homepage: '/' }
    await using site = await website({ files: [{ path: 'server.js', content: script }], launch: plan })
    expect((await get(site)).body).toBe('one,two')
  })
})

describe('programs without a launch plan', () => {
  it('node: a dialogue', async () => {
    await using launched = await program(await fixture('node-console'), 'console')
    expect(launched.target.log()).toBe('started with: node bin/greeter.js')
    expect((await run(launched, 'Ada\n')).stdout).toContain('Hello, Ada!')
  })
})

describe('websites without a launch plan', () => {
  it('node: the project in one of several folders, installed there', async () => {
    const manifest = { name: 'tiny', version: '1.0.0', private: true, scripts: { prepare: 'true' } }
    const lock = { ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest } }
    const { files } = await fixture('node-http')
    const moved = [
      ...files.map((file) => ({ ...file, path: `server/${file.path}` })),
      { path: 'server/package.json', content: JSON.stringify(manifest) },
      { path: 'server/package-lock.json', content: JSON.stringify(lock) },
    ]
    await using site = await website({ files: [...moved, { path: 'client/style.css', content: '' }] })
    expect((await get(site)).body).toContain('Plain Node')
    expect(site.target.log()).toContain('started with: npm ci; node server.js (in server/)')
  })
})
