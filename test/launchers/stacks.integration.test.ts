import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { readFolder } from '../../harness/lib/files/read-folder.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import { INSTALL_LIMITS } from '../../harness/sandbox/limits.ts'
import type { MissionKind } from '../../harness/contracts/schema.ts'
import type {
  LaunchLimits,
  Project,
  ProgramTarget,
  Sandbox,
  Target,
  WebsiteTarget,
} from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, missionOf, root, temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { sampled } from '../part.ts'

const it = sampled('launchers/stacks', 5)

const SANDBOX = (await chooseSandbox()).name

const limitsIn = (scratch: string): LaunchLimits =>
  limitsOf(scratch, {
    install: 120_000,
    openInstaller: () => openSandbox(SANDBOX, scratch, { limits: INSTALL_LIMITS, registry: true, browser: false }),
  })

let cache: TemporaryFolder
beforeAll(async () => {
  cache = await temporaryFolder()
  vi.stubEnv('XDG_CACHE_HOME', cache.path)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cache[Symbol.asyncDispose]()
})

// ---- installed Python packages -----------------------------------------------------------------------------------

const PYTHON = await needs('python3')
const DJANGO = await needs('python3-django')
const FLASK = await needs('python3-flask')

// ---- starting a fixture ------------------------------------------------------------------------------------------

interface Launched<T extends Target> extends AsyncDisposable {
  readonly target: T
  readonly sandbox: Sandbox
  readonly folder: TemporaryFolder
  /** Milliseconds that the launch took. */
  readonly took: number
}

async function fixture(name: string): Promise<Project> {
  const folder = path.join(root, 'test/fixtures/projects', name, 'project')
  return { files: await readFolder(folder, { files: 100, bytes: 1_000_000, except: ['__pycache__', 'node_modules'] }) }
}

async function launch(project: Project, kind: MissionKind): Promise<Launched<Target>> {
  const folder = await temporaryFolder()
  const workspace = await materialise(project, folder.file('project'))
  const sandbox = await openSandbox(SANDBOX, folder.path)
  const close = async (target?: Target) => {
    await target?.[Symbol.asyncDispose]()
    await sandbox[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  }
  try {
    const began = performance.now()
    const target = await launcherFor(workspace, missionOf({ kind })).launch(workspace, sandbox, limitsIn(folder.path))
    const took = Math.round(performance.now() - began)
    return { target, sandbox, folder, took, [Symbol.asyncDispose]: () => close(target) }
  } catch (error) {
    await close()
    throw error
  }
}

async function website(project: Project): Promise<Launched<WebsiteTarget>> {
  const launched = await launch(project, 'website')
  if (launched.target.kind !== 'website') throw new Error('no website')
  return { ...launched, target: launched.target }
}

async function program(project: Project, kind: MissionKind): Promise<Launched<ProgramTarget>> {
  const launched = await launch(project, kind)
  if (launched.target.kind !== 'program') throw new Error('no program')
  return { ...launched, target: launched.target }
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request from inside the sandbox, whose loopback cannot be reached from outside. Does not normalise the path. */
const ASK = `
  const [, origin, target, ask] = process.argv
  const { body, ...options } = JSON.parse(ask)
  const { hostname: host, port } = new URL(origin)
  const hostname = host.replace(/[\\[\\]]/g, '')
  require('http').request({ hostname, port, path: target, ...options }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    response.on('end', () => console.log(JSON.stringify({ status: response.statusCode, headers: response.headers, body: text })))
  }).end(body)`

async function get({ target, sandbox, folder }: Launched<WebsiteTarget>, to = '/', ask: Ask = {}): Promise<Answer> {
  await mkdir(folder.file('asking'), { recursive: true })
  await using child = await sandbox.spawn({
    argv: ['node', '-e', ASK, target.origin, to, JSON.stringify(ask)],
    cwd: folder.file('asking'),
    stdin: 'none',
  })
  await child.exit
  if (child.stdout.text() === '') throw new Error(child.stderr.text())
  return JSON.parse(child.stdout.text()) as Answer
}

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

  it('node: the project in one of several folders, with its packages', async () => {
    const { files } = await fixture('express')
    const moved = files.map((file) => ({ ...file, path: `server/${file.path}` }))
    await using site = await website({ files: [...moved, { path: 'client/style.css', content: '' }] })
    expect((await get(site)).body).toContain('0 guests')
    expect((await get(site, '/assets/style.css')).status).toBe(200)
    expect(site.target.log()).toContain('started with: npm ci; node server.js (in server/)')
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

// ---- programs ----------------------------------------------------------------------------------------------------

/** Runs a program in a fresh copy of its project, as a tester does. */
async function run({ target, sandbox, folder }: Launched<ProgramTarget>, input = '') {
  await target.workspace.copy(folder.file('copy'))
  await using child = await sandbox.spawn({ argv: target.argv, cwd: folder.file('copy'), stdin: 'keep' })
  child.write(input)
  child.closeInput()
  const exit = await child.exit
  const files = await readFolder(folder.file('copy'), { files: 100, bytes: 1e6, except: [] })
  const text = (name: string) => files.find((file) => file.path === name)?.content.toString()
  return { exit, stdout: child.stdout.text(), text }
}

describe('programs without a launch plan', () => {
  it('python: a dialogue', PYTHON, async () => {
    await using launched = await program(await fixture('python-console'), 'console')
    expect(launched.target.log()).toBe('started with: python3 -u main.py')
    expect((await run(launched, 'Ada\n')).stdout).toContain('Hello, Ada!')
  })

  it('node: a dialogue', async () => {
    await using launched = await program(await fixture('node-console'), 'console')
    expect(launched.target.log()).toBe('started with: node bin/greeter.js')
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
