import { calendar } from '../../lib/exact/calendar.ts'
import { decimal } from '../../lib/exact/decimal.ts'
import type { Given, InputFixtures, SessionSetup } from '../../contracts/types.ts'
import { datesFrom } from './dates.ts'
import { namesFrom } from './names.ts'
import { numbersFrom } from './numbers.ts'
import { blamingTestcode, onlyKnown } from '../misuse.ts'
import type { Source } from './source.ts'
import { Stream } from './stream.ts'
import { Words } from './words.ts'

/** Attempts after which a draw with a condition fails. */
const TRIES = 10_000

type InputSetup = Pick<SessionSetup, 'seed' | 'mission' | 'inputs'>

/** The fixtures that draw inputs and compute expected values. */
export function inputFixtures(setup: InputSetup): InputFixtures {
  return {
    given: onlyKnown(blamingTestcode(givenFor(setup), 'given'), 'given'),
    // These also compute with texts of the page, so their errors may be the project's fault.
    decimal: onlyKnown(decimal, 'decimal'),
    calendar: onlyKnown(calendar, 'calendar'),
  }
}

/** The `given` of a trial. A draw depends only on the seed, the mission, the kind of the draw and its key. */
export function givenFor({ seed, mission, inputs }: InputSetup): Given {
  const source: Source = {
    words: new Words(seed, mission.id, inputs),
    stream: (kind, key) => new Stream(seed, mission.id, kind, key),
    noted: (kind, key, value) => {
      inputs.drew(`${kind} ${key}`, value)
      return value
    },
  }
  const { stream, noted } = source
  return {
    ...namesFrom(source),
    ...numbersFrom(source),
    ...datesFrom(source),
    pick: (key, list) => {
      if (list.length === 0) throw new RangeError(`the list for "${key}" is empty, so nothing can be picked`)
      return noted('pick', key, stream('pick', key).pick(list))
    },
    subset: (key, list, count) => noted('subset', key, subset(stream('subset', key), list, count)),
    shuffled: (key, list) => noted('shuffled', key, stream('shuffled', key).shuffled(list)),
    distinct: (key, count, draw) => distinct(key, count, draw),
    suchThat: (key, draw, fits) => {
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const value = inputs.silently(() => draw(numbered(key, attempt)))
        // Drawn again, so that it is recorded.
        if (fits(value)) return draw(numbered(key, attempt))
      }
      throw new RangeError(`none of ${String(TRIES)} draws for "${key}" meets its condition`)
    },
  }
}

function subset<T>(stream: Stream, list: readonly T[], count: number): T[] {
  if (count > list.length) throw new RangeError(`a list of ${String(list.length)} has no subset of ${String(count)}`)
  const chosen = new Set(stream.shuffled([...list.keys()]).slice(0, count))
  return list.filter((_, index) => chosen.has(index))
}

function distinct<T>(key: string, count: number, draw: (key: string) => T): T[] {
  const values = new Map<string, T>()
  for (let attempt = 0; values.size < count; attempt += 1) {
    if (attempt === TRIES + count) throw new RangeError(`"${key}" does not have ${String(count)} different values`)
    const value = draw(numbered(key, attempt))
    if (!values.has(JSON.stringify(value))) values.set(JSON.stringify(value), value)
  }
  return [...values.values()]
}

/** The key of an attempt of a draw. */
function numbered(key: string, attempt: number): string {
  return `${key} ${String(attempt + 1)}`
}
