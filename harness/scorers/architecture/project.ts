/** A project as its modules and the imports between them. */
import type { LaunchPlan } from '../../contracts/schema.ts'
import type { WorkFile } from '../../contracts/types.ts'
import type { Parsers } from '../../lib/syntax/parse.ts'
import { aliasesIn, packagesIn } from './ecmascript/packages.ts'
import { EcmascriptResolver } from './ecmascript/resolve.ts'
import { entriesOf } from './entries.ts'
import { FileIndex } from './files.ts'
import { Linker, type Link } from './links.ts'
import type { Module } from './module.ts'
import { pythonPaths } from './python/paths.ts'
import { PythonResolver } from './python/resolve.ts'
import { readModules } from './read.ts'
import { textsOf } from './texts.ts'

export interface ProjectGraph {
  readonly modules: ReadonlyMap<string, Module>
  readonly links: readonly Link[]
  /** Links that only a string makes, as frameworks load modules by name. */
  readonly mentions: readonly { readonly from: string; readonly to: string }[]
  /** Files that start the project; empty for a library. */
  readonly entries: readonly string[]
}

export interface ProjectFiles {
  readonly files: readonly WorkFile[]
  readonly launch?: LaunchPlan | undefined
  /** Paths that the reference or the contract has. */
  readonly promised: ReadonlySet<string>
}

export type Graphed = ProjectGraph | { readonly reason: string }

/** @returns The reason if the project is too large to be read, or has a source file that cannot be read */
export async function graphOf({ files: given, launch, promised }: ProjectFiles, parsers: Parsers): Promise<Graphed> {
  const read = textsOf(given)
  const { texts } = read
  const reading = await readModules(read, parsers)
  if ('reason' in reading) return reading
  const { modules } = reading
  const files = new FileIndex(given)
  const packages = packagesIn(texts)
  const entries = entriesOf({ files, modules, texts, packages, launch })
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const linker = new Linker(byPath, {
    python: new PythonResolver(files, pythonPaths(files, modules, texts, { entries, promised })),
    ecmascript: new EcmascriptResolver(files, packages, aliasesIn(texts)),
    files,
  })
  return {
    modules: byPath,
    links: modules.flatMap((module) => linker.linksOf(module)),
    mentions: modules.flatMap((module) => linker.mentionsOf(module)),
    entries,
  }
}
