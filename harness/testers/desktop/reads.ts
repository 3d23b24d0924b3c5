import { setTimeout as delay } from 'node:timers/promises'
import { ExpectationNotMet } from '../../errors.ts'
import type { Picture, PixelArea, ReadOptions } from '../../contracts/types.ts'
import { areEqual } from '../../lib/pictures/compare.ts'
import { untilRest } from '../../lib/pictures/rest.ts'
import type { Player } from './player.ts'
import type { TextReader } from './reading.ts'

/** A text or number is read when it has been the same for a quarter of a second, which ordinary text always is. */
const AT_REST = { rests: 250, within: 1000 }
/** Milliseconds between two looks at what must stay. */
const PAUSE = 100
/** Things that a region may show: that of before the input, and the one that follows it. */
const MOST = 2

/**
 * Waits until a region says what is expected. Only what rests is read, and only the first two things that the region shows: a
 * program that shows everything in turn would show the right thing, too. With `for`, it must stay there.
 * @throws ExpectationNotMet
 */
export async function readsAtRest(
  { player, reader }: { readonly player: Player; readonly reader: TextReader },
  region: PixelArea,
  expected: number | RegExp,
  { within, expected: described, for: stays = 0 }: ReadOptions = {},
): Promise<void> {
  const shown: Picture[] = []
  const read: string[] = []
  const wanted =
    described ?? (typeof expected === 'number' ? `the number ${String(expected)}` : `a text like ${String(expected)}`)
  try {
    await player.until(
      wanted,
      async () => {
        const picture = await untilRest(() => player.look(region), AT_REST)
        if (picture === undefined || shown.some((each) => areEqual(each, picture))) return false
        if (shown.length === MOST) throw new ExpectationNotMet(`${wanted}: not among the first two that were seen`)
        shown.push(picture)
        const text = await (typeof expected === 'number' ? reader.digits(picture) : reader.text(picture))
        read.push(text)
        return typeof expected === 'number' ? text !== '' && Number(text) === expected : expected.test(text)
      },
      within,
    )
  } catch (error) {
    if (!(error instanceof ExpectationNotMet)) throw error
    throw new ExpectationNotMet(`${error.message}; ${seen(read, player.marks.describe(region))}`)
  }
  const found = shown.at(-1)
  const began = performance.now()
  while (found && performance.now() - began < stays) {
    if (!areEqual(found, await player.look(region)))
      throw new ExpectationNotMet(
        `${wanted}: it was read, and then the region ${player.marks.describe(region)} changed`,
      )
    await delay(PAUSE)
  }
}

function seen(read: readonly string[], place: string): string {
  if (read.length === 0) return 'the region was never at rest'
  if (read.every((text) => text === '')) return `nothing could be read in the rectangle ${place}`
  return `read was ${read.map((text) => `"${text}"`).join(', ')}`
}
