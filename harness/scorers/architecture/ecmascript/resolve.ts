/** Finds the file that an import of JavaScript or TypeScript leads to. */
import { folderOf, isLibraryFile, under, type FileIndex } from '../files.ts'
import { EXTERNAL, MISSING, UNKNOWN, type Target } from '../target.ts'
import { starOf, stringsIn, type Alias, type Package } from './packages.ts'

const SCRIPTS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.d.ts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.node',
  '.vue',
  '.svelte',
]
/** Sources of what is imported by the name of its compiled file. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}

export class EcmascriptResolver {
  readonly #files: FileIndex
  readonly #packages: readonly Package[]
  readonly #aliases: readonly Alias[]

  constructor(files: FileIndex, packages: readonly Package[], aliases: readonly Alias[]) {
    this.#files = files
    this.#packages = packages
    this.#aliases = aliases
  }

  resolve(importer: string, written: string): Target {
    // Bundlers accept a query, such as `./logo.svg?raw`.
    const specifier = written.startsWith('#') ? written : written.replace(/[?#].*$/, '')
    if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(specifier) || specifier === '') return EXTERNAL
    if (/^\.{1,2}(\/|$)/.test(specifier)) return this.#relative(folderOf(importer), specifier)
    if (specifier.startsWith('/')) return this.#address(specifier)
    if (specifier.startsWith('#')) return this.#ownImport(importer, specifier)
    return this.#alias(specifier) ?? this.#package(specifier) ?? this.#source(specifier) ?? EXTERNAL
  }

  /** A page is shown at any address, so that a script that is not found may still be served. */
  page(importer: string, specifier: string): Target {
    const found = this.resolve(importer, specifier)
    return found.kind === 'missing' ? this.#address(specifier.replace(/^[./]+/, '')) : found
  }

  #relative(folder: string, specifier: string): Target {
    const base = under(folder, specifier)
    if (isLibraryFile(`${base}/`)) return EXTERNAL
    return base.startsWith('..') ? MISSING : (this.#at(base, specifier.endsWith('/')) ?? MISSING)
  }

  /** A server decides where an address leads: to a file whose path ends with it, if there is one. */
  #address(specifier: string): Target {
    const path = this.#files.endingWith(specifier)
    return path === undefined ? UNKNOWN : { kind: 'file', path }
  }

  #ownImport(importer: string, specifier: string): Target {
    const own = this.#packages
      .filter(({ folder }) => folder === '' || importer.startsWith(`${folder}/`))
      .toSorted((a, b) => b.folder.length - a.folder.length)[0]
    for (const [pattern, value] of Object.entries(own?.manifest.imports ?? {})) {
      const star = starOf(pattern, specifier)
      if (star !== undefined && own) return this.#oneOf(own.folder, stringsIn(value), star)
    }
    return MISSING
  }

  #alias(specifier: string): Target | undefined {
    for (const { pattern, targets } of this.#aliases) {
      const star = starOf(pattern, specifier)
      if (star === undefined || (pattern === '*' && !this.#exists(targets, star))) continue
      return this.#first(targets.map((target) => target.replace('*', () => star))) ?? MISSING
    }
    return undefined
  }

  #exists(targets: readonly string[], star: string): boolean {
    return this.#first(targets.map((target) => target.replace('*', () => star))) !== undefined
  }

  /** `@/x` and `~/x` are below the folder of sources, as the templates of most bundlers have it. */
  #source(specifier: string): Target | undefined {
    const tail = /^[@~]\/(.+)$/.exec(specifier)?.[1]
    if (tail === undefined) return undefined
    const folders = ['src', '', ...this.#packages.flatMap(({ folder }) => [under(folder, 'src'), folder])]
    return this.#first(folders.map((folder) => under(folder, tail))) ?? MISSING
  }

  #package(specifier: string): Target | undefined {
    const name = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0]
    const found = this.#packages.find(({ manifest }) => manifest.name !== undefined && manifest.name === name)
    if (!found) return undefined
    const tail = specifier.slice(found.manifest.name?.length ?? 0).replace(/^\//, '')
    return this.#inPackage(found, tail)
  }

  #inPackage({ folder, manifest: { exports, main, module } }: Package, tail: string): Target {
    if (exports !== undefined && exports !== null) return this.#exported(folder, exports, tail)
    if (tail !== '') return this.#at(under(folder, tail)) ?? MISSING
    const mains = [main, module].filter((each) => each !== undefined)
    return mains.length > 0 ? this.#oneOf(folder, mains, '') : (this.#at(under(folder, 'index')) ?? MISSING)
  }

  #exported(folder: string, exports: unknown, tail: string): Target {
    const subpath = tail === '' ? '.' : `./${tail}`
    const isMap =
      typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'))
    if (!isMap) return tail === '' ? this.#oneOf(folder, stringsIn(exports), '') : MISSING
    for (const [pattern, value] of Object.entries(exports)) {
      const star = starOf(pattern, subpath)
      if (star !== undefined) return this.#oneOf(folder, stringsIn(value), star)
    }
    return MISSING
  }

  /** Alternatives of a field of `package.json`. If none exists, a build may make it. */
  #oneOf(folder: string, alternatives: readonly string[], star: string): Target {
    const inside = alternatives.map((each) =>
      under(
        folder,
        each.replaceAll('*', () => star),
      ),
    )
    return this.#first(inside) ?? (inside.some((each) => BUILT.test(each)) ? UNKNOWN : MISSING)
  }

  #first(bases: readonly string[]): Target | undefined {
    for (const base of bases) {
      const found = this.#at(base)
      if (found) return found
    }
    return undefined
  }

  /** A file, one with an extension that was left out, or the index of a folder. */
  #at(base: string, isFolder = false): Target | undefined {
    const path = (isFolder ? undefined : this.#file(base)) ?? this.#index(base)
    return path === undefined ? undefined : { kind: 'file', path }
  }

  #file(base: string): string | undefined {
    if (this.#files.has(base)) return base
    const extension = /\.[cm]?jsx?$/.exec(base)?.[0] ?? ''
    const stem = base.slice(0, base.length - extension.length)
    const sources = (SOURCES[extension] ?? []).map((each) => stem + each)
    return [...SCRIPTS.map((each) => base + each), ...sources].find((file) => this.#files.has(file))
  }

  #index(folder: string): string | undefined {
    const own = this.#packages.find((each) => each.folder === folder)
    const main = own?.manifest.main
    const named = main === undefined || folder === '' ? undefined : this.#file(under(folder, main))
    return named ?? this.#file(under(folder, 'index'))
  }
}

/** Folders that builds write to. */
const BUILT = /(^|\/)(dist|build|lib|out|esm|cjs)\//
