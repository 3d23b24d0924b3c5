import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { root, temporaryFolder, writeTree } from './helpers.ts'

/** The project of unit tests, for the files of another folder. */
const CONFIG = `
import path from 'node:path'
import config from ${JSON.stringify(path.join(root, 'vitest.config.ts'))}
const { test } = config.test.projects.find(({ test }) => test.name === 'unit')
export default { test: { ...test, root: import.meta.dirname, setupFiles: test.setupFiles.map((file) => path.join(config.root, file)) } }
`

const FILES = {
  'test/calls.test.ts': `
import { spawn } from 'node:child_process'
import { it } from 'vitest'
it('starts a process', () => { spawn('true') })`,
  'test/catches.test.ts': `
import { execFileSync } from 'node:child_process'
import { it } from 'vitest'
it('starts a process and catches the error', () => { try { execFileSync('true') } catch {} })`,
  'test/library.test.ts': `
import { execa } from 'execa'
import { it } from 'vitest'
it('starts a process by a library and catches the error', () => execa('true').catch(() => undefined))`,
  'test/loads.test.ts': `
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
let isThere = false
try { isThere = spawnSync('true').status === 0 } catch {}
it('does not start one, but its file did when it was loaded', () => { expect(1).toBe(1) })
it.skipIf(!isThere)('is skipped', () => {})`,
  'test/pure.test.ts': `
import { expect, it } from 'vitest'
it('starts nothing', () => { expect(1).toBe(1) })`,
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

it('a unit test that starts a process fails, also if its code catches the error', async () => {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, { ...FILES, 'vitest.config.mjs': CONFIG })
  await symlink(path.join(root, 'node_modules'), folder.file('node_modules'))
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const { stdout, stderr } = await execa(process.execPath, [vitest, 'run', '--reporter=json', '--maxWorkers=1'], {
    cwd: folder.path,
    reject: false,
    timeout: 60_000,
  })
  expect(stdout, stderr).toMatch(/^\{/)
  const tests = reportSchema.parse(JSON.parse(stdout)).testResults.flatMap((each) => each.assertionResults)
  expect(Object.fromEntries(tests.map(({ title, status }) => [title, status]))).toEqual({
    'starts a process': 'failed',
    'starts a process and catches the error': 'failed',
    'starts a process by a library and catches the error': 'failed',
    'does not start one, but its file did when it was loaded': 'failed',
    'is skipped': 'skipped',
    'starts nothing': 'passed',
  })
  for (const { status, failureMessages } of tests.filter((each) => each.status === 'failed'))
    expect(failureMessages?.join('\n'), status).toContain('process')
})
