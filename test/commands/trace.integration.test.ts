import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { FAILED_TRIAL, RUN_ID, writeRichRun } from '../report/rich-run.ts'
import { BIN, root, temporaryFolder, until, type TemporaryFolder } from '../helpers.ts'
import { keepOutput } from './output.ts'

let folder: TemporaryFolder
beforeAll(async () => {
  folder = await temporaryFolder()
  await writeRichRun(folder.path)
})
afterAll(() => folder[Symbol.asyncDispose]())

function trace(...args: string[]) {
  return execa(process.execPath, [BIN, 'trace', ...args, '--no-open', '--out', folder.path], {
    cwd: root,
    reject: false,
    stdin: 'ignore',
  })
}

describe('pe trace', () => {
  it('shows the trace of a testcode in Playwright’s viewer, until Ctrl-C', async () => {
    const command = trace(RUN_ID, FAILED_TRIAL)
    let text = ''
    command.stderr.on('data', (part: Buffer) => (text += part.toString()))
    await until(() => /http:\/\/\S+/.test(text), 'it serves')
    const address = /http:\/\/\S+/.exec(text)?.[0] ?? ''
    expect(await (await fetch(address)).text()).toContain('Playwright')
    command.kill('SIGINT')
    const { exitCode, stdout } = await command
    expect(stdout).toBe(path.join(folder.path, RUN_ID, 'trials', FAILED_TRIAL, 'evidence/shows.zip'))
    expect(exitCode).toBe(0)
  })

  it.each([
    [[RUN_ID, 'nothing'], 'has no trial "nothing"; its trials are shop.good.L1.direct.1, '],
    [[RUN_ID, 'notes.bad.L1.direct.3'], 'has not ended'],
    [
      [RUN_ID, FAILED_TRIAL, 'adds'],
      '"adds" has no trace: one is kept of what did not pass in a browser; here that is shows',
    ],
    [[RUN_ID, 'shop.good.L1.direct.1'], 'has no trace'],
    [['nothing', FAILED_TRIAL], 'there is no run "nothing"'],
  ])('names the missing part: %j', async (args, message) => {
    const output = keepOutput()
    const exitCode = await main(['trace', ...args, '--no-open', '--out', folder.path])
    vi.restoreAllMocks()
    expect(output.stderr).toContain(message)
    expect(exitCode).toBe(2)
  })
})
