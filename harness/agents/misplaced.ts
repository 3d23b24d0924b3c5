/** Looks for the code of a library in the folder of an agent, to say where it is expected. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Project } from '../contracts/types.ts'

/** Whether the project has a file of the code that is judged. */
export function hasCode({ files }: Project, code: readonly string[]): boolean {
  return files.some(({ path: file }) => code.some((place) => file === place || file.startsWith(`${place}/`)))
}

/** The places of the code, as a message names them. */
export function codeText(project: string, code: readonly string[]): string {
  return code.map((place) => path.join(project, place)).join(' or ')
}

/** Folders that are looked into, and how deep they may be. */
const MOST_FOLDERS = 2000
const DEEPEST = 5
const SKIPPED = new Set(['node_modules', '.git', '__pycache__', '.venv'])

/**
 * The first place below a folder that has the name of the code and is not where it is expected; the uppermost comes first.
 * @param expected Its absolute path
 */
export async function findCode(folder: string, code: readonly string[], expected: string): Promise<string | undefined> {
  let level = [folder]
  let seen = 0
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const below: string[] = []
    for (const parent of level) {
      if ((seen += 1) > MOST_FOLDERS) return undefined
      const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const place = path.join(parent, entry.name)
        if (isNamed(place, code) && !isIn(place, code, expected) && (entry.isFile() || (await hasPython(place))))
          return place
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) below.push(place)
      }
    }
    level = below
  }
  return undefined
}

/** Whatever the case, and with a dash for an underscore: a distribution may be named like this, and a package may not. */
function isNamed(place: string, code: readonly string[]): boolean {
  const alike = (text: string) => text.toLowerCase().replaceAll('-', '_')
  return code.some((name) => alike(place).endsWith(alike(`${path.sep}${name}`)))
}

/** The project itself, if it is the package: its modules lie where the folder of the package should be. */
export function flatCode(project: string, code: readonly string[]): string | undefined {
  const hasFolder = code.some((name) => !name.endsWith('.py'))
  return hasFolder && existsSync(path.join(project, '__init__.py')) ? project : undefined
}

function isIn(place: string, code: readonly string[], project: string): boolean {
  return code.some((name) => place === path.join(project, name))
}

/** A folder is a package if a module lies directly in it: the folder of a mission often has the name of its package. */
async function hasPython(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.some((name) => name.endsWith('.py'))
}
