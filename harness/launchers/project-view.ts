import type { ProjectFile } from '../contracts/types.ts'

/** Characters to read of a file. The rest does not matter for how a project is started. */
const LONGEST_TEXT = 256 * 1024

/** Folders without code that the project's author wrote. */
const THIRD_PARTY = new Set(['node_modules', '__pycache__', '__MACOSX', 'venv', 'site-packages'])

/** The files of a project, relative to one of its folders. Reads nothing from the disk. */
export class ProjectView {
  /** Relative to the project; empty for its root. */
  readonly folder: string
  readonly #files: ReadonlyMap<string, ProjectFile>

  private constructor(files: ReadonlyMap<string, ProjectFile>, folder: string) {
    this.#files = files
    this.folder = folder
  }

  static of(files: readonly ProjectFile[]): ProjectView {
    const own = files.filter(({ path }) => !path.split('/').slice(0, -1).some(isThirdParty))
    return new ProjectView(new Map(own.map((file) => [file.path, file])), '')
  }

  /** The view of a folder directly below this one. */
  below(name: string): ProjectView {
    const inside = [...this.#files].filter(([path]) => path.startsWith(`${name}/`))
    const files = inside.map(([path, file]) => [path.slice(name.length + 1), file] as const)
    return new ProjectView(new Map(files), this.folder === '' ? name : `${this.folder}/${name}`)
  }

  /** All paths below this folder, relative to it. */
  paths(): string[] {
    return [...this.#files.keys()]
  }

  /** Names of the files directly in this folder. */
  names(): string[] {
    return this.paths().filter((path) => !path.includes('/'))
  }

  /** Names of the folders directly in this folder. */
  folders(): string[] {
    return [...new Set(this.paths().flatMap((path) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [])))]
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** The beginning of a file as text; empty if the file does not exist. */
  text(path: string): string {
    const content = this.#files.get(path)?.content ?? ''
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content.subarray(0, LONGEST_TEXT))
    return text.slice(0, LONGEST_TEXT).replace(/^\uFEFF/, '')
  }
}

function isThirdParty(folder: string): boolean {
  return THIRD_PARTY.has(folder) || folder.startsWith('.')
}

/** Files that may lie beside the single folder of a whole project. */
const SIDE_FILES = /^(\..*|(readme|licen[cs]e|changelog|notice)(\..*)?)$/i

/** Folders for a part of a project. The project is started from their parent. */
const PARTS = new Set(['src', 'lib', 'bin', 'public', 'dist', 'build', 'docs', 'static', 'templates', 'tests'])

/**
 * The folders that may be the project's real root: the root itself, and, as long as a folder contains only one folder (besides a
 * readme, a licence and hidden files), that folder.
 */
export function nestedViews(root: ProjectView): ProjectView[] {
  const inner = onlyFolder(root)
  return inner === undefined ? [root] : [root, ...nestedViews(root.below(inner))]
}

/** Whether no folder of it may be the project's real root. Does not read further folders: there may be hundreds. */
export function isInnermost(view: ProjectView): boolean {
  return onlyFolder(view) === undefined
}

function onlyFolder(view: ProjectView): string | undefined {
  const [only, ...others] = view.folders()
  const alone = others.length === 0 && view.names().every((name) => SIDE_FILES.test(name))
  return alone && only !== undefined && !PARTS.has(only) ? only : undefined
}
