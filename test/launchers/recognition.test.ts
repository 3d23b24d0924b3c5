import { describe, expect, it, vi } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { declaredPort, needsPort } from '../../harness/launchers/declared-port.ts'
import { enteredFolders, parseManifest } from '../../harness/launchers/package-json.ts'
import { django } from '../../harness/launchers/django.ts'
import { flask } from '../../harness/launchers/flask.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import { withInterpreter } from '../../harness/launchers/interpreter.ts'
import { nodeProgram, nodeWebsite } from '../../harness/launchers/node.ts'
import { pythonProgram, pythonWebsite } from '../../harness/launchers/python.ts'
import { recogniseIn, type CommandPlan, type Recognised, type Stack } from '../../harness/launchers/recognised.ts'
import { staticFiles } from '../../harness/launchers/static.ts'
import type { LaunchPlan, MissionKind } from '../../harness/contracts/schema.ts'
import type { Workspace } from '../../harness/contracts/types.ts'
import { missionOf } from '../helpers.ts'
import { processorTime } from '../processor.ts'

type Files = Readonly<Record<string, string>>

const MANAGE = { 'manage.py': 'from django.core.management import execute_from_command_line' }
const SERVER = `require('http').createServer().listen(process.env.PORT || 3000)`
const FLASK = `from flask import Flask\napp = Flask(__name__)\n`
const RUN = `if __name__ == "__main__":\n    app.run(debug=True)\n`
const GUARD = `if __name__ == '__main__':\n    main()\n`

function filesOf(files: Files) {
  return Object.entries(files).map(([path, content]) => ({ path, content }))
}

function recognise<Plan extends CommandPlan>(stack: Stack<Plan>, files: Files): Recognised<Plan> | undefined {
  return recogniseIn(stack, filesOf(files))
}

/** How the stack starts a project, in one line: `folder$ command`. */
function line(stack: Stack<CommandPlan>, files: Files): string | undefined {
  const found = recognise(stack, files)
  if (!found) return undefined
  const command = 'start' in found.plan ? found.plan.start : found.plan.run
  return `${found.folder}$ ${command.join(' ')}`
}

function launcherName(files: Files, kind: MissionKind, launch?: LaunchPlan): string {
  const workspace: Workspace = {
    folder: '/x',
    files: filesOf(files),
    digest: '',
    launch,
    copy: () => Promise.resolve(),
  }
  return launcherFor(workspace, missionOf({ kind })).name
}

describe('the launcher of a project', () => {
  it.each<[string, MissionKind, Files]>([
    ['django', 'website', { ...MANAGE, 'index.html': '' }],
    ['django', 'website', { ...MANAGE, 'package.json': '{"scripts": {"start": "tailwind --watch"}}' }],
    ['flask', 'website', { 'app.py': FLASK, 'static/app.js': 'document.title' }],
    ['node', 'website', { 'server.js': SERVER, 'public/index.html': '' }],
    ['node', 'website', { 'server.js': SERVER, 'index.html': '' }],
    ['python', 'website', { 'server.py': 'HTTPServer(("", 8000), Handler).serve_forever()', 'index.html': '' }],
    ['static', 'website', { 'index.html': '', 'app.js': 'document.title', 'main.js': 'fetch("/x")' }],
    ['node', 'console', { 'main.js': '' }],
    ['python', 'batch', { 'main.py': '' }],
  ])('is %s for a %s: %j', (name, kind, files) => {
    expect(launcherName(files, kind)).toBe(name)
  })

  it('is chosen by the launch plan if there is one, even a wrong one', () => {
    expect(launcherName({ 'server.js': SERVER }, 'website', { start: ['x'], port: 1, homepage: '/' })).toBe('command')
    expect(launcherName({ 'main.js': '' }, 'console', { run: ['x'] })).toBe('command')
    expect(() => launcherName({ 'server.js': SERVER }, 'website', { run: ['x'] })).toThrow(ProjectFault)
  })

  it('does not exist for an unknown project: the error lists the files that were looked for', () => {
    const files = { 'README.md': 'Soon.' }
    expect(() => launcherName(files, 'website')).toThrow(ProjectFault)
    expect(() => launcherName(files, 'website')).toThrow(
      /manage.py of Django \(django\).*Flask application \(flask\).*index.html/,
    )
    expect(() => launcherName(files, 'batch')).toThrow(/main.js or index.js \(node\); a main.py/)
  })
})

