/** Reads the entries of sections of a contract generously: models write them in several ways. */
import { readPath } from './paths.ts'
import { isRecord, type Fields } from './record.ts'
import type { ContractFunction } from '../../contracts/schema.ts'

const LONGEST_TEXT = 4000
const LONGEST_NAME = 300
const MOST = 300

/** A text, or a list of texts as lines. */
export function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : value
  return typeof text === 'string' ? text.trim().slice(0, LONGEST_TEXT) : ''
}

/** The first of these fields that is a text. */
export function textIn(value: Fields, names: readonly string[]): string {
  return names.map((name) => textOf(value[name])).find((text) => text !== '') ?? ''
}

/** The entries of a list, of a single entry, or of an object by name, whose name becomes a field of the entry. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return [value]
  if (!isRecord(value)) return []
  if (Object.hasOwn(value, name) || Object.hasOwn(value, 'file') || Object.hasOwn(value, 'name')) return [value]
  return Object.entries(value).map(([key, entry]) =>
    isRecord(entry) ? { [name]: key, ...entry } : { [name]: key, description: entry },
  )
}

/** Undefined for the path of a folder and for a path that leads out of the project. */
export function pathOf(written: string): string | undefined {
  if (written.trim().endsWith('/')) return undefined
  const read = readPath(written)
  return 'path' in read && read.path.length <= 1000 && !/^node_modules(?:\/|$)/i.test(read.path) ? read.path : undefined
}

const NAMES = ['name', 'title', 'story', 'constraint', 'id', 'key']
const TEXTS = ['description', 'text', 'criteria', 'acceptance', 'acceptance_criteria', 'value', 'content', 'details']

/** Stories, constraints and knowledge: names with descriptions. A text without a name is its own name. */
export function itemsOf(content: unknown): unknown[] {
  return listOf(content, 'name').flatMap((each) => {
    if (typeof each === 'string') return itemOf(each, '')
    return isRecord(each) ? itemOf(textIn(each, NAMES) || textIn(each, TEXTS), textIn(each, TEXTS)) : []
  })
}

function itemOf(name: string, description: string): unknown[] {
  const short = name.slice(0, LONGEST_NAME)
  if (short === '') return []
  return [{ name: short, description: description === name && short === name ? '' : description || restOf(name) }]
}

function restOf(name: string): string {
  return name.length > LONGEST_NAME ? name : ''
}

const NEEDS = ['needs', 'imports', 'depends_on', 'dependsOn', 'dependencies', 'to', 'requires']

/** `{file, needs}`, an object of file → needs, or "a.py -> b.py". Files are resolved later. */
export function dependenciesOf(content: unknown): unknown[] {
  const pairs = isRecord(content) && !Object.hasOwn(content, 'file') && !Object.hasOwn(content, 'from')
  const list = pairs ? Object.entries(content).map(([file, needs]) => ({ file, needs })) : listOf(content, 'file')
  return list.flatMap((each) => {
    if (typeof each === 'string') return fromArrow(each)
    if (!isRecord(each)) return []
    const file = pathOf(textIn(each, ['file', 'from', 'path', 'name', 'source']))
    const given = NEEDS.map((name) => each[name]).find((value) => value !== undefined)
    const needs = (Array.isArray(given) ? given : [given]).flatMap((need) => pathOf(textOf(need)) ?? [])
    return file === undefined ? [] : [{ file, needs: [...new Set(needs)].slice(0, 200) }]
  })
}

function fromArrow(text: string): unknown[] {
  const [file, ...needs] = text.split(/\s*(?:-+>|→)\s*/).map(pathOf)
  const known = needs.filter((need) => need !== undefined)
  return file === undefined || known.length === 0 ? [] : [{ file, needs: known }]
}

/** The interface of a file. */
export function fileOf(value: unknown): unknown[] {
  if (!isRecord(value)) return []
  const path = pathOf(textIn(value, ['path', 'file', 'name']))
  if (path === undefined) return []
  return [
    {
      path,
      description: textIn(value, ['description', 'purpose', 'details']),
      owner: textIn(value, ['owner', 'role']).slice(0, LONGEST_NAME),
      globals: [...fieldList(value, ['globals', 'variables', 'constants'])].flatMap(variableOf).slice(0, MOST),
      classes: [...fieldList(value, ['classes'])].flatMap(classOf).slice(0, MOST),
      functions: [...fieldList(value, ['functions'])].flatMap(functionOf).slice(0, MOST),
    },
  ]
}

function fieldList(value: Fields, names: readonly string[]): readonly unknown[] {
  const found = names.map((name) => value[name]).find((each) => each !== undefined)
  return listOf(found, 'name')
}

function classOf(value: unknown): unknown[] {
  const fields: Fields = isRecord(value) ? value : { name: textOf(value) }
  const [, name, inBrackets] = /^(?:class\s+)?([\w$]+)\s*(?:\(([^)]*)\))?/.exec(textOf(fields['name'])) ?? []
  if (name === undefined) return []
  const written = fields['bases'] ?? fields['base'] ?? fields['extends'] ?? inBrackets?.split(',')
  const bases = (Array.isArray(written) ? written : [written]).map(textOf).filter((base) => base !== '')
  return [
    {
      name: name.slice(0, LONGEST_NAME),
      description: textIn(fields, ['description', 'docstring']),
      bases: bases.map((base) => base.slice(0, LONGEST_NAME)).slice(0, 20),
      attributes: fieldList(fields, ['attributes', 'fields', 'properties']).flatMap(variableOf).slice(0, MOST),
      methods: fieldList(fields, ['methods', 'functions']).flatMap(functionOf).slice(0, MOST),
    },
  ]
}

function variableOf(value: unknown): unknown[] {
  const written = isRecord(value) ? textOf(value['name']) : textOf(value)
  const [, name, type = ''] = /^([\w$]+)\s*(?::\s*([^=\n]+))?/.exec(written) ?? []
  if (name === undefined) return []
  const fields = isRecord(value) ? value : {}
  const own = textOf(fields['type'])
  return [
    {
      name: name.slice(0, LONGEST_NAME),
      type: (own === '' ? type.trim() : own).slice(0, LONGEST_NAME),
      description: textIn(fields, ['description', 'value']),
    },
  ]
}

function functionOf(value: unknown): unknown[] {
  const fields: Fields = isRecord(value) ? value : { signature: textOf(value) }
  const signature = readSignature(textIn(fields, ['signature', 'name']))
  if (!signature) return []
  const parameters = fields['parameters'] ?? fields['params'] ?? fields['arguments']
  const returns = fields['returns'] ?? fields['return'] ?? fields['return_type']
  const type = isRecord(returns) ? returns['type'] : returns
  return [
    {
      name: signature.name,
      description: textIn(fields, ['description', 'docstring', 'details']),
      parameters: parameters === undefined ? signature.parameters : readParameters(parameters),
      returns: (typeof type === 'string' ? type : signature.returns).slice(0, LONGEST_NAME),
    },
  ]
}

// ---- signature -----------------------------------------------------------------------------------------------------

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
function readParameters(value: unknown): Parameter[] {
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
