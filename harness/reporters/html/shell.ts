/** A command line for a POSIX shell: nothing in an argument is more than text. */
export function inShell(argv: readonly string[]): string {
  return argv.map(quoted).join(' ')
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
