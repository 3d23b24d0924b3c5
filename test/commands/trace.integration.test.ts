import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { FAILED_TRIAL, RUN_ID, writeRichRun } from '../report/rich-run.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { keepOutput } from './output.ts'

let folder: TemporaryFolder
beforeAll(async () => {
  folder = await temporaryFolder()
  await writeRichRun(folder.path)
})
afterAll(() => folder[Symbol.asyncDispose]())

describe('pe trace', () => {
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
