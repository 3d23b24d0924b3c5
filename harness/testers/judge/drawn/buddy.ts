/** Calls of a buddy allocator whose results follow from the set of free pages, however the allocator works inside. */
import { numbersFrom } from './draw.ts'

const EINVAL = -22
const ENOSPC = -28
const RANKS = 16
/** Pages of the published test: one block of rank 16. */
const PAGES = 2 ** (RANKS - 1)

/** Free blocks as buddies: pages of rank 1 that were returned melt into larger blocks. */
export class BuddyModel {
  readonly #free: Set<number>[] = Array.from({ length: RANKS + 1 }, () => new Set<number>())

  return(page: number): void {
    let [rank, start] = [1, page]
    for (; rank < RANKS; rank += 1) {
      const size = 2 ** (rank - 1)
      const buddy = start % (size * 2) === 0 ? start + size : start - size
      if (!this.#free[rank]?.delete(buddy)) break
      start = Math.min(start, buddy)
    }
    this.#free[rank]?.add(start)
  }

  count(rank: number): number {
    return this.#free[rank]?.size ?? 0
  }

  /** The rank of the free block that a page is in; 1 if it is allocated. */
  rankOf(page: number): number {
    for (let rank = 1; rank <= RANKS; rank += 1) {
      const size = 2 ** (rank - 1)
      if (this.#free[rank]?.has(page - (page % size))) return rank
    }
    return 1
  }
}

/** Allocates everything, returns it in a drawn order, and asks between. */
export function buddyCalls(seed: string): { readonly input: string; readonly output: string } {
  const draw = numbersFrom(seed)
  const model = new BuddyModel()
  const [calls, results]: [string[], number[]] = [[String(PAGES)], [0]]
  const call = (text: string, result: number) => {
    calls.push(text)
    results.push(result)
  }
  for (let page = 0; page < PAGES; page += 1) call('a 1', page)
  call('a 1', ENOSPC)
  call('r -1', EINVAL)
  call(`r ${String(PAGES + 7)}`, EINVAL)
  call('a 0', EINVAL)
  call(`a ${String(RANKS + 1)}`, EINVAL)
  call('c 0', EINVAL)
  const order = Array.from({ length: PAGES }, (_, page) => page)
  for (let last = PAGES - 1; last > 0; last -= 1) {
    const other = draw(last + 1)
    const [a = 0, b = 0] = [order[last], order[other]]
    order[last] = b
    order[other] = a
  }
  for (const [index, page] of order.entries()) {
    call(`r ${String(page)}`, 0)
    model.return(page)
    if (index % 16 !== 0) continue
    const rank = 1 + draw(RANKS)
    call(`c ${String(rank)}`, model.count(rank))
    const asked = draw(PAGES)
    call(`q ${String(asked)}`, model.rankOf(asked))
  }
  for (let rank = 1; rank <= RANKS; rank += 1) call(`c ${String(rank)}`, model.count(rank))
  return { input: `${calls.join('\n')}\n`, output: `${results.join('\n')}\n` }
}
