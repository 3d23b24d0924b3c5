/** The other cases of setup.integration.test.ts. */
import { existsSync } from 'node:fs'
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import type { Options } from 'execa'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { needs } from '../needs.ts'
import { root, TWO, REMEMBER, CHOOSE, NPM, APT_GET } from './setup-cases.ts'

/** Milliseconds for the start of a program on a machine that others keep busy. */
const LONG = 120_000

/** A small project with the real set-up, the real compiler, and an npm and a browser search that only write it down. */
let project: string
beforeEach(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'pe-setup-test-'))
})
afterEach(() => rm(project, { recursive: true }))

async function layOut(): Promise<void> {
  await put('package-lock.json', '{}\n')
  await put('tsconfig.json', JSON.stringify({ compilerOptions: { target: 'ES2022', verbatimModuleSyntax: true } }))
  await put('package.json', '{"type":"module"}')
  await put('harness/one.ts', 'export const one: number = 1\n')
  await put('harness/deep/two.ts', TWO)
  await put('harness/lib/browser/remember.ts', REMEMBER)
  await put('harness/lib/browser/choose.ts', CHOOSE)
  await put('bin/npm', NPM, 0o755)
  await put('bin/bwrap', '', 0o755)
  await mkdir(path.join(project, 'scripts'))
  for (const script of ['scripts/setup.mjs', 'scripts/compile.mjs', 'scripts/cache-folder.mjs'])
    await copyFile(path.join(root, script), path.join(project, script))
  await mkdir(path.join(project, 'tools'))
  await symlink(path.join(root, 'node_modules/esbuild'), path.join(project, 'tools/esbuild'))
}

