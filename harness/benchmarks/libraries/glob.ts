import { readdirSync } from 'node:fs'
import path from 'node:path'
import { statusOf } from './tree.ts'

/** Files and folders that a name matches; `*` stands for any characters of one name, as in `templates/*`. Follows no links. */
export function filesOfGlob(folder: string, glob: string): string[] {
  return glob.split('/').reduce<string[]>((found, part) => found.flatMap((each) => matching(folder, each, part)), [''])
}

function matching(folder: string, parent: string, part: string): string[] {
  const place = path.join(folder, parent)
  if (statusOf(place)?.isDirectory() !== true) return []
  return readdirSync(place)
    .filter((name) => matches(name, part))
    .toSorted()
    .map((name) => path.posix.join(parent, name))
}

/**
 * Not a regular expression: with many stars it would try every way to share out the characters. The first place of each literal
 * leaves the most characters for the next ones, so no other place has to be tried.
 */
function matches(name: string, part: string): boolean {
  const [first = '', ...between] = part.split('*')
  const last = between.pop()
  if (last === undefined) return name === first
  const end = name.length - last.length
  if (first.length > end || !name.startsWith(first) || !name.endsWith(last)) return false
  let at = first.length
  for (const literal of between) {
    const found = name.indexOf(literal, at)
    if (found === -1 || found + literal.length > end) return false
    at = found + literal.length
  }
  return true
}
