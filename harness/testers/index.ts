import { UsageError } from '../errors.ts'
import { closeDrivers } from '../lib/browser/drivers.ts'
import { closeParsers } from '../lib/parsing/produced.ts'
import type { Mission, Suite, TesterEntry, TesterServices } from '../contracts/types.ts'
import { desktop } from './desktop.ts'
import { judge } from './judge.ts'
import { playwright } from './playwright.ts'
import { pytest } from './pytest.ts'
import { subprocess } from './subprocess.ts'

/** One line for each tester; papers bring others. */
export const builtInTesters: readonly TesterEntry[] = [playwright, subprocess, desktop, judge, pytest]

/** Services for the testers of a run, and the user's own testers. */
export interface TesterOptions extends Omit<TesterServices, 'allowedOrigins' | 'patience'> {
  /** None by default. */
  readonly allowedOrigins?: TesterServices['allowedOrigins']
  /** `auto` by default. */
  readonly patience?: TesterServices['patience'] | undefined
  /** Testers from the user's files and papers, which take precedence over the built-in ones. */
  readonly own?: readonly TesterEntry[]
}

/** The testers of a run. Shared services start when they are first needed, and are closed with the run. */
export class Testers implements AsyncDisposable {
  readonly services: TesterServices
  readonly #entries: readonly TesterEntry[]

  constructor({
    own = [],
    allowedOrigins = [],
    patience = 'auto',
    onEarlyFailure,
    launchBrowser,
    findChromedriverBrowser,
    reviewer,
    calibrate,
  }: TesterOptions) {
    this.#entries = [...own, ...builtInTesters]
    let found: ReturnType<TesterServices['findChromedriverBrowser']> | undefined
    this.services = {
      launchBrowser,
      findChromedriverBrowser: () => (found ??= findChromedriverBrowser()),
      allowedOrigins,
      patience,
      onEarlyFailure,
      reviewer,
      calibrate,
    }
  }

  /** @throws UsageError if there is no tester of that name */
  for({ id, tester }: Suite): TesterEntry {
    return testerNamed(tester, id, this.#entries)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeDrivers()
    // The parsers of produced files are started for the first file and shared by the run.
    await closeParsers()
  }
}

/** @throws UsageError if a suite and its testcodes do not match */
export function checkTestcodes(
  mission: Mission,
  suite: Suite,
  testcodes: unknown,
  own: readonly TesterEntry[] = [],
): void {
  testerNamed(suite.tester, suite.id, [...own, ...builtInTesters]).check(mission, suite, testcodes)
}

function testerNamed(name: string, suite: string, entries: readonly TesterEntry[]): TesterEntry {
  const found = entries.find((entry) => entry.name === name)
  if (found) return found
  const known = entries.map((entry) => entry.name).join(', ')
  throw new UsageError(`suite "${suite}" needs the tester "${name}", which does not exist; there are: ${known}`)
}
