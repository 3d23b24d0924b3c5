import { MachineFault } from '../errors.ts'
import type { DesktopFixtures, TesterEntry } from '../contracts/types.ts'
import { playwrightLibrary } from '../lib/browser/library.ts'
import { CONTROL } from './desktop/control.ts'
import { DesktopSession } from './desktop/session.ts'
import { checkTestcodeModule, testcodeFunctions } from './testcode-functions.ts'

/** Plays a program with windows by keyboard and mouse. Judges it by the pixels of its display. */
export const desktop: TesterEntry = {
  name: 'desktop',
  accepts: ['desktop'],
  check: checkTestcodeModule,
  control: CONTROL,
  open(target, setup) {
    if (target.kind !== 'desktop') throw new MachineFault(`the desktop tester cannot judge a ${target.kind}`)
    const { expect } = playwrightLibrary()
    const functions = testcodeFunctions<DesktopFixtures>(setup)
    return Promise.resolve(new DesktopSession({ target, setup, functions, expect }))
  },
}
