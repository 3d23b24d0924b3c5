/** The only way for commands to write text for people: whatever a model, a project or a file put into it moves no cursor. */
import { plainText, printable } from '../reporters/printable.ts'

/** Text on standard output. */
export function print(text: string): void {
  process.stdout.write(`${plainText(text)}\n`)
}

/** Text on standard error. */
export function say(text: string): void {
  process.stderr.write(`${plainText(text)}\n`)
}

/** A line on standard error that says who complains. */
export function complain(line: string): void {
  say(`pe: ${printable(line)}`)
}
