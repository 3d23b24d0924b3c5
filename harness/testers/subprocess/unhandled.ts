import { constants } from 'node:os'
import { ExpectationNotMet } from '../../errors.ts'
import type { Finished } from '../../contracts/types.ts'

/** Lines by which runtimes report an unhandled exception. */
const REPORTS = [/^Traceback \(most recent call last\):/m, /^Node\.js v\d+/m, /^Exception in thread "/m, /^panic: /m]

/** Exit codes of shells for a program that cannot be started. */
const NOT_EXECUTABLE = 126
const NOT_FOUND = 127

/** Signals of a crash or an exceeded limit. None of them is used to ask a program to stop. */
const CRASHES = [
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGKILL',
  'SIGSEGV',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGSYS',
] as const

/** The signal that ended a program. Inside a namespace it is reported like in shells, as exit code 128 + n. */
export function signalOf({ code, signal }: Pick<Finished, 'code' | 'signal'>): NodeJS.Signals | undefined {
  return signal ?? CRASHES.find((name) => code === 128 + constants.signals[name])
}

/** @throws ExpectationNotMet if the program was ended by a signal, a limit, or an unhandled exception */
export function expectNoUnhandledException(finished: Finished): void {
  if (finished.code === NOT_EXECUTABLE || finished.code === NOT_FOUND) {
    throw new ExpectationNotMet(`the program could not be started (exit code ${String(finished.code)})`)
  }
  const signal = signalOf(finished)
  if (signal !== undefined) throw new ExpectationNotMet(`the program was ended by ${signal}`)
  if (finished.code !== 0 && REPORTS.some((report) => report.test(finished.stderr))) {
    throw new ExpectationNotMet(`the program ended with an unhandled exception (exit code ${String(finished.code)})`)
  }
}
