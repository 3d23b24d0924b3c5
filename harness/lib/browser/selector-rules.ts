/**
 * The limits of selectors that agents answer: they find an element. If one could compute, a page that lists all possible results would need no
 * logic of its own: `//td[. = round(@value * 703)]`. So an XPath compares only with what is written in it. CSS does not compute, but a list
 * of alternatives is a table of results, so neither may have many.
 */

/** Most alternatives and negations. No published answer has any; "one of six headings" has five. */
const MOST_ALTERNATIVES = 12

/** The advice to the agent. */
export const SELECTOR_REMEDY = 'answer with an id, a class, a text or a place, such as #result'

/** The reason why an XPath is refused, as the rest of a sentence about it; undefined if it is not. */
export function xpathProblem(text: string): string | undefined {
  try {
    const reader = new Reader(tokensOf(text))
    reader.whole()
    return reader.alternatives > MOST_ALTERNATIVES ? tooMany(reader.alternatives) : undefined
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

/** Comments, escapes and texts, in which signs mean nothing; plain arguments of `:nth-child()`; signs that begin an alternative. */
const CSS_PARTS =
  /\/\*[\s\S]*?(?:\*\/|$)|\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\])*'?|:(?:nth-[a-z-]+|lang|dir)\([^()]*?\)|[,(]/gi

/** The same for CSS, whose syntax the browser checks. */
export function cssProblem(text: string): string | undefined {
  const alternatives = [...text.matchAll(CSS_PARTS)].filter(
    ([part]) => part === ',' || part === '(' || /^:nth-.*\bof\b/i.test(part),
  ).length
  return alternatives > MOST_ALTERNATIVES ? tooMany(alternatives) : undefined
}

function tooMany(count: number): string {
  return `has ${String(count)} alternatives and negations, and may have ${String(MOST_ALTERNATIVES)}`
}

class Refused extends Error {}

interface Token {
  readonly text: string
  readonly kind: 'number' | 'literal' | 'name' | 'sign' | 'end'
  /** Counted from 1. */
  readonly at: number
}

const END: Token = { kind: 'end', text: '', at: 0 }

const NAME = String.raw`[\p{L}_][\p{L}\p{N}\p{M}_.\u00B7-]*`
const TOKENS = new RegExp(
  [
    String.raw`(?<space>[ \t\r\n]+)`,
    String.raw`(?<number>\d+(?:\.\d*)?|\.\d+)`,
    `(?<literal>"[^"]*"|'[^']*')`,
    String.raw`(?<name>${NAME}(?::(?!:)(?:${NAME}|\*))?)`,
    String.raw`(?<sign>::|//|\.\.|!=|<=|>=|[.@,()[\]|+=<>/*$-])`,
  ].join('|'),
  'uy',
)

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  TOKENS.lastIndex = 0
  while (TOKENS.lastIndex < text.length) {
    const at = TOKENS.lastIndex + 1
    const groups = TOKENS.exec(text)?.groups
    if (!groups) throw new Refused(`is not an XPath 1.0 expression (character ${String(at)})`)
    const kind = (['number', 'literal', 'name', 'sign'] as const).find((each) => groups[each] !== undefined)
    if (kind) tokens.push({ kind, text: groups[kind] ?? '', at })
  }
  return [...tokens, { kind: 'end', text: '', at: text.length + 1 }]
}

/** The result of an expression. If it is written in the selector, it is the same whatever the page shows. */
interface Value {
  readonly type: 'nodes' | 'condition' | 'text' | 'number'
  readonly isWritten: boolean
  /** Set for the place of an element among others: `position()`, `last()`, `last() - 1`. */
  readonly place?: 'position' | 'last'
}

const NODES: Value = { type: 'nodes', isWritten: false }
const CONDITION: Value = { type: 'condition', isWritten: false }

const COMPARISONS: ReadonlySet<string> = new Set(['=', '!=', '<', '>', '<=', '>='])
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', 'div', 'mod'])
const NODE_TYPES: ReadonlySet<string> = new Set(['text', 'node', 'comment', 'processing-instruction'])

/** Functions by the types of their result. All others compute. */
const FUNCTIONS: Readonly<Record<string, Value['type']>> = {
  ...{ not: 'condition', boolean: 'condition', true: 'condition', false: 'condition', lang: 'condition' },
  ...{ contains: 'condition', 'starts-with': 'condition' },
  ...{ position: 'number', last: 'number', count: 'number', 'string-length': 'number' },
  ...{ string: 'text', 'normalize-space': 'text', name: 'text', 'local-name': 'text', 'namespace-uri': 'text' },
  ...{ concat: 'text', translate: 'text', substring: 'text', 'substring-before': 'text', 'substring-after': 'text' },
  id: 'nodes',
}

