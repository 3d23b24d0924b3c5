/** Commands write text for people only with this function: it removes control sequences of models, projects and files. */
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
