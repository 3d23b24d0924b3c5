import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Files and folders that a name matches; `*` stands for any characters of one name, as in `templates/*`. */
export function filesOfGlob(folder: string, glob: string): string[] {
  return glob.split('/').reduce<string[]>((found, part) => found.flatMap((each) => matching(folder, each, part)), [''])
}

function matching(folder: string, parent: string, part: string): string[] {
  const place = path.join(folder, parent)
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const pattern = new RegExp(`^${part.split('*').map(escaped).join('[^/]*')}$`)
  return readdirSync(place)
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => path.posix.join(parent, name))
}

function escaped(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
}
