import pLimit from 'p-limit'

/** Calls at a time, within one trial. The client of models keeps to the rates of a model over all trials. */
const AT_A_TIME = 8

/**
 * Does the same for all items, several at a time. After a failure nothing new begins, and what has begun comes to its end: an answer
 * that is paid for is recorded.
 * @returns the results in the order of the items
 * @throws the error of the first item that failed, in the order of the items
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(AT_A_TIME)
  let failed = false
  const promises = items.map((item) =>
    limit(async () => {
      if (failed) throw new Skipped()
      try {
        return await action(item)
      } catch (error) {
        failed = true
        throw error
      }
    }),
  )
  const settled = await Promise.allSettled(promises)
  const first = settled.findIndex((each) => each.status === 'rejected' && !(each.reason instanceof Skipped))
  await promises[first]
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

class Skipped extends Error {}
