import type { Work, WorkFile } from '../../contracts/types.ts'
import type { Parsers } from '../../lib/syntax/parse.ts'
import { contractOf, declaredBy, type Contract, type DeclaredFile } from './contract.ts'
import { normalisePath } from './files.ts'
import { graphOf, type Graphed } from './project.ts'
import { isText, textOf } from '../texts.ts'

/** Reads each project once for all measures. */
export class Graphs {
  readonly #parsers: Parsers
  readonly #graphs = new WeakMap<Work, Promise<Graphed>>()

  constructor(parsers: Parsers) {
    this.#parsers = parsers
  }

  of(produced: Work, canonical: Work): Promise<Graphed> {
    const known = this.#graphs.get(produced)
    if (known) return known
    const graph = graphOf(
      { files: produced.code ?? [], launch: produced.launch, promised: promisedBy(produced, canonical) },
      this.#parsers,
    )
    this.#graphs.set(produced, graph)
    return graph
  }
}

/** Paths that the project should have, by the reference and by its own contract. */
function promisedBy(produced: Work, { code = [] }: Work): ReadonlySet<string> {
  const declared = contractIn(produced)?.map(({ path }) => path) ?? []
  return new Set([...code.map(({ path }) => normalisePath(path)), ...declared])
}

/** The contract or the plan that the agent reported, or else the contract that it wrote into the project. */
export function contractIn({ architecture, contract, code }: Work): Contract | undefined {
  if (contract) return declaredBy(contract)
  if (architecture) return contractOf(architecture)
  return code && contractDocument(code)
}

// ---- contract document ---------------------------------------------------------------------------------------------

// The contract that an agent wrote into its project, as Contract-Coding keeps it: a document of Markdown with the symbols of each file.

/** Files that hold a contract, the most important one first. */
const NAMES = ['contract.md', 'document.md'] as const
/** Characters of a line that are read. */
const LONGEST_LINE = 500

interface Growing extends DeclaredFile {
  readonly classes: { readonly name: string; readonly methods: string[] }[]
  readonly functions: string[]
}

/** The contract in the uppermost folder of a project; undefined if there is none that declares a file. */
export function contractDocument(files: readonly WorkFile[]): Contract | undefined {
  const file = NAMES.flatMap((name) => files.filter(({ path }) => normalisePath(path).toLowerCase() === name))[0]
  const text = file && textOf(file)
  const contract = text && isText(text) ? readContract(text.text) : []
  return contract.length === 0 ? undefined : contract
}

/**
 * Reads a list of files with their classes, methods and functions, in either of the published notations: a line names a file
 * (`File: path` or `Path: path`), and the items below a title (`Classes`, `Methods`, `Functions`) are symbols.
 */
export function readContract(text: string): Contract {
  const reader = new Reader()
  for (const line of text.split('\n')) reader.read(line.slice(0, LONGEST_LINE))
  return reader.files
}

type Mode = 'classes' | 'methods' | 'functions' | 'other'

const TITLES: Readonly<Record<string, Mode>> = {
  ...{ class: 'classes', classes: 'classes', method: 'methods', methods: 'methods' },
  ...{ function: 'functions', functions: 'functions', attributes: 'other', constants: 'other', variables: 'other' },
}

class Reader {
  readonly #files = new Map<string, Growing>()
  #file: Growing | undefined
  #class: Growing['classes'][number] | undefined
  /** Spaces before the item of the class: an item as far to the left is the next class. */
  #indent = 0
  #mode: Mode = 'other'

  get files(): Contract {
    return [...this.#files.values()]
  }

  read(line: string): void {
    const words = line.replaceAll(/[*_]{2}/g, '').replace(/^[\s>*+#-]+/, '')
    const code = /`([^`]+)`/.exec(words)?.[1]?.trim()
    const label = /^([A-Za-z]+)\s*:?\s*(?=$|`|:)/.exec(words)?.[1]?.toLowerCase()
    const indent = line.length - line.trimStart().length
    if (line.startsWith('#') && code === undefined) this.#begin(words.trim())
    else if ((label === 'file' || label === 'path') && code !== undefined) this.#begin(code)
    else if (label !== undefined && Object.hasOwn(TITLES, label)) this.#title(TITLES[label] ?? 'other', code, indent)
    else if (code !== undefined && words.startsWith('`')) this.#symbol(code, indent)
  }

  /** Another title ends the file before it. */
  #begin(title: string): void {
    const path = normalisePath(title)
    const isPath = /^[\w@./-]+\.[A-Za-z]\w*$/.test(title)
    this.#file = isPath ? (this.#files.get(path) ?? { path, classes: [], functions: [] }) : undefined
    if (this.#file) this.#files.set(path, this.#file)
    this.#class = undefined
    this.#mode = 'other'
  }

  #title(mode: Mode, code: string | undefined, indent: number): void {
    this.#mode = mode
    if (mode === 'functions') this.#class = undefined
    if (code !== undefined) this.#symbol(code, indent)
  }

  #symbol(code: string, indent: number): void {
    const name = /^(?:class |async |def |function |static )*([A-Za-z_$][\w$]*)/.exec(code)?.[1]
    if (!this.#file || name === undefined) return
    if (this.#class && indent <= this.#indent) this.#mode = 'classes'
    if (this.#mode === 'classes') this.#open(name, indent)
    else if (this.#mode === 'methods') add(this.#class?.methods, name)
    else if (this.#mode === 'functions') add(this.#file.functions, name)
  }

  #open(name: string, indent: number): void {
    const { classes = [] } = this.#file ?? {}
    this.#class = classes.find((each) => each.name === name) ?? { name, methods: [] }
    if (!classes.includes(this.#class)) classes.push(this.#class)
    this.#indent = indent
  }
}

function add(names: string[] | undefined, name: string): void {
  if (names && !names.includes(name)) names.push(name)
}
