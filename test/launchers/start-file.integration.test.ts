import { spawnSync } from 'node:child_process'
import { describe, expect } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import { findPython } from '../../harness/lib/python/find.ts'
import { projectEvalPackages } from '../../harness/lib/python/projecteval-packages.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import type { MissionKind } from '../../harness/contracts/schema.ts'
import type { Python, Sandbox, Target } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, missionOf, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { sampled } from '../part.ts'

const it = sampled('launchers/start-file', 3)

const SANDBOX = (await chooseSandbox()).name
const python: Python = await findPython({ usualPath: projectEvalPackages() })
const environment = { PYTHONPATH: python.path.join(':') }
const version = spawnSync(python.program, ['-c', 'import django; print(django.__version__)'], { env: environment })
const django = version.status === 0 ? String(version.stdout).trim() : undefined

type Files = Readonly<Record<string, string>>

interface Launched extends AsyncDisposable {
  readonly target: Target
  readonly sandbox: Sandbox
  /** The whole project. */
  readonly folder: string
}

async function launch(files: Files, startFile: string, kind: MissionKind): Promise<Launched> {
  const folder = await temporaryFolder()
  const project = { files: Object.entries(files).map(([path, content]) => ({ path, content })), launch: { startFile } }
  const workspace = await materialise(project, folder.file('project'))
  const sandbox = await openSandbox(SANDBOX, folder.path, { python, browser: false })
  const close = async () => {
    await sandbox[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  }
  try {
    const launcher = launcherFor(workspace, missionOf({ kind }))
    expect(launcher.name).toBe('start-file')
    const target = await launcher.launch(workspace, sandbox, limitsOf(folder.path, { python }))
    return {
      target,
      sandbox,
      folder: workspace.folder,
      async [Symbol.asyncDispose]() {
        await target[Symbol.asyncDispose]()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs a program as a tester would, in its root. */
async function printed({
  target,
  sandbox,
}: Launched): Promise<{ code: number | null; stdout: string; stderr: string }> {
  if (target.kind !== 'program') throw new Error('no program')
  await using child = await sandbox.spawn({ argv: target.argv, cwd: target.workspace.folder, stdin: 'none' })
  const { code } = await child.exit
  return { code, stdout: child.stdout.text().trim(), stderr: child.stderr.text().trim() }
}

const PRINT_FOLDER = `import os, sys\nprint(sorted(os.listdir('.')), sys.argv[0])`

describe('the start file of a program', () => {
  it.each<[string, Files, string, string]>([
    ['in the root', { 'main.py': PRINT_FOLDER, 'b.txt': '' }, 'main.py', `['b.txt', 'main.py'] main.py`],
    [
      'in a folder beside others',
      { 'src/main.py': PRINT_FOLDER, 'b.txt': '' },
      'src/main.py',
      `['b.txt', 'src'] src/main.py`,
    ],
    [
      'in the only folder',
      { 'app/main.py': PRINT_FOLDER, 'app/b.txt': '' },
      'app/main.py',
      `['b.txt', 'main.py'] main.py`,
    ],
    ['below the only folder, once', { 'a/b/main.py': PRINT_FOLDER }, 'a/b/main.py', `['b'] b/main.py`],
    ['named without the only folder', { 'app/main.py': PRINT_FOLDER }, 'main.py', `['main.py'] main.py`],
    [
      'named as on Windows',
      { 'src/main.py': PRINT_FOLDER, 'b.txt': '' },
      'src\\main.py',
      `['b.txt', 'src'] src/main.py`,
    ],
    ['named with ./', { 'main.py': PRINT_FOLDER, 'b.txt': '' }, './main.py', `['b.txt', 'main.py'] main.py`],
  ])('is run by Python in the root: %s', async (_, files, startFile, expected) => {
    await using launched = await launch(files, startFile, 'console')
    expect(await printed(launched)).toEqual({ code: 0, stdout: expected, stderr: '' })
  })

  it.each(['run.bat', 'index.html', 'start'])(
    'is run by Python even if it is %s, and fails with a SyntaxError',
    async (name) => {
      await using launched = await launch({ [name]: '@echo off\npython main.py %*\n' }, name, 'batch')
      const { code, stdout, stderr } = await printed(launched)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain('SyntaxError')
    },
  )

  it.each(['missing.py', '../main.py', '/etc/passwd', 'app'])(
    'is missing (%j), which is the project’s fault',
    async (name) => {
      const call = () => launch({ 'app/main.py': '', 'b.txt': '' }, name, 'console')
      await expect(call()).rejects.toThrow(ProjectFault)
      await expect(call()).rejects.toThrow(`the start file "${name}" is not among the files`)
    },
  )
})

const MANAGE = `import os, sys
os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'site_settings')
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
`
const SETTINGS = `
from pathlib import Path
import sys
BASE = Path(__file__).resolve().parent
SECRET_KEY = 'x'
DEBUG = True
ALLOWED_HOSTS = ['*']
ROOT_URLCONF = 'site_settings'
INSTALLED_APPS = ['django.contrib.auth', 'django.contrib.contenttypes']
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': BASE / 'db.sqlite3'}}
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
def home(request):
    from django import VERSION
    from django.contrib.auth import authenticate
    from django.http import HttpResponse
    user = authenticate(username='Admin', password='abc#12345')
    return HttpResponse(f'{VERSION[0]} {user and user.is_superuser} {Path.cwd().name}')
def __getattr__(name):
    if name == 'urlpatterns':
        from django.urls import path
        return [path('', home)]
    raise AttributeError(name)
`

/** Sends the request from inside the sandbox, whose loopback cannot be reached from outside. */
async function homepage({ target, sandbox, folder: cwd }: Launched): Promise<string> {
  if (target.kind !== 'website') throw new Error('no website')
  const code = `import urllib.request as u; print(u.urlopen('${target.origin}/').read().decode())`
  await using child = await sandbox.spawn({ argv: [python.program, '-c', code], cwd, stdin: 'none' })
  await child.exit
  return child.stdout.text().trim() || child.stderr.text()
}

describe('the start file of a website', await needs('python3-django'), () => {
  it.each<[string, Files, string, string]>([
    ['in the root', { 'manage.py': MANAGE, 'site_settings.py': SETTINGS, 'b.txt': '' }, 'manage.py', 'project'],
    ['in the only folder', { 'site/manage.py': MANAGE, 'site/site_settings.py': SETTINGS }, 'site/manage.py', 'site'],
    [
      'in a folder beside others',
      { 'site/manage.py': MANAGE, 'site/site_settings.py': SETTINGS, 'b.txt': '' },
      'site/manage.py',
      'project',
    ],
    ['with another name', { 'go.py': MANAGE, 'site_settings.py': SETTINGS, 'b.txt': '' }, 'go.py', 'project'],
  ])('is started as a Django site, migrated, with the administrator: %s', async (_, files, startFile, folder) => {
    await using launched = await launch(files, startFile, 'website')
    expect(await homepage(launched)).toBe(`${String(Number.parseInt(django ?? '', 10))} True ${folder}`)
  })

  it('is run directly if it is not a manage.py', async () => {
    const server = `from http.server import *\nHTTPServer(('127.0.0.1', 8000), SimpleHTTPRequestHandler).serve_forever()`
    await using launched = await launch({ 'serve.py': server, 'index.html': 'plain' }, 'serve.py', 'website')
    expect(await homepage(launched)).toBe('plain')
  })

  it('is the project’s fault if it exits without serving', async () => {
    const call = launch({ 'site/wsgi.py': 'application = None', 'b.txt': '' }, 'site/wsgi.py', 'website')
    await expect(call).rejects.toThrow(/the server ended before it answered: exit code 0/)
  })
})
