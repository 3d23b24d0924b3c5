/** The parts of a reason. The harness and the page both use them. */
export interface ReasonParts {
  /** The subject of the expectation, or the error message. */
  readonly message: string
  readonly expected?: string
  readonly received?: string
  /** The whole reason without the log of attempts. */
  readonly text: string
  readonly log: string
}

/** Reasons are sentences of the harness, or messages of Playwright's `expect` with lines that name both values. */
export function reasonParts(reason: string): ReasonParts {
  const [text = '', log = ''] = reason.split(/^Call log:$/m)
  const [first = ''] = text.trim().split('\n')
  const expected = valueOn(/^Expected[^:\n]*: *(.+)$/m, text) ?? diffOf(text, '-')
  const received = valueOn(/^Received[^:\n]*: *(.+)$/m, text) ?? valueOn(/^Error: (.+)$/m, text) ?? diffOf(text, '+')
  return {
    message: /^expect\(.*\) failed$/.test(first) && received !== undefined ? '' : first,
    ...(expected === undefined ? {} : { expected }),
    ...(received === undefined ? {} : { received }),
    text: text.trim(),
    log: log.replace(/^\n+|\s+$/g, ''),
  }
}

/** The reason as one line, for lists. */
export function reasonLine(reason: string): string {
  const { message, expected, received } = reasonParts(reason)
  if (expected === undefined && received === undefined) return message
  const values =
    expected === undefined ? `there was ${received ?? ''}` : `expected ${expected}, there was ${received ?? 'nothing'}`
  return message === '' ? capitalised(values) : `${message}: ${values}`
}

/** A place in a test, such as `test_a.py:12: ` at the beginning of a reason, or ` (tests/test_a.py:12)` at its end. */
const PLACE = /^[^\s:()]+:\d+: | \([^\s()]+:\d+\)$/g
const FIRST_PLACE = /^[^\s:()]+:\d+: /
const LAST_PLACE = / \([^\s()]+:\d+\)$/

/** The reason as one line without its place: verdicts of one cause have the same one. */
export function causeOf(reason: string): string {
  return reasonLine(reason).replaceAll(PLACE, '')
}

/** The line for several reasons of one cause, with the places that all of them have. */
export function sharedReason(lines: readonly string[]): string {
  const [line = ''] = lines
  const shared = (place: RegExp) => {
    const found = new Set(lines.map((each) => place.exec(each)?.[0] ?? ''))
    return found.size === 1 ? ([...found][0] ?? '') : ''
  }
  return `${shared(FIRST_PLACE)}${line.replaceAll(PLACE, '')}${shared(LAST_PLACE)}`
}

function valueOn(line: RegExp, text: string): string | undefined {
  return line.exec(text)?.[1]?.trim()
}

/** The lines of a comparison that only one side has. */
function diffOf(text: string, sign: '-' | '+'): string | undefined {
  const start = text.indexOf('\n- Expected')
  if (start < 0) return undefined
  const lines = text
    .slice(start)
    .split('\n')
    .filter((line) => line.startsWith(`${sign} `) && !/^[-+] (Expected|Received) /.test(line))
  return lines.length === 0 ? 'nothing more' : lines.map((line) => line.slice(1).trim()).join(' ')
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
