/** The categories of the features that the tasks test, nested as their tests are. */
import type { Group } from './groups.ts'
import { titleOf } from './describe.ts'

type Nested = Map<string, Nested | Set<string>>

/** Folders and files, and below them the algorithms. */
export function taxonomyOf(groups: readonly Pick<Group, 'category' | 'cap'>[]): unknown {
  const tree: Nested = new Map()
  for (const { category, cap } of groups) {
    const names = category.split('/').map(titleOf)
    let level = tree
    for (const name of names.slice(0, -1)) {
      // A file and a folder of one name: what is tested in the file stands in a part of its own.
      const below = level.get(name)
      const next: Nested = below instanceof Map ? below : new Map(below ? [['General', below]] : [])
      level.set(name, next)
      level = next
    }
    const last = names.at(-1) ?? ''
    const found = level.get(last)
    if (found instanceof Map) found.set('General', added(found.get('General'), cap))
    else level.set(last, added(found, cap))
  }
  return plain(tree)
}

function added(list: Nested | Set<string> | undefined, cap: string): Set<string> {
  return new Set([...(list instanceof Set ? list : []), cap])
}

function plain(level: Nested | Set<string>): unknown {
  if (level instanceof Set) return [...level]
  return Object.fromEntries([...level].map(([name, below]) => [name, plain(below)]))
}
