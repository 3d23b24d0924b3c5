/** Describes a locator in words: a message says `button named "Save"` instead of the code of the locator. */
import { ENGINE } from '../stillness/inside.ts'
import { asWritten } from '../../../lib/browser/standard-selectors.ts'
import { rowsQuestion } from './rows.ts'

export interface Thing {
  /** Singular, such as `button named "Save"`. */
  readonly noun: string
  /** Such as `buttons named "Save"`. */
  readonly plural: string
  /** `first `, `last `, `3rd ` or empty. */
  readonly ordinal: string
}

/** Longer descriptions are cut. */
const LONGEST = 200

/** @param code A locator as the library writes it, such as `getByRole('button', { name: 'Save' })` */
export function thingOf(code: string): Thing {
  const steps = stepsOf(code)
  const words = steps === undefined ? undefined : wordsOf(steps)
  const { head, qualifiers, ordinal } = words ?? { head: 'element', qualifiers: ` of ${code}`, ordinal: '' }
  return { noun: cut(head + qualifiers), plural: cut(pluralOf(head) + qualifiers), ordinal }
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}

function pluralOf(head: string): string {
  if (/(s|x|ch|sh)$/.test(head)) return `${head}es`
  return /[^aeiou]y$/.test(head) ? head.replace(/y$/, 'ies') : `${head}s`
}

/** One call of a chain. */
interface Step {
  readonly name: string
  readonly args: readonly string[]
}

/** The parts of a code between separators that lie in no string, pattern or bracket; undefined if it is not well formed. */
function split(code: string, separator: '.' | ','): string[] | undefined {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < code.length; at += 1) {
    const character = code.charAt(at)
    const literal = literalAt(code, at)
    if (literal !== undefined) {
      if (literal === 0) return undefined
      at += literal - 1
    } else if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
    else if (character === separator && depth === 0) {
      parts.push(code.slice(from, at).trim())
      from = at + 1
    }
    if (depth < 0) return undefined
  }
  parts.push(code.slice(from).trim())
  return depth === 0 ? parts.filter((part) => part !== '') : undefined
}

const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/sy
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** The length of the string or pattern that begins at a place; 0 if it does not end, undefined if none begins there. */
function literalAt(code: string, at: number): number | undefined {
  const character = code.charAt(at)
  const literal = character === '/' ? PATTERN : `'"\``.includes(character) ? STRING : undefined
  if (literal === undefined) return undefined
  literal.lastIndex = at
  return literal.exec(code)?.[0].length ?? 0
}

function stepsOf(code: string): Step[] | undefined {
  const steps = split(code, '.')?.map((part) => {
    const [, name, inner] = /^(\w+)\((.*)\)$/s.exec(part) ?? []
    const args = inner === undefined ? undefined : split(inner, ',')
    return name === undefined || args === undefined ? undefined : { name, args }
  })
  return steps?.every((step) => step !== undefined) === true ? steps : undefined
}

/** A string or a pattern as a message shows it. */
function value(literal: string | undefined): string | undefined {
  if (literal === undefined) return undefined
  if (literal.startsWith('/')) return literal
  const text = textOf(literal)
  return text === undefined ? undefined : JSON.stringify(text)
}

