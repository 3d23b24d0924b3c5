import { expect } from '@playwright/test'
import { MachineFault } from '../errors.ts'
import { closeParsers } from '../lib/parsing/produced.ts'
import type { ProgramFixtures, SessionSetup, Target, Tester } from '../contracts/types.ts'
import { SubprocessSession } from './subprocess/session.ts'
import { testcodeFunctions } from './testcode-functions.ts'

/** Runs a program to its end or in a dialogue. Judges it by its exit code, its files and the output that a user can read. */
export function subprocessTester(): Tester {
  return {
    name: 'subprocess',
    open(target: Target, setup: SessionSetup) {
      if (target.kind !== 'program') throw new MachineFault(`the subprocess tester cannot judge a ${target.kind}`)
      const functions = testcodeFunctions<ProgramFixtures>(setup)
      return Promise.resolve(new SubprocessSession({ target, setup, functions, expect }))
    },
    // The parsers of output files are started for the first file and shared by the run.
    [Symbol.asyncDispose]: () => closeParsers(),
  }
}