describe('the recognised folder', () => {
  it.each<[string | undefined, Stack<CommandPlan>, Files]>([
    ['site', django, { 'site/manage.py': MANAGE['manage.py'] }],
    ['outer/site', django, { 'outer/site/manage.py': MANAGE['manage.py'], 'README.md': '', '.gitignore': '' }],
    ['backend', django, { 'backend/manage.py': MANAGE['manage.py'], 'frontend/a.js': '', 'requirements.txt': '' }],
    // Two candidates: neither is chosen.
    [undefined, django, { 'a/manage.py': MANAGE['manage.py'], 'b/manage.py': MANAGE['manage.py'] }],
    [undefined, django, { 'venv/manage.py': MANAGE['manage.py'] }],
    ['server', nodeWebsite, { 'server/package.json': '{"scripts": {"start": "node x"}}', 'client/index.html': '' }],
    ['tool', pythonProgram, { 'tool/main.py': '', 'tool/helper.py': '' }],
    ['', pythonProgram, { 'src/main.py': '' }],
    ['', staticFiles, { 'public/index.html': '' }],
    ['site', staticFiles, { 'site/public/index.html': '' }],
    [undefined, staticFiles, { 'templates/index.html': '', 'app/views.py': '' }],
  ])('is %j: %o', (folder, stack, files) => {
    expect(recognise(stack, files)?.folder).toBe(folder)
  })
})

describe('node', () => {
  const manifest = (content: object, more: Files = {}) => ({ 'package.json': JSON.stringify(content), ...more })

  it.each<[string | undefined, Files]>([
    ['$ node server.js', manifest({ scripts: { start: 'node server.js' } })],
    ['$ node --no-warnings src/app.mjs -v', manifest({ scripts: { start: ' node --no-warnings src/app.mjs -v ' } })],
    ['$ node server.js', manifest({ scripts: { start: 'nodemon server.js' } })],
    ['$ npm start', manifest({ scripts: { start: 'NODE_ENV=production node server.js && echo' } })],
    ['$ npm start', manifest({ scripts: { start: 'nodemon --exec node server.js' } })],
    ['$ npm run dev', manifest({ scripts: { dev: 'next dev' } })],
    ['$ node server.js', manifest({ scripts: { dev: 'nodemon x.js' } }, { 'server.js': SERVER })],
    ['$ node lib/index.js', manifest({ main: './lib' }, { 'lib/index.js': SERVER })],
    ['$ node site.js', manifest({ main: 'site' }, { 'site.js': SERVER, 'server.js': SERVER })],
    ['$ node src/index.js', { 'src/index.js': SERVER }],
    ['$ node app.mjs', { 'app.mjs': `import express from 'express'` }],
    // Invalid fields are ignored, as npm does.
    ['$ node server.js', manifest({ main: 5, scripts: 'x', dependencies: [] }, { 'server.js': SERVER })],
    ['$ node server.js', { 'package.json': '{ broken', 'server.js': SERVER }],
    [undefined, manifest({ main: 'index.js', scripts: { test: 'x' } }, { 'index.js': 'document.title' })],
    [undefined, { 'app.js': 'fetch("/api")' }],
  ])('%s: %j', (expected, files) => {
    expect(line(nodeWebsite, files)).toBe(expected)
  })

  it('installs the needed packages, from the lock file if there is one', () => {
    const files = manifest({ dependencies: { express: '4' }, scripts: { start: 'node a.js' } })
    expect(recognise(nodeWebsite, files)?.plan.install).toEqual(['npm', 'install'])
    expect(recognise(nodeWebsite, { ...files, 'package-lock.json': '{}' })?.plan.install).toEqual(['npm', 'ci'])
    const tools = manifest({ devDependencies: { nodemon: '3' }, scripts: { start: 'node a.js' } })
    expect(recognise(nodeWebsite, tools)?.plan.install).toBeUndefined()
    const built = manifest({ devDependencies: { typescript: '5' }, scripts: { start: 'node dist/a.js', build: 'tsc' } })
    expect(recognise(nodeWebsite, built)?.plan).toMatchObject({
      install: ['npm', 'install'],
      prepare: ['npm', 'run', 'build'],
    })
  })

  it.each<[string | undefined, Files]>([
    ['$ node bin/tool.js', manifest({ bin: { tool: './bin/tool.js' }, main: 'index.js' }, { 'bin/tool.js': '' })],
    ['$ node cli.js', manifest({ bin: 'cli.js' }, { 'cli.js': '', 'main.js': '' })],
    ['$ node game.js --hard', manifest({ scripts: { start: 'node game.js --hard' } })],
    ['$ node game.js', manifest({ main: 'game.js' }, { 'game.js': '' })],
    ['$ node main.js', { 'main.js': '', 'index.js': '' }],
    ['$ node src/index.mjs', { 'src/index.mjs': '' }],
    ['$ node bashcrawl.js', { 'bashcrawl.js': '', 'lib/rooms.js': '' }],
    [undefined, { 'a.js': '', 'b.js': '' }],
  ])('as a program: %s: %j', (expected, files) => {
    expect(line(nodeProgram, files)).toBe(expected)
  })
})

