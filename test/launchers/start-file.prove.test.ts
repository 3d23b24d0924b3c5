import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { needs } from '../needs.ts'
import {
  type Files,
  IS_MISSING_WHICH_IS_THE_CASES,
  IS_RUN_BY_PYTHON_IN_CASES,
  homepage,
  isMissingWhichIsThe,
  isRunByPythonIn,
  launch,
  printed,
  python,
} from './start-file-cases.ts'

const environment = { PYTHONPATH: python.path.join(':') }
const version = spawnSync(python.program, ['-c', 'import django; print(django.__version__)'], { env: environment })
const django = version.status === 0 ? String(version.stdout).trim() : undefined

describe('the start file of a program', () => {
  isRunByPythonIn(IS_RUN_BY_PYTHON_IN_CASES)

  it.each(['run.bat', 'index.html', 'start'])(
    'is run by Python even if it is %s, and fails with a SyntaxError',
    async (name) => {
      await using launched = await launch({ [name]: '@echo off\npython main.py %*\n' }, name, 'batch')
      const { code, stdout, stderr } = await printed(launched)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain('SyntaxError')
    },
  )

  isMissingWhichIsThe(IS_MISSING_WHICH_IS_THE_CASES)
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

  it('is the project’s fault if it exits without serving', async () => {
    const call = launch({ 'site/wsgi.py': 'application = None', 'b.txt': '' }, 'site/wsgi.py', 'website')
    await expect(call).rejects.toThrow(/the server ended before it answered: exit code 0/)
  })
})

describe('the start file of a website', await needs('python3-django'), () => {
  it('is run directly if it is not a manage.py', async () => {
    const server = `from http.server import *\nHTTPServer(('127.0.0.1', 8000), SimpleHTTPRequestHandler).serve_forever()`
    await using launched = await launch({ 'serve.py': server, 'index.html': 'plain' }, 'serve.py', 'website')
    expect(await homepage(launched)).toBe('plain')
  })
})
