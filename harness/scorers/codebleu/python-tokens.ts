/** Splits Python into the tokens of the `tokenize` module of CPython 3.8 to 3.11, without the tokens that mark begin and end. */

export type TokenType = 'comment' | 'string' | 'indent' | 'newline' | 'error' | 'other'

export interface Token {
  readonly type: TokenType
  readonly text: string
  /** Line and column of its start, from 0. */
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Why a text cannot be tokenized. */
export class NoTokens extends Error {}

const BLANKS = /[ \t\f]*/y
const COMMENT = /#[^\r\n]*/y
const LINE_JOIN = /\\\r?\n/y
const NUMBER =
  /(?:(?:\d(?:_?\d)*\.(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:e[-+]?\d(?:_?\d)*)?|\d(?:_?\d)*e[-+]?\d(?:_?\d)*)j?|\d(?:_?\d)*j|0x(?:_?[0-9a-f])+|0b(?:_?[01])+|0o(?:_?[0-7])+|0(?:_?0)*|[1-9](?:_?\d)*/iy
const LINE_END = /\r?\n/y
const PREFIX = /(?:br?|rb?|u|fr?|rf)?(?=['"])/iy
const WORD = /[\p{L}\p{N}_]+/uy
const OPERATOR = /\*\*=?|\/\/=?|>>=?|<<=?|\.\.\.|!=|->|:=|[-+*/%&|^@=<>]=|[-~}|{^\][@>=<;:/.,+*)(&%]/y

/**
 * @param text Lines end with LF; a CR before it belongs to the line end
 * @throws NoTokens if the text ends in a string, in brackets or after a backslash, or if a dedent matches no outer level
 */
export function pythonTokens(text: string): Token[] {
  const { tokens, failure } = scannedTokens(text)
  if (failure) throw failure
  return tokens
}

export interface Scanned {
  /** All tokens up to the failure, if there is one. */
  readonly tokens: Token[]
  readonly failure: NoTokens | undefined
  /** How many indented blocks are open where it ends. */
  readonly open: number
}

/** @param text Lines end with LF; a CR before it belongs to the line end */
export function scannedTokens(text: string): Scanned {
  const scanner = new Scanner()
  const failure = failureOf(() => {
    for (let begin = 0; begin < text.length;) {
      const end = text.indexOf('\n', begin) + 1 || text.length
      scanner.line(text.slice(begin, end))
      begin = end
    }
    scanner.end()
  })
  return { tokens: scanner.tokens, failure, open: scanner.open }
}

function failureOf(scan: () => void): NoTokens | undefined {
  try {
    scan()
    return undefined
  } catch (error) {
    if (error instanceof NoTokens) return error
    throw error
  }
}

interface Pending {
  readonly quote: string
  readonly line: number
  readonly column: number
  text: string
}

class Scanner {
  readonly tokens: Token[] = []
  readonly #indents = [0]
  #line = -1
  #text = ''
  #depth = 0
  #joined = false
  #pending: Pending | undefined
  /** Whether a string that is open at the end of this line continues on the next one. */
  #joins = false
  /** For each quote, the position from which it is known not to be closed on this line. */
  #unclosed = new Map<string, number>()

  line(text: string): void {
    this.#line += 1
    this.#text = text
    this.#unclosed = new Map()
    this.#joins = endsEscaped(text)
    const position = this.#pending ? this.#continueString(this.#pending) : this.#begin()
    if (position !== undefined) this.#scan(position)
  }

  get open(): number {
    return this.#indents.length - 1
  }

  end(): void {
    if (this.#pending) throw new NoTokens('the text ends inside a string')
    if (this.#depth !== 0 || this.#joined) throw new NoTokens('the text ends inside a statement')
  }

  #continueString(pending: Pending): number | undefined {
    const close = this.#closeOf(pending.quote, 0)
    pending.text += this.#text.slice(0, close)
    if (close === undefined) {
      if (pending.quote.length === 1 && !/\\\r?\n$/.test(this.#text))
        this.#endPending(pending, 'error', this.#text.length)
      return undefined
    }
    this.#endPending(pending, 'string', close)
    return close
  }

  #endPending({ text, line, column }: Pending, type: TokenType, endColumn: number): void {
    this.tokens.push({ type, text, line, column, endLine: this.#line, endColumn })
    this.#pending = undefined
  }

  /** @returns the position of the first token of this line; undefined if the line is finished */
  #begin(): number | undefined {
    if (this.#depth !== 0 || this.#joined) {
      this.#joined = false
      return 0
    }
    const { column, position } = indentOf(this.#text)
    if (position === this.#text.length) return undefined
    const first = this.#text.charAt(position)
    if (first === '#' || first === '\r' || first === '\n') {
      const end = position + (first === '#' ? this.#text.slice(position).replace(/[\r\n]+$/, '').length : 0)
      if (first === '#') this.#push('comment', position, end)
      this.#push('other', end, this.#text.length)
      return undefined
    }
    this.#indentTo(column, position)
    return position
  }

  #indentTo(column: number, position: number): void {
    const top = () => this.#indents.at(-1) ?? 0
    if (column > top()) {
      this.#indents.push(column)
      this.#push('indent', 0, position)
    }
    while (column < top()) {
      if (!this.#indents.includes(column)) throw new NoTokens('a dedent matches no outer indentation level')
      this.#indents.pop()
      this.#push('other', position, position)
    }
  }

  #scan(from: number): void {
    for (let position = from; position < this.#text.length;) {
      const next = this.#token(position)
      if (next === undefined) return
      position = next
    }
  }

  /** @returns the end of the token at this position, after blanks; undefined at the end of the line */
  #token(from: number): number | undefined {
    const start = from + (this.#match(BLANKS, from)?.length ?? 0)
    if (start === this.#text.length) return undefined
    if (this.#match(LINE_JOIN, start) !== undefined) {
      this.#joined = true
      return undefined
    }
    const comment = this.#match(COMMENT, start)
    if (comment !== undefined) return this.#push('comment', start, start + comment.length)
    const number = this.#match(NUMBER, start)
    if (number !== undefined) return this.#push('other', start, start + number.length)
    const lineEnd = this.#match(LINE_END, start)
    if (lineEnd !== undefined) return this.#push(this.#depth > 0 ? 'other' : 'newline', start, start + lineEnd.length)
    const operator = this.#match(OPERATOR, start)
    if (operator !== undefined) return this.#operator(operator, start)
    const string = this.#string(start)
    if (string !== undefined) return string === 'goes on' ? undefined : string
    const word = this.#match(WORD, start)
    if (word !== undefined) return this.#push('other', start, start + word.length)
    // An unknown character: like CPython, takes one character from `from`, which is a blank if there is one before it.
    return this.#push('error', from, from + ((this.#text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1))
  }

  #operator(operator: string, start: number): number {
    if ('([{'.includes(operator)) this.#depth += 1
    if (')]}'.includes(operator)) this.#depth -= 1
    return this.#push('other', start, start + operator.length)
  }

  #string(start: number): number | 'goes on' | undefined {
    const prefix = this.#match(PREFIX, start)
    if (prefix === undefined) return undefined
    const open = start + prefix.length
    const one = this.#text.charAt(open)
    const quote = this.#text.startsWith(one.repeat(3), open) ? one.repeat(3) : one
    const close = this.#closeOf(quote, open + quote.length)
    if (close !== undefined) return this.#push('string', start, close)
    const goesOn = quote.length === 3 || this.#joins
    if (!goesOn) return undefined
    this.#pending = { quote, line: this.#line, column: start, text: this.#text.slice(start) }
    return 'goes on'
  }

  /** The end of an open string on this line; a backslash escapes the next character. */
  #closeOf(quote: string, from: number): number | undefined {
    if (from >= (this.#unclosed.get(quote) ?? Infinity)) return undefined
    for (let position = from; position < this.#text.length; position += 1) {
      if (this.#text[position] === '\\') position += 1
      else if (this.#text.startsWith(quote, position)) return position + quote.length
    }
    this.#unclosed.set(quote, from)
    return undefined
  }

  #match(pattern: RegExp, position: number): string | undefined {
    pattern.lastIndex = position
    return pattern.exec(this.#text)?.[0]
  }

  #push(type: TokenType, start: number, end: number): number {
    const place = { line: this.#line, column: start, endLine: this.#line, endColumn: end }
    this.tokens.push({ type, text: this.#text.slice(start, end), ...place })
    return end
  }
}

/** Whether an unescaped backslash precedes the line end. */
function endsEscaped(line: string): boolean {
  const end = line.length - (/\r?\n$/.exec(line)?.[0].length ?? line.length)
  let begin = end
  while (line[begin - 1] === '\\') begin -= 1
  return (end - begin) % 2 === 1
}

/** A tab advances to the next multiple of 8; a form feed resets the column. */
function indentOf(line: string): { readonly column: number; readonly position: number } {
  let [column, position] = [0, 0]
  for (; position < line.length; position += 1) {
    const character = line[position]
    if (character === ' ') column += 1
    else if (character === '\t') column = (Math.floor(column / 8) + 1) * 8
    else if (character === '\f') column = 0
    else break
  }
  return { column, position }
}