describe('flask', () => {
  it.each<[string | undefined, Files]>([
    ['$ python3 -u app.py', { 'app.py': FLASK + RUN }],
    ['$ python3 -u -m flask --app app run --no-reload --port {port}', { 'app.py': FLASK }],
    ['$ python3 -u run.py', { 'shop/__init__.py': FLASK, 'run.py': `from shop import app\n${RUN}` }],
    ['$ python3 -u main.py', { 'main.py': `from flask import Flask\napp = Flask('x')\n${RUN}`, 'models.py': '' }],
    [
      '$ python3 -u -m flask --app shop run --no-reload --port {port}',
      { 'shop/__init__.py': `from flask import Flask\ndef create_app():\n    return Flask('x')`, 'tests/a.py': '' },
    ],
    [
      '$ python3 -u -m flask --app shop.app run --no-reload --port {port}',
      { 'shop/__init__.py': '', 'shop/app.py': FLASK, 'setup.cfg': '' },
    ],
    ['src$ python3 -u app.py', { 'src/app.py': FLASK + RUN, 'README.md': '' }],
    [undefined, { 'app.py': `import subprocess\nsubprocess.run(['x'])` }],
    [undefined, { 'app.py': '# not from flask import Flask' }],
  ])('%s: %j', (expected, files) => {
    expect(line(flask, files)).toBe(expected)
  })
})

