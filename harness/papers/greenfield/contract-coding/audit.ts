/** The auditor: compares files with their contract, without a model. */
import type { ContractClass, ContractFile, ContractFunction, ContractVariable } from '../../../contracts/schema.ts'
import type { TextFile } from '../../../contracts/types.ts'
import type {
  Outline,
  OutlinedClass,
  OutlinedFunction,
  OutlinedParameter,
} from '../../../lib/syntax/outline/declarations.ts'
import { outlines } from '../../../agents/framework/outlines/outlines.ts'
import { signatureText } from './contract-text.ts'

/** A difference between a file and its contract, as one sentence that begins with its kind. */
export type Problem = string

/** To compare versions of a file: what cannot be parsed is worse than anything that is missing in it. */
export function weightOf(problems: readonly Problem[]): number {
  const isUnknown = problems.some((problem) => /^(?:missing-file|unreadable|syntax-error):/.test(problem))
  return problems.length + (isUnknown ? MOST_PROBLEMS : 0)
}

const MOST_PROBLEMS = 20
/** Characters: names in code may be of any length. */
const LONGEST_PROBLEM = 600
/** Files that are empty on purpose. */
const EMPTY = /(?:^|\/)(?:__init__\.py|py\.typed|\.gitkeep|\.nojekyll)$/
const ANNOUNCEMENT = /^\s*(?:(?:#|\/\/|\/\*|<!--|--)\s*)?(?:TODO|FIXME|placeholder|your code (?:goes )?here)\b[^\n]*$/i

/** @returns the problems of each file of the contract that was to be written, in the order of the contract */
export async function auditFiles(
  api: readonly ContractFile[],
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const reads = await Promise.all(
    [...files].map(async ([path, content]) => [path, await outlines.of({ path, content })] as const),
  )
  const read = new Map(reads)
  const classes = reads.flatMap(([, { outline }]) => outline?.classes ?? [])
  const problems = api.map((file): [string, readonly Problem[]] => {
    const content = files.get(file.path)
    if (content === undefined) return [file.path, ['missing-file: the file was not written']]
    const { outline, problem } = read.get(file.path) ?? {}
    if (problem !== undefined) return [file.path, [`unreadable: ${problem}`]]
    const found = outline ? codeProblems(file, outline, classes) : []
    const all = [...textProblems({ path: file.path, content }, file), ...found].slice(0, MOST_PROBLEMS)
    return [file.path, all.map((each) => each.slice(0, LONGEST_PROBLEM))]
  })
  return new Map(problems)
}

function textProblems({ path, content }: TextFile, { classes, functions, globals }: ContractFile): Problem[] {
  if (content.trim() === '') {
    const isPromised = classes.length + functions.length + globals.length > 0
    return EMPTY.test(path) && !isPromised ? [] : ['placeholder: the file is empty']
  }
  return ANNOUNCEMENT.test(content.trim()) ? ['placeholder: the file is only a remark'] : []
}

function codeProblems(file: ContractFile, outline: Outline, all: readonly OutlinedClass[]): Problem[] {
  const { error } = outline
  // The declarations of a file are not known if it cannot be parsed.
  if (error) return [`syntax-error: line ${String(error.line)}${error.near === '' ? '' : ` near ${error.near}`}`]
  return [
    ...placeholders(outline),
    ...file.globals.flatMap((each) => variableProblems(each, outline)),
    ...file.classes.flatMap((each) => classProblems(each, outline, all)),
    ...file.functions.flatMap((each) => functionProblems(each, outline)),
  ]
}

function placeholders({ classes, functions }: Outline): Problem[] {
  const methods = classes.flatMap(({ name, methods: own }) =>
    own.map((method) => ({ ...method, name: `${name}.${method.name}` })),
  )
  return [...methods, ...functions].flatMap(({ name, line, placeholder }) =>
    placeholder === undefined ? [] : [`placeholder: ${name} in line ${String(line)}: ${placeholder}`],
  )
}

function variableProblems({ name }: ContractVariable, { names, classes, functions }: Outline): Problem[] {
  const isThere = names.includes(name) || [...classes, ...functions].some((each) => each.name === name)
  return isThere ? [] : [`missing-variable: ${name}`]
}

function functionProblems(expected: ContractFunction, outline: Outline): Problem[] {
  const found = outline.functions.findLast(({ name }) => name === expected.name)
  if (found) return signatureProblems(expected, found, expected.name)
  const isOther = outline.names.includes(expected.name) || outline.classes.some(({ name }) => name === expected.name)
  return isOther ? [] : [`missing-function: ${expected.name}`]
}

function classProblems(expected: ContractClass, outline: Outline, all: readonly OutlinedClass[]): Problem[] {
  const found = outline.classes.findLast(({ name }) => name === expected.name)
  if (!found) return outline.names.includes(expected.name) ? [] : [`missing-class: ${expected.name}`]
  return expected.methods.flatMap((method) => methodProblems(method, found, all))
}

function methodProblems(expected: ContractFunction, own: OutlinedClass, all: readonly OutlinedClass[]): Problem[] {
  const name = `${own.name}.${expected.name}`
  const found = own.methods.findLast((method) => method.name === expected.name)
  if (found) return signatureProblems(expected, found, name)
  if (own.attributes.includes(expected.name) || isInherited(expected.name, own, all)) return []
  return [`missing-method: ${name}`]
}

/** Whether a class of the project from which this one inherits has the method. */
function isInherited(method: string, own: OutlinedClass, all: readonly OutlinedClass[]): boolean {
  const open = [own]
  const seen = new Set<OutlinedClass>()
  for (let each = open.pop(); each; each = open.pop()) {
    if (seen.has(each)) continue
    seen.add(each)
    if (each !== own && each.methods.some(({ name }) => name === method)) return true
    const bases = each.bases.map((base) => base.split('.').at(-1) ?? '')
    open.push(...all.filter(({ name }) => bases.includes(name)))
  }
  return false
}

// ---- signatures ----------------------------------------------------------------------------------------------------

/** Differences between a function of the contract and the function in the code, one sentence each. */
function signatureProblems(expected: ContractFunction, found: OutlinedFunction, name: string): string[] {
  return [...parameterProblems(expected, found, name), ...resultProblems(expected, found, name)]
}

function parameterProblems(expected: ContractFunction, { parameters, line }: OutlinedFunction, name: string): string[] {
  const wanted = expected.parameters.map((each) => ({ ...each, name: each.name.replace(/^[*.]+/, '') }))
  const contract = `the contract says ${signatureText(expected)}`
  const code = `line ${String(line)} has (${parameters.map(parameterText).join(', ')})`
  const differs = wanted.some(({ name: own }, index) => !isNamed(parameters[index], own))
  const needed = parameters.slice(wanted.length).some(({ optional }) => !optional)
  if (differs || needed) return [`parameters: ${name}: ${contract}, ${code}`]
  return wanted.flatMap((each, index) => {
    const type = parameters[index]?.type
    return type === undefined || areAlike(each.type, type)
      ? []
      : [`parameters: ${name}: ${each.name} is ${type} in the code and ${each.type} in the contract`]
  })
}

/** A pattern such as `{ a, b }` has no name and fits any. */
function isNamed(found: OutlinedParameter | undefined, name: string): boolean {
  return found !== undefined && (found.name === '' || found.name === name)
}

function parameterText({ name, type, rest }: OutlinedParameter): string {
  return `${rest ? '…' : ''}${name === '' ? '{…}' : name}${type === undefined ? '' : `: ${type}`}`
}

function resultProblems(expected: ContractFunction, found: OutlinedFunction, name: string): string[] {
  if (expected.returns === '' || found.placeholder !== undefined) return []
  if (found.returns !== undefined && !areAlike(expected.returns, found.returns))
    return [`returns: ${name}: the code says ${found.returns}, the contract ${expected.returns}`]
  const value = expectsValue(expected.returns)
  if (value === true && found.returning === 'nothing')
    return [`returns: ${name}: the contract says ${expected.returns}, and the code returns nothing`]
  if (value === false && found.returning === 'value' && found.returns === undefined)
    return [`returns: ${name}: the contract says ${expected.returns}, and the code returns a value`]
  return []
}

// ---- types alike ---------------------------------------------------------------------------------------------------

/** Compares types as they are written in a contract and in code. */

const ALIASES: Readonly<Record<string, string>> = {
  ...{ string: 'str', text: 'str', integer: 'int', boolean: 'bool', void: 'none', undefined: 'none', null: 'none' },
  ...{ nonetype: 'none', array: 'list', object: 'dict', record: 'dict', map: 'dict', double: 'float' },
}
const ANYTHING: readonly string[] = ['', 'any', 'unknown', 'object', 'dict']
/** Characters; a longer type is not compared. */
const LONGEST = 200

/** Whether two types may mean the same. Arguments of generic types are compared only if both are given. */
export function areAlike(one: string, other: string): boolean {
  if (one.length > LONGEST || other.length > LONGEST) return true
  const [first, second] = [membersOf(one), membersOf(other)]
  if ([...first, ...second].some((each) => ANYTHING.includes(each))) return true
  const fits = (types: readonly string[], others: readonly string[]) =>
    types.every((type) => others.some((each) => isLike(type, each)))
  return fits(first, second) && fits(second, first)
}

/** Whether a function with this result returns a value. Undefined if the type does not say. */
export function expectsValue(written: string): boolean | undefined {
  const members = membersOf(written)
  if (members.every((each) => each === 'none' || each === 'noreturn' || each === 'never')) return false
  return members.some((each) => each === 'none' || ANYTHING.includes(each)) ? undefined : true
}

function isLike(one: string, other: string): boolean {
  if (one === other) return true
  const [name, inner] = parted(one)
  const [otherName, otherInner] = parted(other)
  return name === otherName && (inner === '' || otherInner === '')
}

function parted(type: string): readonly [string, string] {
  const at = type.search(/[[<]/)
  return at < 0 ? [type, ''] : [type.slice(0, at), type.slice(at)]
}

/** The members of a union, in one notation: `Optional[List[int]]` and `list[int] | None` have the same. */
function membersOf(written: string): string[] {
  const plain = written
    .replaceAll(/["'`\s]/g, '')
    .replaceAll(/\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])/g, '')
    .replaceAll('<', '[')
    .replaceAll('>', ']')
    .toLowerCase()
  const [, promised] = /^(?:promise|awaitable|coroutine)\[(.*)\]$/.exec(plain) ?? []
  const type = promised ?? plain
  const [, optional] = /^optional\[(.*)\]$/.exec(type) ?? []
  if (optional !== undefined) return [...membersOf(optional), 'none']
  const [, union] = /^union\[(.*)\]$/.exec(type) ?? []
  const [, array] = /^(\w+)\[\]$/.exec(type) ?? []
  if (array !== undefined) return [`list[${aliased(array)}]`]
  return splitOutside(union ?? type, union === undefined ? '|' : ',').map(aliased)
}

function aliased(type: string): string {
  return type.replaceAll(/[a-z_]\w*/g, (word) => (Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? word) : word))
}

function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if ('[({'.includes(character)) depth += 1
    if ('])}'.includes(character)) depth -= 1
    if (character === separator && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + character)
  }
  return parts
}