/** In place of the real one, which needs its packages: writes down that it was called. */
const BUILD_REPORT = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
appendFileSync('bundled', 'x')
mkdirSync('dist/report', { recursive: true })
for (const name of ['report.js', 'style.css']) writeFileSync('dist/report/' + name, '')
`

async function put(name: string, content: string, mode = 0o644): Promise<void> {
  const file = path.join(project, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content, { mode })
}

function has(name: string): boolean {
  return existsSync(path.join(project, name))
}

function start(args: readonly string[] = []) {
  const env = { PATH: path.join(project, 'bin'), TMPDIR: project, HOME: project, CHOSEN: path.join(project, 'chosen') }
  const options = { env, extendEnv: false, reject: false, stdin: 'ignore', all: true } satisfies Options
  return execa(process.execPath, [path.join(project, 'scripts/setup.mjs'), ...args], options)
}

/** The export of the compiled module `deep/two`. */
async function two(): Promise<string> {
  const url = pathToFileURL(path.join(project, 'dist/harness/deep/two.js')).href
  const program = `import { two } from ${JSON.stringify(url)}; console.log(two)`
  return (await execa(process.execPath, ['--input-type=module', '--eval', program])).stdout
}

async function npmCalls(): Promise<number> {
  return (await readFile(path.join(project, 'npm-calls'), 'utf8')).trim().split('\n').length
}

describe('the first time', () => {
  beforeEach(layOut)

  test('of npm start installs no packages for development, which the plain set-up adds', async () => {
    const calls = async () => (await readFile(path.join(project, 'npm-calls'), 'utf8')).trim().split('\n')
    const [without, all] = ['--omit=dev', '--include=dev'].map((which) => `ci ${which} --no-audit --no-fund`)
    await start(['--start'])
    await start(['--start'])
    expect(await calls()).toEqual([without])
    await start()
    await start(['--start'])
    expect(await calls()).toEqual([without, all])
  })

  test('of npm start keeps the packages for development that the user has installed', async () => {
    await put('node_modules/.package-lock.json', '{}')
    await start(['--start'])
    expect(await readFile(path.join(project, 'npm-calls'), 'utf8')).toContain('--include=dev')
  })

  test('a killed set-up does not block the next one', async () => {
    await put('gate', '')
    const killed = start()
    await vi.waitUntil(() => has('npm-calls'), LONG)
    killed.kill('SIGKILL')
    await killed
    await rm(path.join(project, 'gate'))
    expect(await start()).toMatchObject({ exitCode: 0 })
  })

  test('two set-ups in parallel do the work once', async () => {
    await put('gate', '')
    const both = [start(), start()]
    await vi.waitUntil(() => has('npm-calls'), LONG)
    await rm(path.join(project, 'gate'))
    expect((await Promise.all(both)).map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(await npmCalls()).toBe(1)
  })

  test.each([
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('a set-up that %s interrupts ends its processes, and leaves no lock', async (signal, code) => {
    await put('gate', '')
    const interrupted = start()
    await vi.waitUntil(() => has('npm-calls'), LONG)
    interrupted.kill(signal)
    expect(await interrupted).toMatchObject({ exitCode: code })
    expect((await readdir(project)).filter((name) => name.startsWith('pe-setup-'))).toEqual([])
    await rm(path.join(project, 'gate'))
    const { exitCode, stderr } = await start()
    expect(exitCode).toBe(0)
    expect(stderr).not.toContain('waiting')
  })

  test('shows the error of npm', async () => {
    await put('npm-fails', '')
    const { exitCode, stderr } = await start()
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/"npm ci .*" ended with exit code 1:\nnpm error no network$/)
  })
})

const aptCalls = async () => (await readFile(path.join(project, 'apt-calls'), 'utf8')).trim().split('\n')

describe('packages of the system', await needs('root', 'Debian'), () => {
  beforeEach(async () => {
    await layOut()
    await rm(path.join(project, 'bin/bwrap'))
    await put('bin/apt-get', APT_GET, 0o755)
    await put('bin/apt-cache', '#!/bin/sh\n', 0o755)
    await put('gate', '')
  })

  test('are installed one by one if they cannot be installed together', async () => {
    await put('apt-fails', '')
    await rm(path.join(project, 'gate'))
    const { exitCode, stderr } = await start()
    expect(exitCode, stderr).toBe(0)
    expect(stderr).toContain('these packages could not be installed together')
    expect(stderr).toContain('sandbox: bubblewrap installed')
    expect((await aptCalls()).at(-1)).toBe('install -y --no-install-recommends bubblewrap')
  })

  test('are left alone if the system does not know them', async () => {
    await put('bin/apt-cache', '#!/bin/sh\ncase "$*" in *chromium*) exit 100;; esac\n', 0o755)
    await start()
    expect(await aptCalls()).toEqual([
      'update -o Acquire::Languages=none',
      'install -y --no-install-recommends bubblewrap',
    ])
  })
})

describe('with everything in place', () => {
  let ready: string
  beforeAll(async () => {
    ready = await mkdtemp(path.join(os.tmpdir(), 'pe-setup-ready-'))
    project = ready
    await layOut()
    expect(await start()).toMatchObject({ exitCode: 0 })
  })
  afterAll(() => rm(ready, { recursive: true }))
  // A copy, because compiling is what takes the time here.
  const KEEPING = { recursive: true, force: true, verbatimSymlinks: true, preserveTimestamps: true }
  beforeEach(() => cp(ready, project, KEEPING))

  test('removes the output of a deleted source', async () => {
    await rm(path.join(project, 'harness/deep/two.ts'))
    await put('dist/harness/deep/two.d.ts', 'export declare const two: number\n')
    expect(await start()).toMatchObject({ exitCode: 0 })
    for (const ending of ['.js', '.js.map', '.d.ts']) expect(has(`dist/harness/deep/two${ending}`)).toBe(false)
    expect(has('dist/harness/one.js')).toBe(true)
  })

  test('compiles a changed source, even if its time stamp is older', async () => {
    await put('harness/one.ts', 'export const one: number = 11\n')
    await utimes(path.join(project, 'harness/one.ts'), 1, 1)
    await put('dist/harness/one.d.ts', 'export declare const one: 1\n')
    await start()
    expect(await two()).toBe('12')
    expect(has('dist/harness/one.d.ts'), 'a declaration of the earlier source').toBe(false)
  })

  test('bundles the page of the report, and again when only its style has changed or is missing', async () => {
    expect(has('dist/report')).toBe(false)
    const page = (name: string, text: string) => put(`harness/reporters/html/app/${name}`, text)
    await put('scripts/build-report.mjs', BUILD_REPORT)
    await page('main.tsx', 'one')
    expect(await start()).toMatchObject({ exitCode: 0 })
    await page('style/report.css', 'two')
    expect(await start()).toMatchObject({ exitCode: 0 })
    expect((await readFile(path.join(project, 'bundled'), 'utf8')).length).toBe(2)
    expect(await start()).toMatchObject({ exitCode: 0 })
    await rm(path.join(project, 'dist/report/style.css'))
    expect(await start()).toMatchObject({ exitCode: 0 })
    expect((await readFile(path.join(project, 'bundled'), 'utf8')).length).toBe(3)
  })

  test('compiles missing output again', async () => {
    await rm(path.join(project, 'dist/harness/one.js'))
    await start()
    expect(has('dist/harness/one.js')).toBe(true)
  })

  test('compiles again if somebody has compiled other sources meanwhile', async () => {
    await put('dist/harness/one.js', 'export const one = 41\n')
    expect(await two()).toBe('42')
    await start()
    expect(await two()).toBe('2')
  })

  test('installs again after an installation that failed, also for the earlier lock file', async () => {
    const lock = await readFile(path.join(project, 'package-lock.json'), 'utf8')
    await put('package-lock.json', `${lock}\n`)
    await put('npm-fails', '')
    expect(await start()).toMatchObject({ exitCode: 1 })
    await rm(path.join(project, 'npm-fails'))
    await put('package-lock.json', lock)
    expect(await start()).toMatchObject({ exitCode: 0 })
    expect(await npmCalls()).toBe(3)
  })

  test('installs again when the lock file changed', async () => {
    await appendFile(path.join(project, 'package-lock.json'), '\n')
    expect(await start()).toMatchObject({
      exitCode: 0,
      stderr: 'installing packages (npm ci), which may take minutes\ncompiling the program',
    })
    expect(await npmCalls()).toBe(2)
  })

  test('chooses again when the browser is gone', async () => {
    await rm(path.join(project, 'chosen'))
    expect(await start()).toMatchObject({
      exitCode: 0,
      stderr: 'browser: looking for a working one\nbrowser: /a/browser (system)',
    })
  })
})
