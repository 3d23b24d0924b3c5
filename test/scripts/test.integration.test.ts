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
async function layOut(folder: TemporaryFolder, test: string): Promise<void> {
  const text = `import { it } from 'vitest'\nimport { start } from '../start.mjs'\n${test}`
  await writeTree(folder.path, {
    ...{ 'start.mjs': START, 'vitest.config.mjs': CONFIG, 'test/only.test.mjs': text },
    'package.json': JSON.stringify({ type: 'module', scripts: { test: packageText.scripts.test } }),
    // Nothing is missing.
    'scripts/setup.mjs': '',
  })
  await mkdir(folder.file('tmp'))
  for (const name of ['test.mjs', 'check.mjs'])
    await copyFile(path.join(root, 'scripts', name), folder.file('scripts', name))
  await symlink(path.join(root, 'node_modules'), folder.file('node_modules'))
}

/** As a user starts it. */
const NPM = ['npm', 'test', '--silent', '--']

function run(folder: TemporaryFolder, argv: readonly string[] = [process.execPath, folder.file('scripts/test.mjs')]) {
  const [program = '', ...args] = argv
  return execa(program, [...args, 'test/only.test.mjs'], {
    cwd: folder.path,
    env: { TMPDIR: folder.file('tmp') },
    reject: false,
    timeout: 120_000,
    forceKillAfterDelay: false,
  })
}

const started = async (folder: TemporaryFolder) =>
  JSON.parse(await readFile(folder.file('started.json'), 'utf8')) as { readonly pid: number; readonly folder: string }

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

  it.each([
    ['SIGTERM', NPM],
    ['SIGINT', undefined],
  ] as const)('ends everything after %s', async (signal, argv) => {
    await using folder = await temporaryFolder()
    await layOut(folder, "it('does not end', async () => { start(); await new Promise(() => {}) }, 600_000)")
    const running = run(folder, argv)
    await until(
      () =>
        started(folder).then(
          ({ pid }) => pid > 0,
          () => false,
        ),
      'the test has begun',
      60_000,
    )
    running.kill(signal)
    const { exitCode, stdout } = await running
    expect(stdout).toContain(`${signal}: the tests are ended`)
    expect(exitCode).toBe(signal === 'SIGTERM' ? 143 : 130)
    expect(await isAlive((await started(folder)).pid)).toBe(false)
    expect(await readdir(folder.file('tmp'))).toEqual([])
  })
})