/** Recursive descent over the grammar of XPath 1.0. Refuses what may compute, where it stands. */
class Reader {
  alternatives = 0
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): void {
    const { type } = this.#either()
    if (this.#token.kind !== 'end') throw this.#unreadable()
    if (type !== 'nodes') throw new Refused(`gives a ${type} and not an element`)
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? END
  }

  #unreadable(): Refused {
    const { text, at } = this.#token
    return new Refused(
      `is not an XPath 1.0 expression (character ${String(at)}: ${text === '' ? 'it ends there' : JSON.stringify(text)})`,
    )
  }

  #computes(what: string, { at }: Token): Refused {
    return new Refused(`${what} (character ${String(at)}), but a selector finds an element and does not compute`)
  }

  /** Takes the next token if it is one of these. */
  #took(...texts: readonly string[]): Token | undefined {
    const token = this.#token
    if (token.kind === 'literal' || !texts.includes(token.text)) return undefined
    this.#next += 1
    return token
  }

  #take(text: string): void {
    if (!this.#took(text)) throw this.#unreadable()
  }

  #either(): Value {
    let value = this.#both()
    while (this.#took('or')) {
      this.alternatives += 1
      this.#both()
      value = CONDITION
    }
    return value
  }

  #both(): Value {
    let value = this.#compared()
    while (this.#took('and')) {
      this.#compared()
      value = CONDITION
    }
    return value
  }

  /** `=` binds less than `<`, which makes no difference to what may be compared. */
  #compared(): Value {
    let value = this.#sum()
    for (let sign = this.#took(...COMPARISONS); sign; sign = this.#took(...COMPARISONS)) {
      const other = this.#sum()
      const isPlace = value.place !== undefined && other.place !== undefined
      if (!value.isWritten && !other.isWritten && !isPlace)
        throw this.#computes('compares two values that the page gives', sign)
      if (sign.text === '!=') this.alternatives += 1
      value = { type: 'condition', isWritten: value.isWritten && other.isWritten }
    }
    return value
  }

  /** The only sum is the place of an element, counted from the last. */
  #sum(): Value {
    const minus = this.#took('-')
    if (minus) throw this.#computes('uses "-"', minus)
    const value = this.#union()
    for (let sign = this.#took(...ARITHMETIC); sign; sign = this.#took(...ARITHMETIC)) {
      const isFromLast = sign.text === '-' && value.place === 'last' && this.#token.kind === 'number'
      if (!isFromLast) throw this.#computes(`uses "${sign.text}"`, sign)
      this.#next += 1
    }
    return value
  }

  #union(): Value {
    const value = this.#path()
    while (this.#took('|')) {
      this.alternatives += 1
      if (value.type !== 'nodes' || this.#path().type !== 'nodes') throw this.#unreadable()
    }
    return value
  }

  #path(): Value {
    if (this.#took('//')) {
      this.#steps()
      return NODES
    }
    if (this.#took('/')) {
      if (this.#isStep()) this.#steps()
      return NODES
    }
    if (this.#isStep() && !this.#isCall()) {
      this.#steps()
      return NODES
    }
    const value = this.#primary()
    let isPath = false
    while (this.#token.text === '[' && this.#token.kind === 'sign') {
      this.#predicate()
      isPath = true
    }
    if (this.#took('/', '//')) {
      this.#steps()
      isPath = true
    }
    if (isPath && value.type !== 'nodes') throw this.#unreadable()
    return value
  }

  #isStep(): boolean {
    const { kind, text } = this.#token
    return kind === 'name' || (kind === 'sign' && ['*', '@', '.', '..'].includes(text))
  }

  #isCall(): boolean {
    const following = this.#tokens[this.#next + 1]
    return this.#token.kind === 'name' && following?.text === '(' && !NODE_TYPES.has(this.#token.text)
  }

  #steps(): void {
    do this.#step()
    while (this.#took('/', '//'))
  }

  #step(): void {
    if (this.#took('.', '..')) return
    if (!this.#took('@') && this.#tokens[this.#next + 1]?.text === '::') {
      this.#name()
      this.#take('::')
    }
    if (!this.#took('*')) this.#nodeTest()
    while (this.#token.text === '[' && this.#token.kind === 'sign') this.#predicate()
  }

  #name(): string {
    const { kind, text } = this.#token
    if (kind !== 'name') throw this.#unreadable()
    this.#next += 1
    return text
  }

  #nodeTest(): void {
    const name = this.#name()
    if (!NODE_TYPES.has(name) || !this.#took('(')) return
    if (name === 'processing-instruction' && this.#token.kind === 'literal') this.#next += 1
    this.#take(')')
  }

  /** A number in it is a place among the elements. */
  #predicate(): void {
    const begin = this.#token
    this.#take('[')
    const { type, isWritten, place } = this.#either()
    if (type === 'number' && !isWritten && place === undefined)
      throw this.#computes('counts the place of an element', begin)
    this.#take(']')
  }

  #primary(): Value {
    const { kind, text } = this.#token
    if (this.#isCall()) return this.#call()
    if (kind === 'literal' || kind === 'number') {
      this.#next += 1
      return { type: kind === 'literal' ? 'text' : 'number', isWritten: true }
    }
    if (text === '$') throw this.#computes('uses a variable', this.#token)
    this.#take('(')
    const value = this.#either()
    this.#take(')')
    return value
  }

  #call(): Value {
    const token = this.#token
    const type = Object.hasOwn(FUNCTIONS, token.text) ? FUNCTIONS[token.text] : undefined
    if (type === undefined) throw this.#computes(`uses ${token.text}()`, token)
    this.#next += 2
    const values: Value[] = []
    if (!this.#took(')')) {
      do values.push(this.#either())
      while (this.#took(','))
      this.#take(')')
    }
    return this.#result(token, type, values)
  }

  /** A function looks at one value of the page; whatever else it gets is written in the selector. */
  #result(token: Token, type: Value['type'], values: readonly Value[]): Value {
    if (token.text === 'not') this.alternatives += 1
    if (token.text === 'position' || token.text === 'last') return { type, isWritten: false, place: token.text }
    // Of a text that is written, a value of the page could be looked up in it.
    const others = token.text === 'concat' ? values.filter(({ isWritten }) => !isWritten).slice(1) : values.slice(1)
    const looksUp = token.text === 'id' || token.text === 'lang'
    if ((looksUp ? values : others).some(({ isWritten }) => !isWritten))
      throw this.#computes(`gives ${token.text}() a value of the page to look for`, token)
    // Without an argument, most functions look at the element.
    const isOfElement = values.length === 0 && token.text !== 'true' && token.text !== 'false'
    return { type, isWritten: type !== 'nodes' && !isOfElement && values.every(({ isWritten }) => isWritten) }
  }
}
