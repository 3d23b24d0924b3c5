/** Lines that begin a statement of the module: neither indented, nor blank, nor the end of a bracket. */
const TOP = /^[^\s)\]}#]/
const HEAD = /^(?:async\s+def|def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/u

/** A text of Python without the functions and classes of some names. */
export function ownPart(text: string, others: ReadonlySet<string>): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const statements: string[][] = []
  let quote: string | undefined
  let decorated = false
  for (const line of lines) {
    const isTop = quote === undefined && TOP.test(line)
    const current = statements.at(-1)
    if (current === undefined || (isTop && !decorated)) statements.push([line])
    else current.push(line)
    if (isTop) decorated = line.startsWith('@')
    quote = openQuote(line, quote)
  }
  const kept = statements.filter((statement) => !others.has(nameOf(statement) ?? ''))
  return `${kept.flat().join('\n').trimEnd()}\n`
}

function nameOf(statement: readonly string[]): string | undefined {
  const head = statement.find((line) => HEAD.test(line) || !/^(?:@|\s|#|$)/.test(line))
  return head === undefined ? undefined : HEAD.exec(head)?.[1]
}

/** The kind of triple quotes that is open behind a line. */
function openQuote(line: string, before: string | undefined): string | undefined {
  let open = before
  for (const [mark] of line.matchAll(/"""|'''/g)) {
    if (open === undefined) open = mark
    else if (open === mark) open = undefined
  }
  return open
}
