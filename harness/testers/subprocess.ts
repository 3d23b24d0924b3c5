import { MachineFault } from '../errors.ts'
import { playwrightLibrary } from '../lib/browser/library.ts'
import type { ProgramFixtures, TesterEntry } from '../contracts/types.ts'
import { SubprocessSession } from './subprocess/session.ts'
import { checkTestcodeModule, testcodeFunctions } from './testcode-functions.ts'

/** Runs a program to its end or in a dialogue. Judges it by its exit code, its files and the output that a user can read. */
export const subprocess: TesterEntry = {
  name: 'subprocess',
  accepts: ['program'],
  check: checkTestcodeModule,
  open(target, setup) {
    if (target.kind !== 'program') throw new MachineFault(`the subprocess tester cannot judge a ${target.kind}`)
    const { expect } = playwrightLibrary()
    const functions = testcodeFunctions<ProgramFixtures>(setup)
    return Promise.resolve(new SubprocessSession({ target, setup, functions, expect }))
  },
}
