/** A small project with `scripts/test.mjs`, and how its tests are run. */
import { copyFile, mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { root, writeTree, type TemporaryFolder } from '../helpers.ts'

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
export async function layOut(
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
export const NPM = ['npm', 'test', '--silent', '--']

export function run(
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

export const started = async (folder: TemporaryFolder) =>
  JSON.parse(await readFile(folder.file('started.json'), 'utf8')) as { readonly pid: number; readonly folder: string }

export const isStarted = ({ pid }: { readonly pid: number }) => pid > 0

/** A zombie, which nobody may wait for, has no command line. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '')) !== ''
}
