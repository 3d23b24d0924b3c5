import type { ContractFunction } from '../../contracts/schema.ts'
import { isRecord } from './record.ts'

type Signature = Omit<ContractFunction, 'description'>
type Parameter = ContractFunction['parameters'][number]

const LONGEST = 2000
const MOST_PARAMETERS = 100
const LONGEST_TYPE = 300
const NAME = /^[*.]*[A-Za-z_$][\w$]*$/
const RECEIVERS: readonly string[] = ['self', 'cls', 'this']

/** Reads `name(a: int, b = 1) -> str`, with or without `def`, `function` and the like. Undefined if it is something else. */
export function readSignature(written: string): Signature | undefined {
  const text = written.trim().slice(0, LONGEST).replace(/^`|`$/g, '')
  const head = /^(?:(?:export|default|public|private|static|async|def|function)\s+|\*\s*)*(#?[\w$]+)\s*(?:\(|$)/.exec(
    text,
  )
  const name = head?.[1]
  if (head === null || name === undefined) return undefined
  if (!head[0].endsWith('(')) return { name, parameters: [], returns: '' }
  const [inner, after] = insideBrackets(text.slice(head[0].length))
  const returns = /^\s*(?:->|=>|:)\s*([^:=][^\n]*?)\s*[:{]?\s*$/.exec(after)?.[1] ?? ''
  return { name, parameters: readParameters(inner), returns: returns.slice(0, LONGEST_TYPE) }
}

/** The text up to the closing bracket, and the text after it. */
function insideBrackets(text: string): readonly [string, string] {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if ('([{'.includes(character)) depth += 1
    if (!')]}'.includes(character)) continue
    if (depth === 0) return [text.slice(0, index), text.slice(index + 1)]
    depth -= 1
  }
  return [text, '']
}

/** A list of parameters as texts or objects, or as one text. `self` is left out. */
export function readParameters(value: unknown): Parameter[] {
  const list = typeof value === 'string' ? splitAtCommas(value) : Array.isArray(value) ? value : entriesOf(value)
  const read = list.slice(0, MOST_PARAMETERS + 1).flatMap(parameterOf)
  const [first, ...rest] = read
  return (first && RECEIVERS.includes(first.name) ? rest : read).slice(0, MOST_PARAMETERS)
}

/** `{ "a": "int" }` as `["a: int"]`. */
function entriesOf(value: unknown): string[] {
  if (!isRecord(value)) return []
  return Object.entries(value).map(([name, type]) => (typeof type === 'string' ? `${name}: ${type}` : name))
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let begin = 0
  for (let index = 0; index <= text.length; index += 1) {
    const character = text.charAt(index)
    if ('([{'.includes(character) && character !== '') depth += 1
    if (')]}'.includes(character) && character !== '') depth -= 1
    if (index < text.length && (character !== ',' || depth > 0)) continue
    parts.push(text.slice(begin, index))
    begin = index + 1
  }
  return parts
}

function parameterOf(value: unknown): Parameter[] {
  if (isRecord(value)) return fromFields(value)
  if (typeof value !== 'string') return []
  const text = value.slice(0, LONGEST)
  const [declared = '', ...defaults] = text.split(/=(?!>)/)
  const colon = declared.indexOf(':')
  const written = (colon < 0 ? declared : declared.slice(0, colon)).trim()
  const name = written.replace(/\?$/, '')
  const type = colon < 0 ? '' : declared.slice(colon + 1).trim()
  return named(name, type, defaults.length > 0 || written.endsWith('?'))
}

function fromFields(value: Readonly<Record<string, unknown>>): Parameter[] {
  const { name, type } = value
  if (typeof name !== 'string') return []
  const [read] = parameterOf(name)
  if (!read) return []
  const optional = value['optional'] === true || value['required'] === false || Object.hasOwn(value, 'default')
  return named(read.name, typeof type === 'string' ? type : read.type, optional || read.optional)
}

function named(name: string, type: string, optional: boolean): Parameter[] {
  if (!NAME.test(name) || name.length > LONGEST_TYPE) return []
  return [{ name, type: type.slice(0, LONGEST_TYPE), optional: optional || /^[*.]/.test(name) }]
}
