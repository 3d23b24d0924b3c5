/** `npm start` with a program in place of `pe` that prints a summary. */
import { copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { isRunning, pidIn, root, temporaryFolder, until, writeTree, type TemporaryFolder } from '../helpers.ts'

const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

async function layOut(folder: TemporaryFolder, bin: string): Promise<void> {
  await writeTree(folder.path, {
    'package.json': JSON.stringify({ type: 'module', scripts }),
    // Nothing is missing.
    'scripts/setup.mjs': '',
    'dist/pe/bin.js': bin,
  })
  await copyFile(path.join(root, 'scripts/start.mjs'), folder.file('scripts/start.mjs'))
}

function start(folder: TemporaryFolder, [program, ...args]: readonly [string, ...string[]]) {
  return execa(program, args, { cwd: folder.path, reject: false, stdin: 'ignore', forceKillAfterDelay: false })
}

const NODE = [process.execPath, 'scripts/start.mjs'] as const

/** Points that passed of 3, by mission. */
const group = (agent: string, ...passed: readonly number[]) => ({
  ...{ agent, unjudged: 0, score: 0.5 },
  points: { passed: passed.reduce((sum, each) => sum + each, 0), total: 3 * passed.length },
  missions: passed.map((each, index) => ({ id: String(index), points: { passed: each, total: 3 } })),
})

it.each([
  ['ends with 0 if each fault is found', 0, [group('canonical', 3, 3), group('faulty', 2, 1)], 'say what was found'],
  ['ends with 1 if a fault is not', 1, [group('canonical', 3, 3), group('faulty', 3, 1)], 'some were not found'],
  ['ends with 1 if our solutions fail', 1, [group('canonical', 3, 2), group('faulty', 2, 1)], 'which must pass'],
] as const)('the tour %s', async (_, code, groups, says) => {
  await using folder = await temporaryFolder()
  const summary = { incomplete: false, report: 'reports/a/index.html', groups }
  await layOut(folder, `process.stdout.write(${JSON.stringify(JSON.stringify(summary))})`)
  const { stdout, exitCode } = await start(folder, NODE)
  expect(stdout).toContain(says)
  expect(exitCode).toBe(code)
})

it('the tour takes no arguments', async () => {
  await using folder = await temporaryFolder()
  await layOut(folder, '')
  const { stderr, exitCode } = await start(folder, [...NODE, '--missions'])
  expect([stderr.split(';')[0], exitCode]).toEqual(['npm start takes no arguments', 2])
})

it('SIGTERM to npm ends the tour', async () => {
  await using folder = await temporaryFolder()
  await layOut(
    folder,
    `import { writeFileSync } from 'node:fs'
    writeFileSync('pid', String(process.pid))
    setTimeout(() => {}, 600_000)`,
  )
  const running = start(folder, ['npm', 'start', '--silent'])
  const pid = await pidIn(folder.file('pid'))
  running.kill('SIGTERM')
  expect((await running).exitCode).not.toBe(0)
  await until(async () => !(await isRunning(pid)), 'the program has ended')
})