describe('python', () => {
  it.each<[string | undefined, Files]>([
    ['$ python3 -u main.py', { 'main.py': '', 'app.py': GUARD }],
    ['$ python3 -u histogram.py', { 'histogram.py': GUARD, 'reading.py': '', 'test_it.py': GUARD }],
    ['$ python3 -u single.py', { 'single.py': 'print(1)' }],
    ['$ python3 -u -m shell', { 'shell/__init__.py': '', 'shell/__main__.py': '', 'data/a.txt': '' }],
    ['$ python3 -u -m shell', { 'shell/__init__.py': '', 'shell/__main__.py': '' }],
    ['$ python3 -u -m game.main', { 'game/main.py': 'from game.rooms import Room', 'game/rooms.py': '' }],
    ['$ python3 -u -m src.main', { 'src/main.py': 'from .rooms import Room', 'src/rooms.py': '' }],
    ['$ python3 -u src/main.py', { 'src/main.py': 'import rooms', 'src/rooms.py': '', 'requirements.txt': '' }],
    ['$ python3 -u tool/make.py', { 'tool/make.py': GUARD, 'data/a.csv': '' }],
    [undefined, { 'a.py': GUARD, 'b.py': GUARD }],
    [undefined, { 'a.txt': '' }],
  ])('as a program: %s: %j', (expected, files) => {
    expect(line(pythonProgram, files)).toBe(expected)
  })

  it.each<[string | undefined, Files]>([
    ['$ python3 -u server.py', { 'server.py': 'from http.server import *\nHTTPServer(("", 8000), H).serve_forever()' }],
    ['$ python3 -u main.py', { 'main.py': 'from fastapi import FastAPI\nimport uvicorn\nuvicorn.run(app, port=8000)' }],
    ['$ python3 -u -m uvicorn main:api --port {port}', { 'main.py': 'from fastapi import FastAPI\napi = FastAPI()' }],
    [undefined, { 'main.py': 'print(1)' }],
  ])('as a website: %s: %j', (expected, files) => {
    expect(line(pythonWebsite, files)).toBe(expected)
  })

  it('installs the packages of a requirements.txt, unless all can be imported already', () => {
    const needs = (requirements: string) =>
      recognise(pythonProgram, { 'main.py': '', 'requirements.txt': requirements })
    const unless = (requirements: string) => needs(requirements)?.packages?.unless?.slice(3)
    expect(needs('flask')?.plan).toMatchObject({ install: ['pip', 'install', '-r', 'requirements.txt'] })
    expect(
      unless('# all\r\nDjango>=3.2  # web\n\nPillow==9\nFlask-Login\npandas[excel] ; python_version > "3"'),
    ).toEqual([
      ...['django', 'django', '>=3.2', 'PIL', 'pillow', '==9', 'flask_login', 'flask-login', ''],
      ...['pandas', 'pandas', ''],
    ])
    expect(unless('-r other.txt')).toBeUndefined()
    vi.stubEnv('PE_HIDE_OPTIONAL', 'python3-pandas')
    expect(unless('pandas')).toBeUndefined()
    expect(unless('pillow')).toEqual(['PIL', 'pillow', ''])
    vi.unstubAllEnvs()
    expect(unless('flask @ https://example.com/flask.whl')).toBeUndefined()
    expect(needs('# nothing\n')?.plan.install).toBeUndefined()
    expect(needs('pytest\ngunicorn==20')?.plan.install).toBeUndefined()
  })

  it('finds a requirements.txt in the root, beside the folder that is started', () => {
    const files = { 'backend/manage.py': MANAGE['manage.py'], 'web/a.js': '', 'requirements.txt': 'django' }
    expect(recognise(django, files)?.packages?.folder).toBe('')
    expect(recognise(django, { ...files, 'backend/requirements.txt': 'django' })?.packages?.folder).toBe('backend')
  })
})

describe('static files', () => {
  it.each<[string, string, Files]>([
    ['.', '/', { 'index.html': '', 'public/index.html': '' }],
    ['public', '/', { 'public/index.html': '', 'docs/index.html': '' }],
    ['dist', '/', { 'dist/index.html': '', 'src/main.ts': '' }],
    ['docs', '/', { 'docs/index.html': '' }],
    ['.', '/bmi%20calculator.html', { 'bmi calculator.html': '', 'style.css': '' }],
  ])('%s, %s: %j', (folder, homepage, files) => {
    const plan = recognise(staticFiles, files)?.plan
    expect(plan?.start.slice(-2)).toEqual([folder, '{port}'])
    expect(plan).toMatchObject({ homepage, port: 8000 })
  })
})

describe('the port that a project declares', () => {
  it.each<[number, string]>([
    [3000, 'app.listen(3000)'],
    [4000, 'const PORT = process.env.PORT || 4000'],
    [4001, 'const port = Number(process.env.PORT ?? "4001")'],
    [8080, 'app.run(host="0.0.0.0", port=int(os.environ.get("PORT", 8080)))'],
    [8081, 'SERVER_PORT=8081'],
    [4002, 'DB_PORT=5432\nPORT=4002'],
    [4003, 'const { PORT = 4003 } = process.env'],
    [1, 'import { a } from "b" // 2024'],
    [1, 'listen(port)\n4000'],
    [1, 'port = 99999'],
    [1, ''],
  ])('%i: %s', (port, text) => {
    expect(declaredPort([text], 1)).toBe(port)
  })
})

