import type { Locator } from '@playwright/test'

/**
 * Sorts things by where their elements stand: from top to bottom, and from left to right in one line.
 * A thing whose element takes up no space comes last.
 */
export async function readingOrder<T>(things: readonly T[], elementOf: (thing: T) => Locator): Promise<T[]> {
  const places = await Promise.all(
    things.map(async (thing) => {
      const { x = Infinity, y = Infinity } = (await elementOf(thing).first().boundingBox()) ?? {}
      return { thing, x, y }
    }),
  )
  return places.toSorted((a, b) => order(a.y, b.y) || order(a.x, b.x)).map(({ thing }) => thing)
}

/** Subtracting would give NaN for two infinite numbers. */
function order(one: number, other: number): number {
  return one === other ? 0 : one - other
}
