/** A command line for a POSIX shell. Arguments are only text; simple ones have no quotes, so that people can read the line. */
export function inShell(argv: readonly string[]): string {
  return argv.map((argument) => (/^[\w@%+=:,./-]+$/.test(argument) ? argument : quoteArgument(argument))).join(' ')
}

/** An argument in quotes. */
export function quoteArgument(argument: string): string {
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
