import { calendar } from '../../lib/exact/calendar.ts'
import { decimal } from '../../lib/exact/decimal.ts'
import type { Given, InputFixtures, SessionSetup, DateClass, DateRange, MonthClass } from '../../contracts/types.ts'
import { numbersFrom } from './numbers.ts'
import { blamingTestcode, onlyKnown } from '../misuse.ts'
import type { Source } from './source.ts'
import { Stream } from './stream.ts'
import { Words } from './words.ts'
import { containsPlainWord } from './plain-words.ts'

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

// ---- dates ---------------------------------------------------------------------------------------------------------

function datesFrom({ stream, noted }: Source): Pick<Given, 'date' | 'month'> {
  return {
    date: (key, options) => noted('date', key, oneOf(stream('date', key), daysOf(options).filter(fits(options)), key)),
    month: (key, options) => noted('month', key, oneOf(stream('month', key), monthsOf(options), key)),
  }
}

function oneOf(stream: Stream, candidates: readonly string[], key: string): string {
  if (candidates.length === 0) throw new RangeError(`no date in the range of "${key}" matches its conditions`)
  return stream.pick(candidates)
}

function daysOf({ from, to }: DateRange): string[] {
  return Array.from({ length: calendar.daysBetween(from, to) + 1 }, (_, days) => calendar.addDays(from, days))
}

function fits({ weekday, day, month, except = [] }: DateClass): (date: string) => boolean {
  return (date) => {
    const wanted = day === 'last' ? calendar.daysInMonth(date) : day
    return (
      (weekday === undefined || calendar.weekday(date) === weekday) &&
      (wanted === undefined || Number(date.slice(8)) === wanted) &&
      (month === undefined || Number(date.slice(5, 7)) === month) &&
      !except.includes(date)
    )
  }
}

function monthsOf({ from, to, days, begins, except = [] }: MonthClass): string[] {
  const firsts = daysOf({ from, to }).filter((date) => date.endsWith('-01'))
  const whole = firsts.filter((first) => calendar.addDays(first, calendar.daysInMonth(first) - 1) <= to)
  const fitting = whole.filter(
    (first) =>
      (days === undefined || calendar.daysInMonth(first) === days) &&
      (begins === undefined || calendar.weekday(first) === begins),
  )
  return fitting.map((first) => first.slice(0, 7)).filter((month) => !except.includes(month))
}

// ---- names ---------------------------------------------------------------------------------------------------------

type Names = Pick<
  Given,
  | 'word'
  | 'title'
  | 'person'
  | 'firstName'
  | 'personWithApostrophe'
  | 'nameWithUmlaut'
  | 'textWithMarkup'
  | 'company'
  | 'email'
  | 'phone'
  | 'city'
  | 'sentence'
  | 'paragraph'
  | 'password'
>

/** Draws of names and texts. Each consists of its own drawn words, which no other draw contains. */
function namesFrom({ words, stream, noted }: Source): Names {
  const name = (kind: string, key: string, part = 0) => capitalised(words.word(kind, key, part))
  const sentence = (kind: string, key: string, count: number) => {
    const fillers = stream(`${kind} fillers`, key)
    return `${[name(kind, key), ...Array.from({ length: count - 1 }, () => filler(fillers))].join(' ')}.`
  }
  return {
    word: (key) => noted('word', key, words.word('word', key)),
    title: (key) => {
      const rest = Array.from({ length: stream('title', key).index(2) + 1 }, (_, at) =>
        words.word('title', key, at + 1),
      )
      return noted('title', key, [name('title', key), ...rest].join(' '))
    },
    person: (key) => noted('person', key, `${name('person', key)} ${name('person', key, 1)}`),
    firstName: (key) => noted('firstName', key, name('firstName', key)),
    personWithApostrophe: (key) => {
      const kind = 'personWithApostrophe'
      return noted(kind, key, `${name(kind, key)} O'${name(kind, key, 1)}`)
    },
    nameWithUmlaut: (key) => {
      const kind = 'nameWithUmlaut'
      const prefix = stream(kind, key).pick(['Bä', 'Jö', 'Mü'])
      return noted(kind, key, `${name(kind, key)} ${prefix}${words.word(kind, key, 1)}`)
    },
    textWithMarkup: (key) => {
      const kind = 'textWithMarkup'
      const [first, second, third] = [0, 1, 2].map((part) => words.word(kind, key, part))
      return noted(kind, key, `<b>${first}</b> & "${second}" &lt; ${third}`)
    },
    company: (key) => {
      const form = stream('company', key).pick(['Brothers', 'Group', 'Holding', 'Partners'])
      return noted('company', key, `${name('company', key)} ${form}`)
    },
    email: (key) => {
      const [first, last, host] = [0, 1, 2].map((part) => words.word('email', key, part))
      return noted('email', key, `${first}.${last}@${host}.example`)
    },
    phone: (key) => {
      const digits = String(PHONES + words.number('phone', key))
      return noted('phone', key, `+49 151 ${digits.slice(0, 4)} ${digits.slice(4)}`)
    },
    city: (key) => noted('city', key, name('city', key)),
    sentence: (key, { words: count = 7 } = {}) => noted('sentence', key, sentence('sentence', key, count)),
    paragraph: (key) => {
      const count = stream('paragraph', key).index(3) + 3
      const lengths = stream('paragraph lengths', key)
      const sentences = Array.from({ length: count }, (_, at) =>
        sentence('paragraph', `${key} ${String(at)}`, lengths.index(8) + 5),
      )
      return noted('paragraph', key, sentences.join(' '))
    },
    password: (key, { length = 14 } = {}) =>
      noted('password', key, password(name('password', key), stream('password', key), length)),
  }
}

/** Offset that gives each word number eight digits. */
const PHONES = 20_000_000

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

const OPEN_SYLLABLES = Array.from('bdfghjklmnprstvwz').flatMap((consonant) =>
  Array.from('aeiou').map((vowel) => consonant + vowel),
)

/** A word of two to six letters. A drawn word is longer, so a filler never contains one. */
function filler(stream: Stream): string {
  for (;;) {
    const word = Array.from({ length: stream.index(3) + 1 }, () => stream.pick(OPEN_SYLLABLES)).join('')
    if (!containsPlainWord(word)) return word
  }
}

const DIGITS = Array.from('0123456789')
/** Characters without a meaning in shells, addresses and markup. */
const PUNCTUATION = Array.from('!-_.+=')

/** A drawn word followed by digits and punctuation, at least one of each. */
function password(word: string, stream: Stream, length: number): string {
  const most = length - word.length
  if (most < 3) throw new RangeError(`a password has at least ${String(word.length + 3)} characters`)
  const rest = Array.from({ length: most - 2 }, () => stream.pick([...DIGITS, ...PUNCTUATION]))
  return word + stream.shuffled([stream.pick(DIGITS), stream.pick(PUNCTUATION), ...rest]).join('')
}
