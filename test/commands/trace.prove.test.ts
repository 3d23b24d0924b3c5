import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAILED_TRIAL, RUN_ID, writeRichRun } from '../report/rich-run.ts'
import { BIN, root, temporaryFolder, until, type TemporaryFolder } from '../helpers.ts'

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
})
