/** The text of an adapted test, as all that read it understand it: the comparison, the finder of assertions and Python itself. */

/** PEP 263: a comment in the first two lines that names an encoding. Python decodes the file by it; the comparison gets decoded text. */
const ENCODING = /^[ \t\f]*#.*?coding[:=]/

/** Characters that one reader takes for the end of a line, or leaves out, and another one does not. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const UNUSUAL = /[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f\u2028\u2029\ufeff]/

/** Ends of lines as on this system. */
export function usualLines(test: string): string {
  return test.replaceAll('\r\n', '\n')
}

/** Why a test is not one text for all readers; undefined if it is. */
export function textProblem(test: string): string | undefined {
  const [unusual] = UNUSUAL.exec(test) ?? []
  if (unusual !== undefined) return `it has the character ${JSON.stringify(escaped(unusual))}: write it as an escape`
  if (/\p{Surrogate}/u.test(test)) return 'it has half of a character'
  if (test.split('\n', 2).some((line) => ENCODING.test(line))) return 'it names an encoding: the test is UTF-8'
  return undefined
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
