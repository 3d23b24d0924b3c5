/** The contract of launchers: one suite, run over every launcher, with real processes in the strongest sandbox of this machine. */
import { mkdir } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import type { LaunchPlan, MissionKind } from '../../harness/contracts/schema.ts'
import type { LaunchLimits, Project, Sandbox, Target, Workspace } from '../../harness/contracts/types.ts'
import { Cleanup } from '../../harness/lib/async/cleanup.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { launcherFor, launchers } from '../../harness/launchers/index.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, missionOf, temporaryFolder } from '../helpers.ts'
import { needs, type PartName } from '../needs.ts'
import { sampled } from '../part.ts'

const it = sampled('contracts/launchers', 3)

const SANDBOX = (await chooseSandbox()).name

type Files = Readonly<Record<string, string>>

/** A kind of project for which there is a launcher. */
interface Subject {
  readonly launcher: string
  readonly kind: MissionKind
  /** A Python module without which it cannot be tried on this machine. */
  readonly needs?: readonly PartName[]
  readonly launch?: LaunchPlan
  readonly good: Files
  /** The same project with a fault that keeps it from starting, where something is started. */
  readonly broken?: Files
  /** The same project, which never answers. */
  readonly silent?: Files
}

const NODE_SITE = `require('node:http').createServer((request, response) => response.end('hello')).listen(process.env.PORT ?? 8000)`
const PYTHON_SITE = `import os
from http.server import HTTPServer, SimpleHTTPRequestHandler
HTTPServer(('127.0.0.1', int(os.environ.get('PORT', 8000))), SimpleHTTPRequestHandler).serve_forever()
`
const WAITING = { js: 'setInterval(() => undefined, 1000)', py: 'import time\nwhile True:\n    time.sleep(1)\n' }
const THROWING = { js: `throw new Error('broken on purpose')`, py: `raise RuntimeError('broken on purpose')\n` }

const website = { start: ['node', 'server.cjs'], port: 8000, homepage: '/' }
const django = (settings: string): Files => ({
  'manage.py': `import os, sys
from django.core.management import execute_from_command_line
os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'settings')
execute_from_command_line(sys.argv)
`,
  'settings.py': `SECRET_KEY = 'x'\nALLOWED_HOSTS = ['*']\nDEBUG = True\nROOT_URLCONF = 'urls'\nINSTALLED_APPS = []\n${settings}`,
  'urls.py': `from django.http import HttpResponse
from django.urls import path
urlpatterns = [path('', lambda request: HttpResponse('hello'))]
`,
})
const flask = (first = ''): Files => ({
  'app.py': `${first}from flask import Flask
app = Flask(__name__)
@app.route('/')
def home():
    return 'hello'
if __name__ == '__main__':
    app.run(port=8000)
`,
})

