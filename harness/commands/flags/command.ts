import type { Argv } from 'yargs'
import type { ExitCode } from '../../contracts/exit-codes.ts'
import type { Command, Paper } from '../../contracts/paper.ts'

interface Definition<Args, Options extends object> {
  readonly flags: (flags: Argv, papers: readonly Paper[]) => Argv<Args>
  readonly frequent?: readonly string[]
  readonly options: (args: Args) => Options
  readonly handler: (options: Options, papers: readonly Paper[]) => Promise<ExitCode>
}

/** Checks that flags, options and handler of a command fit together. */
export function defineCommand<Args, Options extends object>(definition: Definition<Args, Options>): Command {
  return definition
}
