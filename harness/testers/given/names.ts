import type { Given } from '../../contracts/types.ts'
import type { Source } from './source.ts'
import { containsPlainWord } from './plain-words.ts'
import type { Stream } from './stream.ts'

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
export function namesFrom({ words, stream, noted }: Source): Names {
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
