import type { Argv } from 'yargs'
import type { ExitCode } from '../../contracts/exit-codes.ts'

/** A command of `pe`: its flags, the options that a handler gets for them, and the handler. */
export interface Command {
  /** Declares the flags and positionals. */
  readonly flags: (flags: Argv) => Argv<unknown>
  /** The flags that `--help` shows, if a command has so many that only `--help-all` shows all. */
  readonly frequent?: readonly string[]
  /**
   * Parsed arguments → options of the handler.
   * @throws UsageError naming the flag with a wrong value
   */
  readonly options: (args: never) => object
  readonly handler: (options: never) => Promise<ExitCode>
}

interface Definition<Args, Options extends object> {
  readonly flags: (flags: Argv) => Argv<Args>
  readonly frequent?: readonly string[]
  readonly options: (args: Args) => Options
  readonly handler: (options: Options) => Promise<ExitCode>
}

/** Checks that flags, options and handler of a command fit together. */
export function defineCommand<Args, Options extends object>(definition: Definition<Args, Options>): Command {
  return definition
}
