import { constants } from 'node:os'
import { ExpectationNotMet } from '../../errors.ts'
import type { Finished } from '../../contracts/types.ts'

/** How a runtime ends its report of an exception that nobody caught. */
const REPORTS = [/^Traceback \(most recent call last\):/m, /^Node\.js v\d+/m, /^Exception in thread "/m, /^panic: /m]

/** The exit codes of what starts programs, where there is none to start. */
const NOT_EXECUTABLE = 126
const NOT_FOUND = 127

/** Signals that end a program which has crashed, or used what it may not. Nobody sends them to ask it to stop. */
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

/** What starts programs in a namespace tells a signal as shells do, by an exit code. */
export function signalOf({ code, signal }: Pick<Finished, 'code' | 'signal'>): NodeJS.Signals | undefined {
  return signal ?? CRASHES.find((name) => code === 128 + constants.signals[name])
}

/** @throws ExpectationNotMet where the program was ended by a signal, a limit, or an exception that nobody caught */
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
