import { spawn } from 'node:child_process'
import { copyFile, mkdir, readFile, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { root, temporaryFolder, until, writeTree, type TemporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

/** Starts a program as the `process` sandbox does, which outlives its test, and says where. */
const START = `
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
export function start() {
  const folder = path.join(tmpdir(), 'pe-left')
  mkdirSync(folder)
  const options = { cwd: '/', detached: true, stdio: 'ignore', env: { PE_SANDBOX_ID: 'of-this-run', HOME: folder } }
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'], options)
  child.unref()
  writeFileSync('started.json', JSON.stringify({ pid: child.pid, folder }))
}
`

const packageText = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: { readonly test: string }
}

const CONFIG = `export default { test: { projects: [{ test: { name: 'integration', include: ['test/*.test.mjs'] } }] } }`

/** A project with the script and one test. */
async function layOut(
  folder: TemporaryFolder,
  test: string,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const text = `import { it } from 'vitest'\nimport { start } from '../start.mjs'\n${test}`
  await writeTree(folder.path, {
    ...{ 'start.mjs': START, 'vitest.config.mjs': CONFIG, 'test/only.test.mjs': text },
    'package.json': JSON.stringify({ type: 'module', scripts: { test: packageText.scripts.test } }),
    // Nothing is missing.
    'scripts/setup.mjs': '',
    ...files,
  })
  await mkdir(folder.file('tmp'))
  for (const name of ['test.mjs', 'check.mjs'])
    await copyFile(path.join(root, 'scripts', name), folder.file('scripts', name))
  await symlink(path.join(root, 'node_modules'), folder.file('node_modules'))
}

/** As a user starts it. */
const NPM = ['npm', 'test', '--silent', '--']

function run(
  folder: TemporaryFolder,
  argv: readonly string[] = [process.execPath, folder.file('scripts/test.mjs')],
  named: readonly string[] = ['test/only.test.mjs'],
) {
  const [program = '', ...args] = argv
  return execa(program, [...args, ...named], {
    cwd: folder.path,
    env: { TMPDIR: folder.file('tmp') },
    reject: false,
    timeout: 120_000,
    forceKillAfterDelay: false,
  })
}

const started = async (folder: TemporaryFolder) =>
  JSON.parse(await readFile(folder.file('started.json'), 'utf8')) as { readonly pid: number; readonly folder: string }

const isStarted = ({ pid }: { readonly pid: number }) => pid > 0

/** A zombie, which nobody may wait for, has no command line. */
async function isAlive(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '')) !== ''
}

