/** Which files of a project a file imports, and the order that follows from it. */
import path from 'node:path'
import type { TextFile } from '../../contracts/types.ts'

/** The files in an order in which each comes after those that it imports. In a circle, the one that comes first in the list is first. */
export function inImportOrder<File extends TextFile>(files: readonly File[]): File[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const paths = new Set(byPath.keys())
  const ordered = new Set<File>()
  const begun = new Set<string>()
  // Not recursive: a project may be a chain of thousands of files.
  for (const first of files) {
    const stack: { readonly file: File; readonly imports: string[] }[] = []
    const begin = (file: File) => {
      if (begun.has(file.path)) return
      begun.add(file.path)
      stack.push({ file, imports: importsOf(file, paths) })
    }
    begin(first)
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.imports.shift()
      const file = next === undefined ? undefined : byPath.get(next)
      if (file) begin(file)
      else if (next === undefined) {
        ordered.add(top.file)
        stack.pop()
      }
    }
  }
  return [...ordered]
}

/** Characters; longer files are data. */
const LONGEST = 256 * 1024

/** Paths of the project's own files that a file imports, each once. */
export function importsOf({ path: own, content }: TextFile, paths: ReadonlySet<string>): string[] {
  if (content.length > LONGEST) return []
  const found = own.endsWith('.py') ? pythonImports(own, content) : otherImports(own, content)
  const existing = found.flatMap((candidates) => candidates.find((candidate) => paths.has(candidate)) ?? [])
  return [...new Set(existing)].filter((each) => each !== own)
}

/** For each import, the paths that it may mean, the most likely one first. */
type Candidates = readonly string[]

// Dots and spaces can be shared out in one way alone, so that no file makes the search slow. The limits keep a long name from
// being repeated for each of the names that are imported from it.
const FROM = /^[ \t]*from[ \t]+(?=[\w.])(\.{0,100})((?:\w[\w.]{0,300})?)[ \t]+import[ \t]+/gm
/** Characters of the names of one import, in brackets and on one line. */
const LONGEST_NAMES = 4000
const LONGEST_LINE = 1000
const IMPORT = /^[ \t]*import[ \t]+([\w., \t]{1,1000})/gm

function pythonImports(own: string, content: string): Candidates[] {
  const found: Candidates[] = []
  for (const match of content.matchAll(FROM)) {
    const [whole, dots = '', module = ''] = match
    const names = importedNames(content, match.index + whole.length)
    const parts = module.split('.').filter((part) => part !== '')
    const bases = dots === '' ? rootsOf(own) : [climbed(own, dots.length - 1)]
    for (const name of names.replaceAll(/[()\\]|#.*/g, ' ').split(','))
      found.push(bases.flatMap((base) => modulePaths(base, [...parts, name.trim().split(/\s/)[0] ?? ''])))
    found.push(bases.flatMap((base) => modulePaths(base, parts)))
  }
  for (const [, modules = ''] of content.matchAll(IMPORT))
    for (const module of modules.split(','))
      found.push(rootsOf(own).flatMap((base) => modulePaths(base, (module.trim().split(/\s/)[0] ?? '').split('.'))))
  return found
}

/** The text between brackets, or the rest of the line. */
function importedNames(content: string, start: number): string {
  const text = content.slice(start, start + LONGEST_NAMES)
  const end = text.startsWith('(') ? text.indexOf(')') : -1
  if (end !== -1) return text.slice(0, end)
  return text.slice(0, LONGEST_LINE).split('\n', 1)[0] ?? ''
}

/** The folders from which an absolute import may start: the root, `src`, and the folder of the file. */
function rootsOf(own: string): string[] {
  return [...new Set(['', 'src', folderOf(own)])]
}

function climbed(own: string, levels: number): string {
  let folder = folderOf(own)
  for (let level = 0; level < levels; level += 1) folder = folderOf(folder)
  return folder
}

function folderOf(file: string): string {
  const folder = path.posix.dirname(file)
  return folder === '.' ? '' : folder
}

function modulePaths(base: string, parts: readonly string[]): string[] {
  const place = [base, ...parts].filter((part) => part !== '').join('/')
  return place === '' ? ['__init__.py'] : [`${place}.py`, `${place}/__init__.py`]
}

const QUOTED = /\b(?:from|import|require\()[ \t]*["']([^"'\n]{1,500})["']|#[ \t]*include[ \t]+"([^"\n]{1,500})"/g
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx', '/index.js', '/index.ts']

function otherImports(own: string, content: string): Candidates[] {
  return [...content.matchAll(QUOTED)].map(([, module, included]) => {
    const name = module ?? included ?? ''
    if (module !== undefined && !name.startsWith('.')) return []
    const place = path.posix.normalize(path.posix.join(folderOf(own), name))
    // TypeScript imports the compiled name of a file.
    const bare = place.replace(/\.[cm]?js$/, '')
    return [...ENDINGS.map((ending) => `${place}${ending}`), `${bare}.ts`, `${bare}.tsx`]
  })
}
