import type { Architecture, Contract as ReportedContract, Setting } from '../../contracts/schema.ts'
import { normalisePath } from './files.ts'
import type { Share } from './measure.ts'
import type { ClassShape, Module } from './module.ts'

/** The symbols that a contract declares for a file. */
export interface DeclaredFile {
  readonly path: string
  readonly classes: readonly { readonly name: string; readonly methods: readonly string[] }[]
  readonly functions: readonly string[]
}
export type Contract = readonly DeclaredFile[]

/** The contract in an agent's plan: only names that can be symbols. */
export function contractOf({ modules }: Architecture): Contract {
  return modules.flatMap(({ files }) =>
    files.map(({ classes, ...file }) =>
      declared({ ...file, classes: classes.map(({ name, functions }) => ({ name, methods: functions })) }),
    ),
  )
}

/** The same of a contract that an agent reported. */
export function declaredBy({ api }: ReportedContract): Contract {
  return api.map(declared)
}

interface Named {
  readonly name: string
}
interface NamedInFile {
  readonly path: string
  readonly classes: readonly (Named & { readonly methods: readonly Named[] })[]
  readonly functions: readonly Named[]
}

function declared({ path, classes, functions }: NamedInFile): DeclaredFile {
  return {
    path: normalisePath(path),
    classes: classes
      .filter(({ name }) => isSymbol(name))
      .map(({ name, methods }) => ({ name, methods: symbols(methods) })),
    functions: symbols(functions),
  }
}

function symbols(all: readonly Named[]): string[] {
  return all.map(({ name }) => name).filter(isSymbol)
}

function isSymbol(name: string): boolean {
  return /^#?[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)
}

/**
 * Files, classes, methods and functions of the contract that the project has / all that the contract declares. `paper`: a method must
 * be in the body of its class. `strict`: it can also be inherited from another class of the project.
 */
export function contractShare(
  contract: Contract,
  modules: ReadonlyMap<string, Module>,
  files: ReadonlySet<string>,
  setting: Setting,
): Share {
  const classes = setting === 'strict' ? classesByName(modules) : new Map<string, ClassShape[]>()
  const findings = contract.flatMap((declared) => missingOf(declared, modules.get(declared.path), files, classes))
  const whole = contract.reduce((sum, declared) => sum + sizeOf(declared), 0)
  return { part: whole - findings.length, whole, findings }
}

function sizeOf({ classes, functions }: DeclaredFile): number {
  return 1 + functions.length + classes.reduce((sum, { methods }) => sum + 1 + methods.length, 0)
}

function missingOf(
  { path, classes, functions }: DeclaredFile,
  module: Module | undefined,
  files: ReadonlySet<string>,
  all: ReadonlyMap<string, readonly ClassShape[]>,
) {
  const absent = (text: string) => ({ path, text: `${text} is missing` })
  const hasFunction = (name: string) => module?.functions.has(name) === true || module?.names.has(name) === true
  return [
    ...(module || files.has(path) ? [] : [absent('the file')]),
    ...functions.filter((name) => !hasFunction(name)).map((name) => absent(`function "${name}"`)),
    ...classes.flatMap(({ name, methods }) => {
      const shape = module?.classes.get(name)
      const lost = methods.filter((method) => !shape || !hasMethod(shape, method, all))
      const members = lost.map((method) => absent(`method "${name}.${method}"`))
      return shape ? members : [absent(`class "${name}"`), ...members]
    }),
  ]
}

function classesByName(modules: ReadonlyMap<string, Module>): Map<string, ClassShape[]> {
  const found = new Map<string, ClassShape[]>()
  for (const { classes } of modules.values())
    for (const [name, shape] of classes) {
      const known = found.get(name)
      if (known) known.push(shape)
      else found.set(name, [shape])
    }
  return found
}

/** Classes that are searched for one method. */
const MOST_BASES = 500

/** @param all Empty if methods of bases do not count */
function hasMethod(shape: ClassShape, method: string, all: ReadonlyMap<string, readonly ClassShape[]>): boolean {
  const seen = new Set([shape])
  for (const each of seen) {
    if (each.methods.has(method)) return true
    if (seen.size > MOST_BASES) return false
    // A set can grow while it is walked.
    if (all.size > 0) for (const base of each.bases) for (const found of all.get(base) ?? []) seen.add(found)
  }
  return false
}
