import { ExpectationNotMet } from "../../errors.ts";
import type { Finished } from "../../types.ts";

/** How a runtime ends its report of an exception that nobody caught. */
const REPORTS = [
  /^Traceback \(most recent call last\):/m,
  /^Node\.js v\d+/m,
  /^Exception in thread "/m,
  /^panic: /m,
];

/** The exit codes of what starts programs, where there is none to start. */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** @throws ExpectationNotMet where the program was ended by a signal, a limit, or an exception that nobody caught */
export function expectNoUnhandledException(finished: Finished): void {
  if (finished.code === NOT_EXECUTABLE || finished.code === NOT_FOUND) {
    throw new ExpectationNotMet(
      `the program could not be started (exit code ${String(finished.code)})`,
    );
  }
  if (finished.signal !== null)
    throw new ExpectationNotMet(`the program was ended by ${finished.signal}`);
  if (
    finished.code !== 0 &&
    REPORTS.some((report) => report.test(finished.stderr))
  ) {
    throw new ExpectationNotMet(
      `the program ended with an unhandled exception (exit code ${String(finished.code)})`,
    );
  }
}
