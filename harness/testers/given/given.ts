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

/** Values that a condition may refuse before the draw is taken to be impossible. */
const TRIES = 10_000

type InputSetup = Pick<SessionSetup, 'seed' | 'mission' | 'inputs'>

/** The fixtures for inputs, and for what is computed from them. */
export function inputFixtures(setup: InputSetup): InputFixtures {
  return {
    given: onlyKnown(blamingTestcode(givenFor(setup), 'given'), 'given'),
    // They compute with texts of the page, too, and what a page says wrong is the project's fault.
    decimal: onlyKnown(decimal, 'decimal'),
    calendar: onlyKnown(calendar, 'calendar'),
  }
}

/** The `given` of a trial. What is drawn depends on the seed, the mission, the kind of the draw and its key alone. */
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
      if (list.length === 0) throw new RangeError(`there is nothing to pick from for "${key}"`)
      return noted('pick', key, stream('pick', key).pick(list))
    },
    subset: (key, list, count) => noted('subset', key, subset(stream('subset', key), list, count)),
    shuffled: (key, list) => noted('shuffled', key, stream('shuffled', key).shuffled(list)),
    distinct: (key, count, draw) => distinct(key, count, draw),
    suchThat: (key, draw, fits) => {
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const value = inputs.silently(() => draw(numbered(key, attempt)))
        // Drawn once more, to be noted.
        if (fits(value)) return draw(numbered(key, attempt))
      }
      throw new RangeError(`nothing that is drawn for "${key}" fits`)
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
    if (attempt === TRIES + count) throw new RangeError(`there are no ${String(count)} different values for "${key}"`)
    const value = draw(numbered(key, attempt))
    if (!values.has(JSON.stringify(value))) values.set(JSON.stringify(value), value)
  }
  return [...values.values()]
}

/** Keys of the draws that a draw is made of. */
function numbered(key: string, attempt: number): string {
  return `${key} ${String(attempt + 1)}`
}
