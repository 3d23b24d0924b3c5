/** Shared by the tests of launchers. */
import { mkdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { LaunchPlan, MissionKind } from '../../harness/contracts/schema.ts'
import type { LaunchLimits, Project, Sandbox, Target } from '../../harness/contracts/types.ts'
import { Cleanup } from '../../harness/lib/async/cleanup.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, missionOf, temporaryFolder } from '../helpers.ts'
import { type PartName } from '../needs.ts'

const SANDBOX = (await chooseSandbox()).name

export type Files = Readonly<Record<string, string>>

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
export const subjects: Readonly<Record<string, Subject>> = {
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

export function projectOf(files: Files, launch?: LaunchPlan): Project {
  return { files: Object.entries(files).map(([path, content]) => ({ path, content })), ...(launch && { launch }) }
}

interface Launched extends AsyncDisposable {
  readonly target: Target
  readonly sandbox: Sandbox
  readonly scratch: string
}

export async function launch(
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

/** Expects a target of the subject's kind; a website answers. */
export async function expectTarget(launched: Launched, { kind, launcher }: Subject): Promise<void> {
  const { target } = launched
  expect(typeof target.log()).toBe('string')
  const kinds = { source: 'source', library: 'source', desktop: 'desktop', website: 'website' }
  expect(target.kind).toBe({ ...kinds, console: 'program', batch: 'program' }[kind])
  if (kind === 'website') expect(await answerOf(launched)).toContain(launcher === 'static' ? 'hello' : '')
}

export function launchesTwoCopies(subject: Subject): void {
  it('launches two copies at once, each a target of its kind, and closes them twice', async () => {
    const launched = await Promise.all([launch(subject.good, subject), launch(subject.good, subject)])
    try {
      for (const each of launched) {
        await expectTarget(each, subject)
        if (subject.kind !== 'website') continue
        await each.target[Symbol.asyncDispose]()
        expect(await answerOf(each)).toBeUndefined()
      }
    } finally {
      for (const each of launched) await each[Symbol.asyncDispose]()
    }
  })
}
