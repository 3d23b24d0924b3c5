/** The imports of a project's modules, each with the file that it leads to. */
import type { EcmascriptResolver } from './ecmascript/resolve.ts'
import type { FileIndex } from './files.ts'
import type { Import, Module } from './module.ts'
import type { PythonResolver } from './python/resolve.ts'
import { MISSING, type Target } from './target.ts'

/**
 * `not-on-path`: the file exists, but Python does not search its folder. `unknown`: the name may be made while the program runs, or come
 * from a package.
 */
export type LinkStatus = 'resolved' | 'no-file' | 'no-symbol' | 'not-on-path' | 'unknown'

/** One internal import of one name. */
export interface Link extends Import {
  readonly from: string
  /** A page loads a script, which is not an import. */
  readonly page?: true
  /** The file that it leads to; undefined if there is none, or for a package without a file. */
  readonly to?: string
  /** Other files that are loaded with it. */
  readonly also: readonly string[]
  readonly status: LinkStatus
}

export interface Resolvers {
  readonly python: PythonResolver
  readonly ecmascript: EcmascriptResolver
  readonly files: FileIndex
}

/** Names that every module of Python has. */
const ALWAYS = /^__(name|doc|file|package|path|spec|loader|dict)__$/

type Found = Pick<Link, 'to' | 'also' | 'status'>

export class Linker {
  readonly #modules: ReadonlyMap<string, Module>
  readonly #resolvers: Resolvers
  /** Whether a file has a name, by both. */
  readonly #known = new Map<string, LinkStatus>()
  readonly #targets = new Map<string, Target>()
  readonly #packages = new Map<string, readonly string[]>()

  constructor(modules: ReadonlyMap<string, Module>, resolvers: Resolvers) {
    this.#modules = modules
    this.#resolvers = resolvers
  }

  /** The internal imports of a module. Imports of packages and of the standard library are left out. */
  linksOf(module: Module): Link[] {
    return module.imports.flatMap((each) => {
      const found = this.#link(module, each)
      const page = module.language === 'html' ? { page: true as const } : {}
      return found ? [{ ...each, from: module.path, ...page, ...found }] : []
    })
  }