/** Every launcher of the table has one. */
const subjects: Readonly<Record<string, Subject>> = {
  'a website with a plan': {
    launcher: 'command',
    kind: 'website',
    launch: website,
    good: { 'server.cjs': NODE_SITE },
    broken: { 'server.cjs': THROWING.js },
    silent: { 'server.cjs': WAITING.js },
  },
  'a program with a plan': {
    launcher: 'command',
    kind: 'batch',
    launch: { run: ['node', 'main.js'] },
    good: { 'main.js': 'console.log(1)' },
  },
  'a website with a start file': {
    launcher: 'start-file',
    kind: 'website',
    launch: { startFile: 'app/site.py' },
    good: { 'app/site.py': PYTHON_SITE },
    broken: { 'app/site.py': THROWING.py },
    silent: { 'app/site.py': WAITING.py },
  },
  'a program with a start file': {
    launcher: 'start-file',
    kind: 'console',
    launch: { startFile: 'app/main.py' },
    good: { 'app/main.py': 'print(1)\n' },
  },
  'a program with windows': {
    launcher: 'desktop',
    kind: 'desktop',
    needs: ['bubblewrap', 'desktop'],
    launch: { run: ['python3', 'main.py'] },
    good: { 'main.py': `import tkinter\nroot = tkinter.Tk()\nroot.mainloop()\n` },
    broken: { 'main.py': THROWING.py },
    silent: { 'main.py': WAITING.py },
  },
  'a source tree': {
    launcher: 'source',
    kind: 'source',
    launch: { build: ['cp', 'main.c', 'built.c'] },
    good: { 'main.c': 'int main() { return 0; }\n' },
    broken: { 'other.c': '' },
  },
  'a library': { launcher: 'library', kind: 'library', good: { 'greeter/__init__.py': 'GREETING = 1\n' } },
  'a Django site': {
    launcher: 'django',
    kind: 'website',
    needs: ['python3-django'],
    good: django(''),
    broken: django(`raise RuntimeError('broken on purpose')\n`),
  },
  'a Flask site': {
    launcher: 'flask',
    kind: 'website',
    needs: ['python3-flask'],
    good: flask(),
    broken: flask(THROWING.py),
    silent: flask(WAITING.py),
  },
  'a Node site': {
    launcher: 'node',
    kind: 'website',
    good: { 'server.js': NODE_SITE },
    broken: { 'server.js': `${THROWING.js}\n${NODE_SITE}` },
    silent: { 'server.js': `${WAITING.js}\nconst begin = () => ${NODE_SITE}` },
  },
  'a Python site': {
    launcher: 'python',
    kind: 'website',
    good: { 'server.py': PYTHON_SITE },
    broken: { 'server.py': THROWING.py + PYTHON_SITE },
    silent: { 'server.py': WAITING.py + PYTHON_SITE },
  },
  'static files': { launcher: 'static', kind: 'website', good: { 'index.html': '<h1>hello</h1>' } },
  'a Node program': { launcher: 'node', kind: 'batch', good: { 'main.js': 'console.log(1)' } },
  'a Python program': { launcher: 'python', kind: 'console', good: { 'main.py': 'print(1)\n' } },
}

/** Projects as a hostile agent may make them; no launcher may throw when it is asked whether it accepts them. */
const HOSTILE: readonly Workspace[] = [
  workspaceOf({}),
  workspaceOf({ __proto__: '', constructor: '', 'package.json': '{"main": {"toString": 1}}' }),
  workspaceOf({ 'package.json': '[', 'requirements.txt': '\0'.repeat(1000), 'manage.py': '' }),
  workspaceOf({ 'package.json': '{"scripts": {"start": 7}}', 'main.js': 'x'.repeat(1_000_000) }),
  workspaceOf({ [`${'a/'.repeat(500)}manage.py`]: '' }),
  workspaceOf({}, {} as LaunchPlan),
  workspaceOf({}, { start: [], run: {}, startFile: 5 } as unknown as LaunchPlan),
  workspaceOf({}, null as unknown as LaunchPlan),
]

function workspaceOf(files: Files, launch?: LaunchPlan): Workspace {
  return { folder: '/nowhere', ...projectOf(files, launch), launch, digest: '', copy: () => Promise.resolve() }
}

function projectOf(files: Files, launch?: LaunchPlan): Project {
  return { files: Object.entries(files).map(([path, content]) => ({ path, content })), ...(launch && { launch }) }
}

interface Launched extends AsyncDisposable {
  readonly target: Target
  readonly sandbox: Sandbox
  readonly scratch: string
}

