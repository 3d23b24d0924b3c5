/** A file or a folder under the root. */
export type Met = { readonly file: string } | 'folder'

interface Folder {
  readonly files: string[]
  readonly folders: Map<string, Folder>
}

/** Deeper projects are not compared: the time doubles with each level. */
export const DEEPEST = 12

export function depthOf(path: string): number {
  return path.split('/').length - 1
}

/**
 * The children of the root as published: every folder is walked again for each folder above it, and all files land
 * directly under the root. A file under k folders is there 2 ** k times.
 * @param paths At most `DEEPEST` folders deep
 */
export function metFiles(paths: readonly string[]): Met[] {
  const met: Met[] = []
  walk(folderOf(paths), met)
  return met
}

/** The order of a walk from the top, with sorted names: the published code takes the order of the file system. */
export function inWalkingOrder(paths: readonly string[]): string[] {
  const found: string[] = []
  const visit = ({ files, folders }: Folder) => {
    found.push(...files)
    for (const below of folders.values()) visit(below)
  }
  visit(folderOf(paths))
  return found
}

function folderOf(paths: readonly string[]): Folder {
  const root: Folder = { files: [], folders: new Map() }
  for (const path of paths) {
    let at = root
    for (const part of path.split('/').slice(0, -1)) {
      const next = at.folders.get(part) ?? { files: [], folders: new Map<string, Folder>() }
      at.folders.set(part, next)
      at = next
    }
    at.files.push(path)
  }
  return sorted(root)
}

function sorted({ files, folders }: Folder): Folder {
  const names = [...folders.keys()].toSorted()
  return {
    files: files.toSorted(),
    folders: new Map(names.map((name) => [name, sorted(folders.get(name) ?? { files: [], folders: new Map() })])),
  }
}

function walk({ files, folders }: Folder, met: Met[]): void {
  met.push(...files.map((file) => ({ file })))
  for (const below of folders.values()) {
    walk(below, met)
    met.push('folder')
  }
  for (const below of folders.values()) walk(below, met)
}