  mentionsOf(module: Module): { from: string; to: string }[] {
    return module.mentions.flatMap((mention) =>
      this.#mentioned(module, mention)
        .filter((to) => to !== module.path && this.#modules.has(to))
        .map((to) => ({ from: module.path, to })),
    )
  }

  #link(module: Module, each: Import): Found | undefined {
    const target = this.#resolve(module, each.specifier)
    if (target.kind === 'external') return this.#besideLink(module, each)
    if (target.kind === 'missing') return { also: [], status: 'no-file' }
    if (target.kind === 'unknown') return { also: [], status: 'unknown' }
    const also = target.also ?? []
    const to = target.kind === 'file' ? { to: target.path } : {}
    if (each.symbol === undefined) return { ...to, also, status: 'resolved' }
    if (target.kind === 'file' && this.#hasName(target.path, each.symbol, new Set()) === 'resolved')
      return { ...to, also: [...also, ...this.#partOf(module, target, each.symbol)], status: 'resolved' }
    const inner = module.language === 'python' ? this.#resolvers.python.inside(target, each.symbol) : MISSING
    if (inner.kind === 'file') return { to: inner.path, also: [...also, ...filesOf(target)], status: 'resolved' }
    if (inner.kind === 'folder') return { also: [...also, ...filesOf(target)], status: 'resolved' }
    return {
      ...to,
      also,
      status: target.kind === 'file' ? this.#hasName(target.path, each.symbol, new Set()) : 'no-symbol',
    }
  }

  /** A name of a package may also be one of its modules, which is then loaded. */
  #partOf(module: Module, target: Target, symbol: string): string[] {
    if (module.language !== 'python') return []
    return filesOf(this.#resolvers.python.inside(target, symbol))
  }

  /** `from board import Board` beside a `board.py` with a `Board`, where Python does not search. */
  #besideLink(module: Module, { specifier, symbol }: Import): Found | undefined {
    if (module.language !== 'python' || symbol === undefined) return undefined
    const found = this.#resolvers.python.beside(module.path, specifier)
    if (!found || this.#hasName(found.path, symbol, new Set()) !== 'resolved') return undefined
    return { to: found.path, also: [], status: found.isSearched ? 'resolved' : 'not-on-path' }
  }

  #resolve(module: Module, specifier: string): Target {
    const { python, ecmascript } = this.#resolvers
    const key = `${module.path}\n${specifier}`
    const known = this.#targets.get(key)
    if (known) return known
    const target =
      module.language === 'python'
        ? python.resolve(module.path, specifier)
        : module.language === 'html'
          ? ecmascript.page(module.path, specifier)
          : ecmascript.resolve(module.path, specifier)
    this.#targets.set(key, target)
    return target
  }

  /** @param visited Files on the way, because files can take over each other's names */
  #hasName(path: string, symbol: string, visited: Set<string>): LinkStatus {
    const key = `${path}\n${symbol}`
    const known = this.#known.get(key)
    if (known) return known
    // Inside of a cycle the answer depends on where the search began.
    const isBegin = visited.size === 0
    const status = this.#findName(path, symbol, visited)
    if (isBegin) this.#known.set(key, status)
    return status
  }

  #findName(path: string, symbol: string, visited: Set<string>): LinkStatus {
    const module = this.#modules.get(path)
    // A file without modules of ours, such as a picture or a text: bundlers give it any name.
    if (!module || module.names.has(symbol)) return 'resolved'
    if (module.language === 'python' && ALWAYS.test(symbol)) return 'resolved'
    // `import x from` of a CommonJS module is its whole value.
    if (symbol === 'default' && module.language !== 'python' && !module.esm) return 'resolved'
    if (this.#isDeclared(path, symbol)) return 'resolved'
    let isUnknown = module.open
    for (const star of module.stars) {
      const target = this.#resolve(module, star)
      if (target.kind === 'external' || target.kind === 'unknown') isUnknown = true
      if (target.kind !== 'file' || target.path === path || visited.has(target.path)) continue
      if (!this.#givesByStar(target.path, symbol)) continue
      const status = this.#hasName(target.path, symbol, visited.add(path))
      if (status === 'resolved') return status
      isUnknown ||= status === 'unknown'
    }
    return isUnknown ? 'unknown' : 'no-symbol'
  }

  /** The types of a compiled file are beside it. */
  #isDeclared(path: string, symbol: string): boolean {
    const declarations = path.replace(/\.([cm]?)jsx?$/, '.d.$1ts')
    return declarations !== path && this.#modules.get(declarations)?.names.has(symbol) === true
  }

  /** `import *` leaves out private names of Python, and `export *` leaves out the default. */
  #givesByStar(path: string, symbol: string): boolean {
    const module = this.#modules.get(path)
    if (module?.language !== 'python') return symbol !== 'default'
    return module.listed ? module.listed.has(symbol) : !symbol.startsWith('_')
  }

  #mentioned(module: Module, mention: string): readonly string[] {
    const { python, files } = this.#resolvers
    if (module.language !== 'python' || /\.m?js$/.test(mention)) {
      const path = files.endingWith(mention)
      return path === undefined ? [] : [path]
    }
    const dotted = mention.replace(/\.\*$/, '').split(':')[0] ?? ''
    const found = [dotted, dotted.replace(/\.\w+$/, '')].map((each) => python.resolve(module.path, each))
    const target = found.find(({ kind }) => kind === 'file' || kind === 'folder')
    if (!target) return []
    return mention.endsWith('.*') ? this.#packageOf(target) : filesOf(target)
  }

  /** All modules of a package. `shop.apps.ShopConfig` names the package `shop`. */
  #packageOf(target: Target): readonly string[] {
    const [file] = filesOf(target)
    const folder = target.kind === 'folder' ? target.folder : (file ?? '').replace(/(^|\/)[^/]+$/, '')
    if (folder === '') return filesOf(target)
    const known = this.#packages.get(folder)
    if (known) return known
    const all = [...this.#modules.keys()].filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.py'))
    this.#packages.set(folder, all)
    return all
  }
}

function filesOf(target: Target): string[] {
  if (target.kind === 'file') return [target.path, ...(target.also ?? [])]
  return target.kind === 'folder' ? [...(target.also ?? [])] : []
}