async function launch(
  files: Files,
  { kind, launch: plan }: Subject,
  limits: Partial<LaunchLimits> = {},
): Promise<Launched> {
  await using starting = new Cleanup()
  const folder = starting.use(await temporaryFolder())
  const workspace = await materialise(projectOf(files, plan), folder.file('project'))
  const sandbox = starting.use(await openSandbox(SANDBOX, folder.path, { python: systemPython(), browser: false }))
  const launcher = launcherFor(workspace, missionOf({ kind }))
  const target = starting.use(await launcher.launch(workspace, sandbox, limitsOf(folder.path, limits)))
  const running = starting.move()
  return { target, sandbox, scratch: folder.path, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

/** The body that a website answers with, asked from inside its sandbox; undefined if nothing answers. */
async function answerOf({ target, sandbox, scratch }: Launched): Promise<string | undefined> {
  if (target.kind !== 'website') throw new TypeError('only websites answer')
  await mkdir(`${scratch}/asking`, { recursive: true })
  const code = `fetch(process.argv[1]).then((answer) => answer.text()).then(console.log, () => process.exit(1))`
  const argv = ['node', '-e', code, target.origin + target.homepage]
  await using asking = await sandbox.spawn({ argv, cwd: `${scratch}/asking`, stdin: 'none' })
  return (await asking.exit).code === 0 ? asking.stdout.text() : undefined
}

const reason = (error: unknown): unknown => error

it('is run over every launcher of the table', () => {
  const tried = Object.values(subjects).map(({ good, launch: plan, kind }) =>
    launcherFor(workspaceOf(good, plan), missionOf({ kind })),
  )
  expect(new Set(tried)).toEqual(new Set(launchers))
})

it.each(launchers.map((launcher, index) => [`${launcher.name} (${String(index)})`, launcher] as const))(
  'the launcher %s answers for every project whether it accepts it',
  (_, launcher) => {
    for (const kind of ['website', 'console', 'batch', 'desktop', 'source'] as const)
      for (const project of HOSTILE) expect(typeof launcher.accepts(project, missionOf({ kind }))).toBe('boolean')
  },
)

for (const [name, subject] of Object.entries(subjects)) {
  const { good, broken, silent } = subject

  describe(`the launcher of ${name}`, await needs(...(subject.needs ?? [])), () => {
    it('is the one that accepts it', () => {
      const workspace = workspaceOf(good, subject.launch)
      expect(launcherFor(workspace, missionOf({ kind: subject.kind })).name).toBe(subject.launcher)
    })

    it('launches two copies at once, each a target of its kind, and closes them twice', async () => {
      const launched = await Promise.all([launch(good, subject), launch(good, subject)])
      try {
        for (const each of launched) {
          expect(typeof each.target.log()).toBe('string')
          if (subject.kind !== 'website') {
            const kinds = { source: 'source', library: 'source', desktop: 'desktop', website: '' }
            expect(each.target.kind).toBe({ ...kinds, console: 'program', batch: 'program' }[subject.kind])
            continue
          }
          expect(await answerOf(each)).toContain(subject.launcher === 'static' ? 'hello' : '')
          await each.target[Symbol.asyncDispose]()
          expect(await answerOf(each)).toBeUndefined()
        }
      } finally {
        for (const each of launched) await each[Symbol.asyncDispose]()
      }
    })

    it.skipIf(broken === undefined)('blames a project that does not start, and keeps its output', async () => {
      const error = await launch(broken ?? {}, subject).catch(reason)
      expect(error).toBeInstanceOf(ProjectFault)
      const { message, output } = error as ProjectFault
      expect(`${message}\n${output}`).toMatch(/broken on purpose|cannot stat/)
    })

    it.skipIf(silent === undefined)('blames a project that does not answer in time', async () => {
      const error = await launch(silent ?? {}, subject, { start: 1500 }).catch(reason)
      expect(error).toBeInstanceOf(ProjectFault)
      expect((error as ProjectFault).message).toMatch(/1\.5 s/)
    })

    it.skipIf(silent === undefined)('stops waiting when the trial is aborted, and blames nobody', async () => {
      const stopping = new AbortController()
      const launching = launch(silent ?? {}, subject, { start: 60_000, signal: stopping.signal }).catch(reason)
      setTimeout(() => {
        stopping.abort(new Error('stopped by the test'))
      }, 300)
      const error = await launching
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(ProjectFault)
    })
  })
}