function textOf(literal: string | undefined): string | undefined {
  const [, inner] = /^['"`](.*)['"`]$/s.exec(literal ?? '') ?? []
  return inner?.replace(/\\n/g, '\n').replace(/\\(.)/gs, '$1')
}

/** The properties of `{ name: 'Save', exact: true }`. */
function optionsOf(literal: string | undefined): Readonly<Record<string, string>> | undefined {
  if (literal === undefined) return {}
  const [, inner] = /^\{(.*)\}$/s.exec(literal) ?? []
  const entries = inner === undefined ? undefined : split(inner, ',')
  const pairs = (entries ?? []).flatMap((entry) => {
    const [, key, literal] = /^(\w+): (.*)$/s.exec(entry) ?? []
    return key === undefined || literal === undefined ? [] : [[key, literal] as const]
  })
  return entries === undefined || pairs.length < entries.length ? undefined : Object.fromEntries(pairs)
}

interface Words {
  readonly head: string
  /** The words after the noun, with a space before them. */
  readonly qualifiers: string
  readonly ordinal: string
}

/** Calls that find something; undefined if there are no words for their arguments. */
const FINDERS: Readonly<Record<string, (args: readonly string[]) => Words | undefined>> = {
  locator: ([selector]) => selected(textOf(selector)),
  getByRole: ([role, options]) => byRole(textOf(role), optionsOf(options)),
  getByText: by(
    'element',
    (text) => `with the text ${text}`,
    (pattern) => `with a text that matches ${pattern}`,
  ),
  getByLabel: by(
    'field',
    (text) => `labelled ${text}`,
    (pattern) => `whose label matches ${pattern}`,
  ),
  getByPlaceholder: by(
    'field',
    (text) => `with the placeholder ${text}`,
    (pattern) => `whose placeholder matches ${pattern}`,
  ),
  getByTitle: by(
    'element',
    (text) => `with the title ${text}`,
    (pattern) => `whose title matches ${pattern}`,
  ),
  getByAltText: by(
    'image',
    (text) => `described as ${text}`,
    (pattern) => `whose description matches ${pattern}`,
  ),
  getByTestId: by(
    'element',
    (text) => `with the test id ${text}`,
    (pattern) => `whose test id matches ${pattern}`,
  ),
}

function by(head: string, text: (shown: string) => string, pattern: (shown: string) => string) {
  return ([literal, options]: readonly string[]): Words | undefined => {
    const shown = value(literal)
    const known = optionsOf(options)
    if (shown === undefined || known === undefined) return undefined
    const exact = known['exact'] === 'true' ? ' exactly' : ''
    const qualifier = shown.startsWith('/') ? pattern(shown) : text(shown)
    return { head, qualifiers: ` ${qualifier}${exact}`, ordinal: '' }
  }
}

function byRole(role: string | undefined, options: Readonly<Record<string, string>> | undefined): Words | undefined {
  if (role === undefined || options === undefined) return undefined
  const { name, exact, level, ...others } = options
  const shown = name === undefined ? undefined : value(name)
  const named = shown === undefined ? '' : shown.startsWith('/') ? ` whose name matches ${shown}` : ` named ${shown}`
  const rest = Object.entries(others).map(([key, setting]) => ` with ${key} ${setting}`)
  const qualifiers = [
    named,
    exact === 'true' ? ' exactly' : '',
    level === undefined ? '' : ` of level ${level}`,
    ...rest,
  ]
  return { head: role, qualifiers: qualifiers.join(''), ordinal: '' }
}

function selected(selector: string | undefined): Words | undefined {
  if (selector === undefined) return undefined
  if (selector === '..') return { head: 'parent', qualifiers: '', ordinal: '' }
  if (selector.startsWith(`${ENGINE}=`)) return row(selector.slice(ENGINE.length + 1))
  const css = asWritten(selector).replace(/^(?:css|xpath)=/, '')
  const [, id] = /^\[id="([\w:.-]+)"\]$/.exec(css) ?? []
  return { head: 'element', qualifiers: ` ${JSON.stringify(id === undefined ? css : `#${id}`)}`, ordinal: '' }
}

function row(question: string): Words | undefined {
  const asked = rowsQuestion(question)
  if (asked === undefined) return undefined
  const texts = asked.texts.map((text) => JSON.stringify(text)).join(' and ')
  const control = asked.name === undefined ? '' : ` and a control named /${asked.name.source}/${asked.name.flags}`
  return { head: 'row', qualifiers: ` with ${texts}${control}`, ordinal: '' }
}

/** Elements that are the whole page. */
const WHOLE = /^element "(?:body|html|:root)"$/

function wordsOf(steps: readonly Step[]): Words | undefined {
  let words: Words | undefined
  for (const { name, args } of steps) {
    const next = Object.hasOwn(FINDERS, name) ? found(words, FINDERS[name]?.(args)) : narrowed(words, name, args)
    if (next === undefined) return undefined
    words = next
  }
  return words
}

/** Words for an element inside another one. */
function found(place: Words | undefined, inner: Words | undefined): Words | undefined {
  if (place === undefined || inner === undefined) return inner
  const { head, qualifiers, ordinal } = place
  if (WHOLE.test(head + qualifiers)) return inner
  const preposition = inner.head === 'parent' && inner.qualifiers === '' ? 'of' : 'in'
  return { ...inner, qualifiers: `${inner.qualifiers} ${preposition} the ${ordinal}${head}${qualifiers}` }
}

function narrowed(words: Words | undefined, name: string, [arg]: readonly string[]): Words | undefined {
  if (words === undefined) return undefined
  const add = (text: string): Words => ({ ...words, qualifiers: words.qualifiers + text })
  const inner = () => (arg === undefined ? undefined : thingOf(arg).noun)
  switch (name) {
    case 'first':
    case 'last':
      return { ...words, ordinal: `${name} ` }
    case 'nth':
      return { ...words, ordinal: arg === '0' ? 'first ' : arg === '-1' ? 'last ' : `${ordinal(Number(arg) + 1)} ` }
    case 'visible':
      return { ...words, head: `visible ${words.head}` }
    case 'and':
      return add(`, if it is also ${article(inner() ?? '')}`)
    case 'or':
      return add(` or ${inner() ?? ''}`)
    case 'contentFrame':
      return { head: 'frame', qualifiers: words.qualifiers, ordinal: words.ordinal }
    case 'filter':
      return filtered(words, optionsOf(arg))
    default:
      return undefined
  }
}

function filtered(words: Words, options: Readonly<Record<string, string>> | undefined): Words | undefined {
  if (options === undefined) return undefined
  const texts = Object.entries(options).map(([key, literal]) => {
    const shown = value(literal)
    const text = shown?.startsWith('/') === true ? `a text that matches ${shown}` : `the text ${shown ?? ''}`
    if (key === 'hasText') return ` with ${text}`
    if (key === 'hasNotText') return ` without ${text}`
    if (key === 'has') return ` that contains ${article(thingOf(literal).noun)}`
    return key === 'hasNot' ? ` that contains no ${thingOf(literal).noun}` : undefined
  })
  if (texts.some((text) => text === undefined)) return undefined
  return { ...words, qualifiers: words.qualifiers + texts.join('') }
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function ordinal(number: number): string {
  const [last, tens] = [number % 10, Math.floor(number / 10) % 10]
  const ending = tens === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')
  return `${String(number)}${ending}`
}
