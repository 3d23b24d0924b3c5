import path from 'node:path'

/** Paths that cannot stand beside the others: folders of other files, and the later one of two that differ only by case. */
export function clashing(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set(paths.flatMap((each) => foldersOf(keyOf(each))))
  const seen = new Set<string>()
  const found = paths.filter((each) => {
    const key = keyOf(each)
    const clashes = folders.has(key) || seen.has(key)
    seen.add(key)
    return clashes
  })
  return new Set(found)
}

/** As file systems compare names that ignore case. */
function keyOf(file: string): string {
  return file.normalize('NFC').toLowerCase()
}

function foldersOf(file: string): string[] {
  const folders: string[] = []
  for (let folder = path.posix.dirname(file); folder !== '.' && folder !== '/'; folder = path.posix.dirname(folder))
    folders.push(folder)
  return folders
}
