/**
 * A contract as a set of statements, each at its place. Edits and merges are made on statements: two edits conflict if they give
 * different statements for the same place.
 */
import {
  contractSchema,
  type Contract,
  type ContractClass,
  type ContractFile,
  type ContractFunction,
  type ContractSection,
  type ContractVariable,
} from '../../../contracts/schema.ts'

/** From the section to the statement, such as `['api', 'a.py', 'classes', 'Player', 'methods', 'move']`. */
export type Place = readonly [ContractSection, ...string[]]

/** A text, or the fields of a variable or a function. */
export type Value = string | Readonly<Record<string, unknown>>

/** In the order in which they were added, by their place as JSON. */
export type Cells = ReadonlyMap<string, Value>

export function keyOf(place: Place): string {
  return JSON.stringify(place)
}

export function placeOf(key: string): Place {
  return JSON.parse(key) as Place
}

export const ITEM_SECTIONS = ['stories', 'constraints', 'knowledge'] as const

/** The statements of a contract, in the order of its sections. */
export function cellsOf(contract: Contract): Map<string, Value> {
  const cells = new Map<string, Value>()
  const put = (value: Value, ...place: Place) => cells.set(keyOf(place), value)
  if (contract.overview !== '') put(contract.overview, 'overview')
  for (const section of ITEM_SECTIONS)
    for (const { name, description } of contract[section]) put(description, section, name)
  for (const { path, description } of contract.directory) put(description, 'directory', path)
  for (const { file, needs } of contract.dependencies) {
    put('', 'dependencies', file)
    for (const need of needs) put('', 'dependencies', file, need)
  }
  for (const file of contract.api) putFile(file, put)
  return cells
}

function putFile({ path, description, owner, globals, classes, functions }: ContractFile, put: Put): void {
  put(description, 'api', path)
  if (owner !== '') put(owner, 'api', path, 'owner')
  for (const { name, ...variable } of globals) put(variable, 'api', path, 'globals', name)
  for (const each of classes) {
    put(each.description, 'api', path, 'classes', each.name)
    for (const base of each.bases) put('', 'api', path, 'classes', each.name, 'bases', base)
    for (const { name, ...variable } of each.attributes)
      put(variable, 'api', path, 'classes', each.name, 'attributes', name)
    for (const { name, ...method } of each.methods) put(method, 'api', path, 'classes', each.name, 'methods', name)
  }
  for (const { name, ...rest } of functions) put(rest, 'api', path, 'functions', name)
}

type Put = (value: Value, ...place: Place) => void

/** The contract that consists of the statements. Statements about a file or a class that is not there are left out. */
export function contractOf(cells: Cells): Contract {
  const items: Record<(typeof ITEM_SECTIONS)[number], { name: string; description: Value }[]> = {
    ...{ stories: [], constraints: [], knowledge: [] },
  }
  const directory: { path: string; description: Value }[] = []
  const needs = new Map<string, string[]>()
  const files = new Map<string, GrowingFile>()
  for (const [key, value] of cells) {
    const [section, first = '', ...rest] = placeOf(key)
    if (section === 'directory') directory.push({ path: first, description: value })
    else if (section === 'dependencies') addTo(needs, first, rest)
    else if (section === 'api') addToFile(files, first, rest, value)
    else if (section !== 'overview') items[section].push({ name: first, description: value })
  }
  return contractSchema.parse({
    overview: cells.get(keyOf(['overview'])) ?? '',
    ...{ stories: few(items.stories), constraints: few(items.constraints), knowledge: few(items.knowledge) },
    directory: directory.slice(0, MOST_FILES),
    dependencies: [...needs].slice(0, MOST_FILES).map(([file, each]) => ({ file, needs: each.slice(0, MOST_FILES) })),
    api: [...files.values()].slice(0, MOST_FILES).map(boundedFile),
  })
}

/** Limits of the schema. Edits of many workers together can exceed them; what comes last is then left out. */
const MOST_FILES = 200
const MOST_ITEMS = 300
const MOST_BASES = 20

function few<T>(list: readonly T[]): T[] {
  return list.slice(0, MOST_ITEMS)
}

function boundedFile({ classes, globals, functions, ...file }: GrowingFile): ContractFile {
  const bounded = few([...classes.values()]).map(({ bases, attributes, methods, ...each }) => ({
    ...each,
    ...{ bases: bases.slice(0, MOST_BASES), attributes: few(attributes), methods: few(methods) },
  }))
  return { ...file, globals: few(globals), classes: bounded, functions: few(functions) }
}

interface GrowingFile extends Omit<ContractFile, 'classes'> {
  owner: string
  readonly classes: Map<string, ContractClass>
}

function addTo(needs: Map<string, string[]>, file: string, [need]: readonly string[]): void {
  const known = needs.get(file) ?? []
  needs.set(file, need === undefined ? known : [...known, need])
}

function addToFile(files: Map<string, GrowingFile>, path: string, place: readonly string[], value: Value): void {
  const [kind, name = '', part, inner = ''] = place
  if (kind === undefined) {
    const empty = { owner: '', globals: [], functions: [], classes: new Map<string, ContractClass>() }
    files.set(path, { path, description: value as string, ...empty })
    return
  }
  const file = files.get(path)
  if (!file) return
  if (kind === 'owner') file.owner = value as string
  else if (kind === 'globals') file.globals.push(variableNamed(name, value))
  else if (kind === 'functions') file.functions.push(functionNamed(name, value))
  else if (part === undefined)
    file.classes.set(name, { name, description: value as string, bases: [], attributes: [], methods: [] })
  else addToClass(file.classes.get(name), part, inner, value)
}

function addToClass(known: ContractClass | undefined, part: string, name: string, value: Value): void {
  if (part === 'bases') known?.bases.push(name)
  else if (part === 'attributes') known?.attributes.push(variableNamed(name, value))
  else known?.methods.push(functionNamed(name, value))
}

/** The fields come from `cellsOf`; the schema checks the contract as a whole. */
function functionNamed(name: string, value: Value): ContractFunction {
  return { name, ...(value as unknown as Omit<ContractFunction, 'name'>) }
}

function variableNamed(name: string, value: Value): ContractVariable {
  return { name, ...(value as unknown as Omit<ContractVariable, 'name'>) }
}
