import { spawn } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, until } from '../helpers.ts'
import { needs } from '../needs.ts'
import { NPM, isAlive, isStarted, layOut, run, started } from './test-cases.ts'

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

  it('refuses a file that is not there, before the set-up', async () => {
    await using folder = await temporaryFolder()
    await layOut(folder, '', { 'scripts/setup.mjs': "process.stdout.write('setting up')" })
    const { stdout, stderr, exitCode } = await run(folder, undefined, ['nope.test.ts'])
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain('no test file below test/ matches "nope.test.ts"; a part of a path is enough')
    expect((await run(folder, undefined, ['only.spec.ts'])).stderr).toContain('did you mean test/only.test.mjs?')
    expect(await readdir(folder.file('tmp'))).toEqual([])
  })

  it('ends everything after SIGTERM, also below npm', async () => {
    await using folder = await temporaryFolder()
    await layOut(folder, "it('does not end', async () => { start(); await new Promise(() => {}) }, 600_000)")
    const running = run(folder, NPM)
    await until(() => started(folder).then(isStarted, () => false), 'the test has begun', 60_000)
    running.kill('SIGTERM')
    const { exitCode, stdout } = await running
    expect(stdout).toContain('SIGTERM: the tests are ended')
    expect(exitCode).toBe(143)
    expect(await isAlive((await started(folder)).pid)).toBe(false)
    expect(await readdir(folder.file('tmp'))).toEqual([])
  })
})
