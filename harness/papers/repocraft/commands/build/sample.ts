import { groupBy } from '../../../../lib/collections/group-by.ts'
import { seededRandom } from '../../../../lib/statistics/random.ts'
import type { Group } from './groups.ts'

/**
 * All groups in an order whose every beginning is a stratified sample: categories take turns, within a category its files and classes, and
 * within these their algorithms. A seed gives the same order on every machine.
 */
export function stratifyGroups(groups: readonly Group[], seed: number): Group[] {
  const random = seededRandom(seed)
  const shuffled = <T>(list: readonly T[]): T[] => {
    const copy = [...list]
    for (let index = copy.length - 1; index > 0; index -= 1) {
      const other = Math.floor(random() * (index + 1))
      const [a, b] = [copy[index], copy[other]]
      if (a !== undefined && b !== undefined) [copy[index], copy[other]] = [b, a]
    }
    return copy
  }
  const by = (list: readonly Group[], key: (group: Group) => string) => [...groupBy(list, key).values()]
  const categories = by(groups, ({ category }) => category).map((category) =>
    takingTurns(shuffled(by(category, ({ file, module }) => `${file}\n${module}`).map(shuffled))),
  )
  return takingTurns(shuffled(categories))
}

function takingTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
}