describe('a project that needs PORT', () => {
  it.each<[boolean, string]>([
    [true, 'app.listen(process.env.PORT)'],
    [true, "const port = process.env['PORT']; app.listen(port)"],
    [true, 'port = int(os.environ["PORT"])'],
    [true, "port = os.getenv('PORT')"],
    [false, 'app.listen(process.env.PORT || 3000)'],
    [false, 'app.listen(Number(process.env.PORT ?? "3000"))'],
    [false, 'const port = process.env.PORT\n  || 3000'],
    [false, 'const port = process.env.PORT ? Number(process.env.PORT) : 3000'],
    [false, 'const { PORT = 3000 } = process.env'],
    [false, 'port = int(os.environ.get("PORT", 8000))'],
    [false, 'port = int(os.getenv("PORT") or 8000)'],
    [false, 'app.listen(3000)'],
    [false, 'process.env.DB_PORT'],
  ])('%s: %s', (needs, text) => {
    expect(needsPort([text])).toBe(needs)
  })

  it('works in the folders that its scripts enter', () => {
    const start = 'cd ./server && npm start'
    const scripts = {
      start,
      client: 'npm --prefix client run dev',
      test: 'cd .. && npm -C /etc i',
      build: 'npm run a -C web/app/',
    }
    expect(enteredFolders(parseManifest(JSON.stringify({ scripts })))).toEqual(['server', 'client', 'web/app'])
  })

  it('may say by a list or by an object which folders have packages', () => {
    expect(parseManifest('{"workspaces": ["a"]}').workspaces).toEqual(['a'])
    expect(parseManifest('{"workspaces": {"packages": ["b"]}}').workspaces).toEqual(['b'])
    expect(parseManifest('{"workspaces": 3}').workspaces).toEqual([])
  })
})

describe('hostile projects', () => {
  it.each(['process.env.PORT ', 'environ.get( ', 'npm -C ', 'cd a'])('are searched in little time: %s', (piece) => {
    const text = piece.repeat(30_000)
    const used = processorTime()
    needsPort([text])
    enteredFolders(parseManifest(JSON.stringify({ scripts: { start: text } })))
    expect(used()).toBeLessThan(5000)
  })

  it.each([
    ['app.py', `${' '.repeat(200_000)}from flask import`],
    ['app.py', 'app.run('.repeat(50_000)],
    ['main.py', `port${' '.repeat(100_000)}`.repeat(3)],
    ['main.py', '\n'.repeat(300_000)],
    ['server.js', `from '`.repeat(60_000)],
    ['server.js', `.listen ${' '.repeat(250_000)}`],
    ['package.json', `{"scripts": {"start": "node ${' a'.repeat(100_000)}!"}}`],
    ['package.json', '['.repeat(200_000)],
    ['requirements.txt', `a${' '.repeat(200_000)}!`],
  ])('are recognised quickly: %s', (path, content) => {
    const files = { [path]: content, 'main.js': '' }
    const used = processorTime()
    for (const stack of [django, flask, nodeWebsite, pythonWebsite, staticFiles, nodeProgram, pythonProgram])
      recognise<CommandPlan>(stack, files)
    expect(used()).toBeLessThan(2000)
  })

  it('cannot reach properties of Object.prototype', () => {
    expect(line(nodeWebsite, { 'package.json': '{"__proto__": {"main": "x"}, "scripts": {"constructor": "x"}}' })).toBe(
      undefined,
    )
  })
})

describe('the interpreter', () => {
  it('is the interpreter of the run', () => {
    const python = { program: '/opt/python', path: [], folders: [] }
    expect(withInterpreter(['python', 'a.py'], python)).toEqual(['/opt/python', 'a.py'])
    expect(withInterpreter(['pip', 'install', 'x'], python)).toEqual(['/opt/python', '-m', 'pip', 'install', 'x'])
    expect(withInterpreter(['python2', 'a.py'], python)).toEqual(['python2', 'a.py'])
  })
})
