import path from 'node:path'
import type { WorkFile } from '../../contracts/types.ts'

/** Folders with files of other people. */
const LIBRARIES = /(^|\/)(node_modules|bower_components|\.venv|venv|site-packages|dist-packages|__pycache__|\.git)\//

export function isLibraryFile(file: string): boolean {
  return LIBRARIES.test(file)
}

/** A path relative to the project, in one spelling. Paths that leave the project keep their dots and match nothing. */
export function normalisePath(file: string): string {
  return path.posix.normalize(file.normalize('NFC')).replace(/^\/+/, '')
}

/** The files of a project by path, by folder and by the end of their path. */
export class FileIndex {
  readonly #files: ReadonlySet<string>
  readonly #folders = new Set<string>()
  readonly #byName = new Map<string, string[]>()
  readonly #ends = new Map<string, string | undefined>()

  constructor(files: readonly WorkFile[]) {
    this.#files = new Set(files.map((file) => normalisePath(file.path)).filter((file) => !isLibraryFile(file)))
    for (const file of this.#files) {
      const name = path.posix.basename(file)
      const known = this.#byName.get(name)
      if (known) known.push(file)
      else this.#byName.set(name, [file])
      for (let folder = path.posix.dirname(file); !this.#folders.has(folder); folder = path.posix.dirname(folder))
        this.#folders.add(folder)
    }
  }

  get all(): ReadonlySet<string> {
    return this.#files
  }

  has(file: string): boolean {
    return this.#files.has(file)
  }

  hasFolder(folder: string): boolean {
    return this.#folders.has(folder === '' ? '.' : folder)
  }

  /** The files of a name, in any folder. */
  named(name: string): readonly string[] {
    return this.#byName.get(name) ?? []
  }

  /** The shortest path that ends with these names of folders and file. */
  endingWith(tail: string): string | undefined {
    if (!this.#ends.has(tail)) this.#ends.set(tail, this.#findEnding(normalisePath(tail)))
    return this.#ends.get(tail)
  }

  #findEnding(wanted: string): string | undefined {
    const found = this.named(path.posix.basename(wanted)).filter(
      (file) => file === wanted || file.endsWith(`/${wanted}`),
    )
    return found.toSorted((a, b) => a.length - b.length)[0]
  }
}

/** A path below a folder; `''` is the project itself. */
export function under(folder: string, ...parts: readonly string[]): string {
  const joined = path.posix.join(folder, ...parts)
  return joined === '.' ? '' : joined
}

export function folderOf(file: string): string {
  const folder = path.posix.dirname(file)
  return folder === '.' ? '' : folder
}
