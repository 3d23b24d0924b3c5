/** The auditor: compares files with their contract, without a model. */
import type { ContractClass, ContractFile, ContractFunction, ContractVariable } from '../../../contracts/schema.ts'
import type { TextFile } from '../../../contracts/types.ts'
import type { Outline, OutlinedClass } from '../../../lib/syntax/outline/declarations.ts'
import { outlines } from '../../../agents/framework/outlines/outlines.ts'
import { signatureProblems } from './signatures.ts'

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
export async function audited(
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
