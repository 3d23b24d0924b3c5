/** Copies what a hostile build left into a fresh folder for each point. */
import { chmod, copyFile, cp, lstat, mkdir, readdir } from 'node:fs/promises'
import { lstatSync, type Stats } from 'node:fs'
import path from 'node:path'
import { MiB } from '../../lib/wording/bytes.ts'
import type { Built } from './built.ts'

/** Files of a build that a run does not need. */
const DROPPINGS = new Set(['CMakeFiles', 'CMakeCache.txt', 'cmake_install.cmake', '.git'])
/** Bytes of all files that are copied for each point. Holes count: a copy may fill them. */
const MOST_BYTES = 256 * MiB
/** Characters of a path. The system's limit is 4,096, with the folder around it. */
const LONGEST_PATH = 1024
/** Bits of the owner, without which nobody but root reads a file, or enters a folder. */
const [READ, ENTER] = [0o400, 0o500]

/**
 * Why the files of a build cannot be copied; undefined if they can be.
 * @param folder Made accessible: a build can take its rights away
 */
export async function problemOfCopy(folder: string): Promise<string | undefined> {
  await chmod(folder, 0o755)
  let bytes = 0
  const open = ['']
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of await readdir(path.join(folder, next))) {
      const place = path.join(next, name)
      if (place.length > LONGEST_PATH) return `it left a path of more than ${String(LONGEST_PATH)} characters`
      const status = lstatSync(path.join(folder, place), { throwIfNoEntry: false })
      // Bytes that are no UTF-8 are read as replacement characters, and no file has that name. The build has ended, so nothing else
      // can have removed it.
      if (status === undefined) return 'it left a file whose name is not UTF-8'
      if (!isCopied(name, status)) continue
      if (status.isDirectory()) open.push(place)
      else bytes += status.size
      if (bytes > MOST_BYTES) return `it left files of more than ${String(MOST_BYTES / MiB)} MiB`
    }
  }
  return undefined
}

/** A fresh folder with what was built. Nothing of a run changes what the next one starts with. */
export async function place(built: Built & { readonly ok: true }, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (built.keeps === undefined) {
    for (const name of await readdir(built.folder))
      await copyEntry(path.join(built.folder, name), path.join(folder, name))
    return
  }
  for (const name of built.keeps) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await copyFile(path.join(built.folder, name), path.join(folder, name))
  }
}

/** Links are copied as links: they lead somewhere only inside the sandbox. */
async function copyEntry(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: async (source) => isCopied(path.basename(source), await lstat(source)),
  })
}

/** Pipes, devices, and what its owner may not read are left out. */
function isCopied(name: string, status: Stats): boolean {
  if (DROPPINGS.has(name) || name.endsWith('.o')) return false
  if (status.isDirectory()) return (status.mode & ENTER) === ENTER
  return status.isSymbolicLink() || (status.isFile() && (status.mode & READ) === READ)
}
