import { copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Copies the regular files and the real folders below a folder. Links, pipes, sockets and devices mean something else in
 * another place, or on another machine.
 * @returns The relative paths of those that are not copied
 */
export async function copyPlain(from: string, to: string): Promise<string[]> {
  const left: string[] = []
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    await mkdir(path.join(to, folder), { recursive: true })
    for (const entry of await readdir(path.join(from, folder), { withFileTypes: true })) {
      const name = path.join(folder, entry.name)
      if (entry.isDirectory()) open.push(name)
      else if (entry.isFile()) await copyFile(path.join(from, name), path.join(to, name))
      else left.push(name)
    }
  }
  return left.toSorted()
}
