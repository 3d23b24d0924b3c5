import { stripVTControlCharacters } from 'node:util'

/** Lines of a log that are looked at, from its end. */
const LINES = 200
/** `Error: …`, `ModuleNotFoundError: …`, `error: …`, `npm error …`, `panic: …` */
const NAMES_ERROR = /^\s*(?:[\w.$]*(?:error|exception)|fatal|panic|npm err(?:or)?!?)\b.{3,}/i

/** The line of a project's output that most likely says why it did not start; undefined if it printed nothing. */
export function causeLine(log: string): string | undefined {
  const lines = stripVTControlCharacters(log)
    .trimEnd()
    .split('\n')
    .slice(-LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.findLast((line) => NAMES_ERROR.test(line)) ?? lines.at(-1)
}
