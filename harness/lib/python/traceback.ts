/** Most characters at the end of an output that are read, and of an error that is shown. */
const [MOST, LONGEST] = [64 * 1024, 200]
const PLACE = /^ {2}File "([^"\n]{1,500})", line (\d{1,9})/
const ERROR = /^[\p{L}_][\p{L}\w.<>]{0,100}(?:: .*)?$/u

/**
 * The last error that Python printed, with the file and the line in which it occurred; undefined if it printed none.
 *
 *     NameError: name 'start' is not defined (main.py:12)
 */
export function printedError(output: string): string | undefined {
  const [told = ''] = output.slice(-MOST).split(/^Exception ignored in/m)
  const lines = told.split(/\r?\n/)
  const at = lines.findLastIndex((line) => PLACE.test(line))
  const [, file = '', number = ''] = PLACE.exec(lines[at] ?? '') ?? []
  // The source of the line is indented, the error is not.
  const error = lines.slice(at + 1).find((line) => line !== '' && !line.startsWith(' '))
  if (at < 0 || error === undefined || !ERROR.test(error)) return undefined
  return `${error.slice(0, LONGEST)} (${file.split('/').at(-1) ?? file}:${number})`
}
