import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../../harness/cli.ts'
import { checkCalibratedPython } from '../../../harness/commands/run/calibrated-python.ts'
import { EXIT } from '../../../harness/contracts/exit-codes.ts'
import { keepOutput } from '../output.ts'
import { needs } from '../../needs.ts'
import { papers } from '../../papers.ts'

const PYTHON = '/usr/bin/python3'

beforeEach(() => {
  vi.stubEnv('PE_PYTHON', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

// The name of the link is the default; if it is named, its end is used, which is another program to the judge.
describe('--python with a benchmark that is calibrated', await needs('python3'), () => {
  it.each([['run', '--agent', 'canonical'], ['doctor']])(
    'is refused before anything is read: pe %s',
    async (...command) => {
      const output = keepOutput()
      expect(await main([...command, '--benchmark', 'codeprojecteval:/nowhere', '--python', PYTHON])).toBe(EXIT.usage)
      expect(output.stderr).toMatch(
        /^pe: the tests of codeprojecteval are calibrated with \/usr\/bin\/python3, and --python names .*: set PE_PYTHON, not --python\n$/,
      )
    },
  )

  it('is accepted if it is the interpreter that calibrates, and by other benchmarks', async () => {
    await expect(checkCalibratedPython('codeprojecteval:/nowhere', undefined, papers)).resolves.toBeUndefined()
    await expect(checkCalibratedPython('projecteval:/nowhere', PYTHON, papers)).resolves.toBeUndefined()
    vi.stubEnv('PE_PYTHON', PYTHON)
    await expect(checkCalibratedPython('codeprojecteval:/nowhere', PYTHON, papers)).resolves.toBeUndefined()
  })
})
