import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import type { Options } from 'execa'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { needs } from '../needs.ts'
import { root, TWO, REMEMBER, CHOOSE, NPM, APT_GET } from './setup-cases.ts'

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

async function put(name: string, content: string, mode = 0o644): Promise<void> {
  const file = path.join(project, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content, { mode })
}

function has(name: string): boolean {
  return existsSync(path.join(project, name))
}

function start(more: { nodeOptions?: string[] } = {}) {
  const env = { PATH: path.join(project, 'bin'), TMPDIR: project, HOME: project, CHOSEN: path.join(project, 'chosen') }
  const options = { env, extendEnv: false, reject: false, stdin: 'ignore', all: true } satisfies Options
  return execa(process.execPath, [...(more.nodeOptions ?? []), path.join(project, 'scripts/setup.mjs')], options)
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

  test('installs, compiles and chooses a browser, and prints nothing to stdout', async () => {
    const { exitCode, stdout, stderr } = await start()
    expect(stderr.split('\n')).toEqual([
      'installing packages (npm ci), which may take minutes',
      'compiling the program',
      'browser: looking for a working one',
      'browser: /a/browser (system)',
    ])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
    expect(await two()).toBe('2')
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

  test('are installed by one command, while npm works', async () => {
    const { exitCode, stderr } = await start()
    expect(exitCode, stderr).toBe(0)
    expect(await aptCalls()).toEqual([
      'update -o Acquire::Languages=none',
      'install -y --no-install-recommends bubblewrap chromium-headless-shell',
    ])
    expect(stderr).toContain('installing bubblewrap, chromium-headless-shell (apt-get)')
    expect(stderr).not.toContain('sandbox: installing')
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

  test('does nothing, prints nothing, and is fast', async () => {
    const durations: number[] = []
    const bare: number[] = []
    for (let time = 0; time < 3; time++) {
      const { exitCode, all, durationMs } = await start()
      expect({ exitCode, all }).toEqual({ exitCode: 0, all: '' })
      durations.push(durationMs)
      bare.push((await execa(process.execPath, ['--eval', ''])).durationMs)
    }
    expect(await npmCalls()).toBe(1)
    // Compared with Node itself at the same time, because the machine may be busy.
    expect(Math.min(...durations)).toBeLessThan(8 * Math.min(...bare))
  })

  test('fails as long as the program does not compile, with file and line', async () => {
    await put('harness/one.ts', 'export const one: number = \n')
    for (let time = 0; time < 2; time++) {
      const { exitCode, stderr } = await start()
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(/Unexpected end of file\s+harness\/one\.ts:2:0:/)
    }
  })
})

test('refuses an old Node in one line', async () => {
  await layOut()
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.1' } })`
  const { exitCode, stderr } = await start({ nodeOptions: ['--import', `data:text/javascript,${encodeURI(old)}`] })
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^Node 18\.20\.1 is too old: pe needs 20\.19 or newer\..*$/)
  expect(has('npm-calls')).toBe(false)
})