describe('scripts/test.mjs', await needs('Linux'), () => {
  it('names what its tests leave behind, and leaves the programs and folders of other runs alone', async () => {
    await using folder = await temporaryFolder()
    await layOut(folder, "it('leaves a process and a folder', () => { start() })")
    await mkdir(folder.file('tmp/pe-other'))
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'], {
      ...{ env: { PE_SANDBOX_ID: 'of-another-run', HOME: folder.file('tmp/pe-other') }, cwd: '/', stdio: 'ignore' },
    })
    try {
      const { stdout, exitCode } = await run(folder)
      expect(stdout).toContain('processes left behind: FAILED, 1')
      expect(stdout).toContain('folders left behind: FAILED, 1: pe-left')
      expect(stdout).toMatch(/\n1 passed, 2 failed$/)
      expect(exitCode).toBe(1)
      expect(await isAlive((await started(folder)).pid)).toBe(false)
      expect(await isAlive(other.pid ?? 0)).toBe(true)
      expect(await readdir(folder.file('tmp'))).toEqual(['pe-other'])
    } finally {
      other.kill('SIGKILL')
    }
  })

  it('removes what a run that was killed has left, and leaves living runs alone', async () => {
    await using folder = await temporaryFolder()
    await layOut(folder, "it('does not end', async () => { start(); await new Promise(() => {}) }, 600_000)")
    const killed = run(folder)
    await until(() => started(folder).then(isStarted, () => false), 'the test has begun', 60_000)
    const [dead = ''] = await readdir(folder.file('tmp'))
    killed.kill('SIGKILL')
    await killed
    const owner = JSON.parse(await readFile(folder.file('tmp', dead, 'owner.json'), 'utf8')) as object
    const stat = await readFile('/proc/self/stat', 'utf8')
    const living = { ...owner, pid: process.pid, began: stat.split(') ').at(-1)?.split(' ')[19], mark: 'PE_TEST_RUN=b' }
    const elsewhere = { ...owner, space: 'another machine', mark: 'PE_TEST_RUN=c' }
    await writeTree(folder.file('tmp'), {
      ...{ 'pe-tLiving/owner.json': JSON.stringify(living), 'pe-tElsewh/owner.json': JSON.stringify(elsewhere) },
      ...{ 'pe-tNobody/a': '', 'pe-trial-1/a': '' },
    })
    await writeTree(folder.path, { 'test/only.test.mjs': "import { it } from 'vitest'\nit('ends', () => {})" })
    const { stdout, exitCode } = await run(folder)
    expect(stdout).toContain(`removed ${folder.file('tmp', dead)}, which a run that was killed had left`)
    expect(exitCode).toBe(0)
    expect(await isAlive((await started(folder)).pid)).toBe(false)
    const left = ['pe-tElsewh', 'pe-tLiving', 'pe-tNobody', 'pe-trial-1']
    expect((await readdir(folder.file('tmp'))).toSorted()).toEqual(left)
  })

  it('passes a title to vitest and to Playwright, and says what counts as passed', async () => {
    await using folder = await temporaryFolder()
    const spec =
      "import { test } from '@playwright/test'\ntest('shows', () => {})\ntest('breaks', () => { throw new Error('no') })"
    await layOut(folder, "it('shows', () => {})\nit('breaks', () => { throw new Error('no') })", {
      ...{ 'playwright.config.mjs': "export default { testDir: 'test' }", 'test/page.spec.ts': spec },
    })
    const titled = async (...named: string[]) => (await run(folder, undefined, [...named, '-t', 'shows'])).stdout
    const both = await titled('test/only.test.mjs', 'page.spec.ts')
    expect(both).toContain('passed: 2 tests, and 2 checks of what is no test, such as processes left behind')
    expect(both).toMatch(/\n4 passed, 0 failed, 1 skipped$/)
    expect(await titled('page.spec.ts')).toMatch(/\n3 passed, 0 failed$/)
    expect(await readdir(folder.path)).not.toContain('test-results')
  })

  it('refuses a file that is not there, before the set-up', async () => {
    await using folder = await temporaryFolder()
    await layOut(folder, '', { 'scripts/setup.mjs': "process.stdout.write('setting up')" })
    const { stdout, stderr, exitCode } = await run(folder, undefined, ['nope.test.ts'])
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain('no test file below test/ matches "nope.test.ts"; a part of a path is enough')
    expect((await run(folder, undefined, ['only.spec.ts'])).stderr).toContain('did you mean test/only.test.mjs?')
    expect(await readdir(folder.file('tmp'))).toEqual([])
  })

  it.each([
    ['SIGTERM', NPM],
    ['SIGINT', undefined],
  ] as const)('ends everything after %s', async (signal, argv) => {
    await using folder = await temporaryFolder()
    await layOut(folder, "it('does not end', async () => { start(); await new Promise(() => {}) }, 600_000)")
    const running = run(folder, argv)
    await until(() => started(folder).then(isStarted, () => false), 'the test has begun', 60_000)
    running.kill(signal)
    const { exitCode, stdout } = await running
    expect(stdout).toContain(`${signal}: the tests are ended`)
    expect(exitCode).toBe(signal === 'SIGTERM' ? 143 : 130)
    expect(await isAlive((await started(folder)).pid)).toBe(false)
    expect(await readdir(folder.file('tmp'))).toEqual([])
  })
})
