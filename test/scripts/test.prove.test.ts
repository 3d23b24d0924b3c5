import { readFile, readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, until, writeTree } from '../helpers.ts'
import { needs } from '../needs.ts'
import { isAlive, isStarted, layOut, run, started } from './test-cases.ts'

describe('scripts/test.mjs', await needs('Linux'), () => {
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
    expect((await run(folder, undefined, ['-t'])).stderr).toBe('-t needs a title')
    expect(await readdir(folder.path)).not.toContain('test-results')
  })

  it('fails for a file that no runner takes, for a test that is skipped without a part, and without browser tests', async () => {
    await using folder = await temporaryFolder()
    const spec = "import { test } from '@playwright/test'\ntest('shows', () => {})"
    await layOut(folder, "it('passes', () => {})", {
      ...{ 'playwright.config.mjs': "export default { testDir: 'test/report' }", 'test/report/page.spec.ts': spec },
      ...{ 'test/long.prove.test.ts': '', 'test/fixtures/one/project/its.test.mjs': '' },
    })
    const nothing = "{ title: 'nothing', argv: ['../scripts/setup.mjs'] }"
    await writeTree(folder.path, { 'scripts/check.mjs': `export const CHECKS = { types: ${nothing} }` })
    const whole = () => run(folder, undefined, [])
    const green = await whole()
    expect(green.stdout).toContain('test files left out: none')
    expect([green.stdout.split('\n').at(-1), green.exitCode]).toEqual(['6 passed, 0 failed', 0])
    // A title that only a browser test has, and no file.
    expect((await run(folder, undefined, ['-t', 'shows'])).stdout).toMatch(/\n3 passed, 0 failed, 1 skipped$/)

    const skips =
      "import { it } from 'vitest'\nit.skip('is off', () => {})\nit.todo('comes later')\nit('runs', () => {})"
    await writeTree(folder.path, {
      ...{ 'test/skips.test.mjs': skips, 'test/name.test.mts': '', 'test/elsewhere.spec.ts': '' },
      'test/report/page.spec.ts': "import { test } from '@playwright/test'\ntest.skip('shows', () => {})",
    })
    const { stdout, exitCode } = await whole()
    expect(exitCode).toBe(1)
    const failures = stdout.slice(stdout.indexOf('── failures'))
    expect(failures).toMatch(/no part of test\/needs\.ts.*\n +page\.spec\.ts: shows/)
    expect(failures).toMatch(/no part of .*\n +test\/skips\.test\.mjs: is off\n +test\/skips\.test\.mjs: comes later/)
    expect(failures).toMatch(/no runner takes.*\n +test\/elsewhere\.spec\.ts\n +test\/name\.test\.mts/)
    expect(failures).toContain('  - browser tests of the report\n      no test ran')
    expect(stdout).toMatch(/\n5 passed, 4 failed, 3 skipped$/)
  })

  it('ends everything after SIGINT', async () => {
    await using folder = await temporaryFolder()
    await layOut(folder, "it('does not end', async () => { start(); await new Promise(() => {}) }, 600_000)")
    const running = run(folder)
    await until(() => started(folder).then(isStarted, () => false), 'the test has begun', 60_000)
    running.kill('SIGINT')
    const { exitCode, stdout } = await running
    expect(stdout).toContain('SIGINT: the tests are ended')
    expect(exitCode).toBe(130)
    expect(await isAlive((await started(folder)).pid)).toBe(false)
    expect(await readdir(folder.file('tmp'))).toEqual([])
  })
})
