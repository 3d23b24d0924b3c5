import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInBenchmark } from '../../../harness/benchmarks/index.ts'
import { calendar } from '../../../harness/lib/exact/calendar.ts'
import { decimal } from '../../../harness/lib/exact/decimal.ts'
import { TrialInputs } from '../../../harness/trial/inputs.ts'
import { givenFor } from '../../../harness/testers/given/given.ts'
import { WORD_COUNT, isUsable, permuteNumber, wordAt } from '../../../harness/testers/given/words.ts'
import type { Given } from '../../../harness/contracts/types.ts'
import { root } from '../../helpers.ts'
import { missionOf } from '../website.ts'

const MISSION = missionOf({}, {})

function givenOf(seed: string, mission = MISSION, inputs = new TrialInputs()): Given {
  return givenFor({ seed, mission, inputs })
}

const seeds = fc.string({ minLength: 1, maxLength: 20 })
const keys = fc.string({ maxLength: 20 })

/** A draw of each kind that is made of words, by the same key. */
const NAMES = {
  word: (given, key) => given.word(key),
  title: (given, key) => given.title(key),
  person: (given, key) => given.person(key),
  firstName: (given, key) => given.firstName(key),
  personWithApostrophe: (given, key) => given.personWithApostrophe(key),
  nameWithUmlaut: (given, key) => given.nameWithUmlaut(key),
  textWithMarkup: (given, key) => given.textWithMarkup(key),
  company: (given, key) => given.company(key),
  email: (given, key) => given.email(key),
  phone: (given, key) => given.phone(key),
  city: (given, key) => given.city(key),
  sentence: (given, key) => given.sentence(key),
  paragraph: (given, key) => given.paragraph(key),
  password: (given, key) => given.password(key),
} as const satisfies Record<string, (given: Given, key: string) => string>

const NUMBERS = {
  integer: (given, key) => given.integer(key, { from: -5, to: 1_000_000 }),
  decimal: (given, key) => given.decimal(key, { from: '-1.5', to: '99.9', decimals: 1 }),
  amount: (given, key) => given.amount(key, { from: '0.01', to: '1999.99' }),
  amounts: (given, key) => given.amountsThatFloatsGetWrong(key, { from: '0.01', to: 2000, count: 3 }),
  date: (given, key) => given.date(key, { from: '2024-01-01', to: '2026-12-31' }),
  month: (given, key) => given.month(key, { from: '2024-01-01', to: '2026-12-31' }),
  pick: (given, key) => given.pick(key, ['a', 'b', 'c']),
  subset: (given, key) => given.subset(key, [1, 2, 3, 4], 2),
  shuffled: (given, key) => given.shuffled(key, [1, 2, 3, 4]),
  distinct: (given, key) => given.distinct(key, 3, (each) => given.integer(each, { from: 1, to: 5 })),
  suchThat: (given, key) =>
    given.suchThat(
      key,
      (each) => given.integer(each, { from: 1, to: 9 }),
      (value) => value % 2 === 0,
    ),
} as const satisfies Record<string, (given: Given, key: string) => unknown>

const DRAWS: Readonly<Record<string, (given: Given, key: string) => unknown>> = { ...NAMES, ...NUMBERS }

describe('a draw', () => {
  it('depends only on seed, mission, kind and key, and not on earlier draws', () => {
    const names = Object.keys(DRAWS)
    fc.assert(
      fc.property(seeds, fc.shuffledSubarray(names, { minLength: 2 }), keys, (seed, order, key) => {
        const draw = (all: readonly string[]) => {
          const given = givenOf(seed)
          return new Map(all.map((name) => [name, DRAWS[name]?.(given, key)]))
        }
        const [first, second] = [draw(order), draw(order.toReversed())]
        for (const name of order) expect(second.get(name), name).toEqual(first.get(name))
      }),
    )
  })

  it('changes with the seed, the mission and the key', () => {
    for (const [name, draw] of Object.entries(NAMES)) {
      const values = [
        draw(givenOf('a'), 'key'),
        draw(givenOf('b'), 'key'),
        draw(givenOf('a', { ...MISSION, id: 'other' }), 'key'),
        draw(givenOf('a'), 'another key'),
      ]
      expect(new Set(values).size, name).toBe(values.length)
    }
  })

  it('is recorded as evidence, except for rejected attempts', () => {
    const inputs = new TrialInputs()
    const given = givenOf('s', MISSION, inputs)
    const task = given.title('task')
    const even = given.suchThat(
      'age',
      (key) => given.integer(key, { from: 1, to: 1000 }),
      (age) => age % 50 === 0,
    )
    expect(Object.values(inputs.draws())).toEqual([task, String(even)])
    inputs.begin()
    expect(inputs.draws()).toEqual({})
  })

  it('takes a bounded amount of evidence', () => {
    const inputs = new TrialInputs()
    const given = givenOf('s', MISSION, inputs)
    for (let at = 0; at < 500; at += 1) given.pick(`p${String(at)}`, ['x'.repeat(100_000)])
    expect(JSON.stringify(inputs.draws()).length).toBeLessThan(30_000)
  })
})

describe('words', () => {
  it('of different numbers are different under every seed', () => {
    const usable = fc.integer({ min: 0, max: WORD_COUNT - 1 }).filter(isUsable)
    fc.assert(
      fc.property(seeds, fc.uniqueArray(usable, { minLength: 2, maxLength: 50 }), (seed, numbers) => {
        const words = numbers.map((number) => wordAt(permuteNumber(number, seed)))
        expect(new Set(words).size).toBe(numbers.length)
      }),
    )
  })

  it('are never part of each other, in any kind of draw', () => {
    const kinds = Object.entries(NAMES)
    fc.assert(
      fc.property(seeds, fc.uniqueArray(keys, { minLength: 1, maxLength: 4 }), (seed, all) => {
        const given = givenOf(seed)
        const texts = kinds.flatMap(([kind, draw]) =>
          all.map((key) => ({ kind, text: draw(given, key).toLowerCase() })),
        )
        for (const one of texts)
          for (const other of texts) if (one !== other) expect(other.text, one.kind).not.toContain(one.text)
      }),
      { numRuns: 30 },
    )
  })

  it('contain no word of a mission or its interface', async () => {
    const spoken = await wordsOfMissions()
    const usable = Array.from({ length: 20_000 }, (_, at) => at * 500).filter(isUsable)
    expect(usable.length).toBeGreaterThan(10_000)
    for (const word of usable.map(wordAt)) {
      const contained = [...parts(word)].find((part) => spoken.has(part))
      expect(contained, word).toBeUndefined()
    }
  })

  it('throw for two keys that collide, under every seed', () => {
    // Found by trying: the numbers of these two keys are the same.
    for (const seed of ['a', 'b']) {
      const given = givenOf(seed)
      given.word('443')
      expect(() => given.word('800')).toThrow(/rename/)
    }
    // Rejected attempts claim no words.
    const given = givenOf('a')
    given.suchThat(
      'n',
      (key) => (key === 'n 1' ? given.word('443') : 'other'),
      (word) => word === 'other',
    )
    expect(given.word('800')).toBe(givenOf('a').word('443'))
  })

  /** Of four letters or more; shorter ones are too common to be told from syllables. */
  function* parts(word: string): Generator<string> {
    for (let from = 0; from < word.length; from += 1)
      for (let to = from + 4; to <= word.length; to += 1) yield word.slice(from, to)
  }

  async function wordsOfMissions(): Promise<Set<string>> {
    const files = (await builtInBenchmark().ids()).map((id) => `missions/${id}/mission.yaml`)
    const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))
    return new Set(
      texts
        .join(' ')
        .toLowerCase()
        .match(/[a-z]+/g),
    )
  }
})

describe('names and texts', () => {
  it('are of their class', () => {
    fc.assert(
      fc.property(seeds, keys, (seed, key) => {
        const given = givenOf(seed)
        expect(given.word(key)).toMatch(/^[a-z]{7}$/)
        expect(given.title(key)).toMatch(/^[A-Z][a-z]+( [a-z]+){1,2}$/)
        expect(given.person(key)).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
        expect(given.personWithApostrophe(key)).toMatch(/^[A-Z][a-z]+ O'[A-Z][a-z]+$/)
        expect(given.nameWithUmlaut(key)).toMatch(/[äöü]/)
        for (const part of ['<b>', '</b>', '&', '"', '>', '&lt;']) expect(given.textWithMarkup(key)).toContain(part)
        expect(given.email(key)).toMatch(/^[a-z]+\.[a-z]+@[a-z]+\.example$/)
        expect(given.phone(key)).toMatch(/^\+49 151 \d{4} \d{4}$/)
      }),
    )
  })

  it('have the requested number of words or characters', () => {
    const lengths = fc.integer({ min: 10, max: 64 })
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 40 }), lengths, (seed, words, length) => {
        const given = givenOf(seed)
        expect(given.sentence('s', { words }).split(' ')).toHaveLength(words)
        const password = given.password('p', { length })
        expect(password).toHaveLength(length)
        for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[!\-_.+=]/]) expect(password).toMatch(kind)
        expect(password).toMatch(/^[\x21-\x7e]+$/)
      }),
    )
    expect(() => givenOf('s').password('p', { length: 9 })).toThrow(RangeError)
  })
})

describe('numbers', () => {
  it('are in their range and not among the exceptions', () => {
    const cents = fc.integer({ min: -10_000, max: 10_000 })
    fc.assert(
      fc.property(seeds, cents, fc.integer({ min: 2, max: 50 }), fc.array(cents), (seed, least, width, others) => {
        const written = (value: number) => decimal.quotient(String(value), '100', 2)
        // One of the range is never among the exceptions.
        const free = least + (width % 2)
        const except = [least, least + 1, ...others].filter((value) => value !== free)
        const range = { from: written(least), to: written(least + width) }
        const amount = givenOf(seed).amount('key', { ...range, except: except.map(written) })
        expect(amount).toMatch(/^-?\d+\.\d\d$/)
        expect(decimal.compare(amount, range.from)).toBeGreaterThanOrEqual(0)
        expect(decimal.compare(amount, range.to)).toBeLessThanOrEqual(0)
        expect(except.map(written)).not.toContain(amount)
      }),
    )
  })

  it('reach both bounds with equal probability', () => {
    const counts = new Map<number, number>()
    const given = givenOf('fair')
    for (let at = 0; at < 6000; at += 1) {
      const value = given.integer(String(at), { from: 1, to: 6, except: [4] })
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted()).toEqual([1, 2, 3, 5, 6])
    // 1200 expected, standard deviation 31.
    for (const count of counts.values()) expect(Math.abs(count - 1200)).toBeLessThan(200)
  })

  it('throw for an empty range', () => {
    expect(() => givenOf('s').integer('key', { from: 2, to: 1 })).toThrow(RangeError)
    expect(() => givenOf('s').integer('key', { from: 1, to: 1, except: [1] })).toThrow(RangeError)
    expect(() => givenOf('s').decimal('key', { from: '0.05', to: 1, decimals: 1 })).toThrow(RangeError)
  })

  it('that floats get wrong are summed wrongly by floats', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 6 }), (seed, count) => {
        const { amounts, total } = givenOf(seed).amountsThatFloatsGetWrong('key', { count, from: '0.01', to: 2000 })
        expect(amounts).toHaveLength(count)
        expect(decimal.sum(amounts)).toBe(total)
        expect(String(amounts.map(Number).reduce((a, b) => a + b, 0))).not.toBe(String(Number(total)))
      }),
    )
  })

  it('throw if floats add every sum of the range correctly', () => {
    const whole = { count: 2, from: 1, to: '1.00' } as const
    expect(() => givenOf('s').amountsThatFloatsGetWrong('key', whole)).toThrow(/floats add all 2 amounts/)
  })
})

describe('dates', () => {
  const range = { from: '2020-01-01', to: '2032-12-31' }

  it('are of their class', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const given = givenOf(seed)
        const monday = given.date('monday', { ...range, weekday: 'Monday' })
        expect(calendar.weekday(monday)).toBe('Monday')
        expect(['2020-02-29', '2024-02-29', '2028-02-29', '2032-02-29']).toContain(
          given.date('leap', { ...range, month: 2, day: 29 }),
        )
        const last = given.date('last', { ...range, day: 'last' })
        expect(calendar.addDays(last, 1).endsWith('-01')).toBe(true)
        const month = given.month('month', { ...range, days: 30, begins: 'Sunday' })
        expect(calendar.daysInMonth(month)).toBe(30)
        expect(calendar.weekday(`${month}-01`)).toBe('Sunday')
      }),
      { numRuns: 20 },
    )
  })

  it('throw if no date of the range matches the conditions', () => {
    expect(() => givenOf('s').date('d', { from: '2025-01-01', to: '2025-12-31', month: 2, day: 29 })).toThrow(
      RangeError,
    )
    expect(() => givenOf('s').month('m', { from: '2025-01-02', to: '2025-02-27' })).toThrow(RangeError)
  })
})

describe('lists', () => {
  it('are picked from, cut and shuffled', () => {
    fc.assert(
      fc.property(seeds, fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 }), fc.nat(), (seed, list, n) => {
        const given = givenOf(seed)
        const count = n % (list.length + 1)
        expect(list).toContain(given.pick('p', list))
        const subset = given.subset('s', list, count)
        expect(list.filter((each) => subset.includes(each))).toEqual(subset)
        expect(subset).toHaveLength(count)
        expect(given.shuffled('h', list).toSorted()).toEqual(list.toSorted())
      }),
    )
  })

  it('of distinct values contain no value twice', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const given = givenOf(seed)
        const values = given.distinct('d', 6, (key) => given.integer(key, { from: 1, to: 6 }))
        expect(values.toSorted()).toEqual([1, 2, 3, 4, 5, 6])
      }),
    )
  })

  it('throw for impossible requests', () => {
    const given = givenOf('s')
    expect(() => given.pick('p', [])).toThrow(RangeError)
    expect(() => given.subset('s', [1], 2)).toThrow(RangeError)
    expect(() => given.distinct('d', 3, (key) => given.integer(key, { from: 1, to: 2 }))).toThrow(RangeError)
    expect(() =>
      given.suchThat(
        't',
        (key) => given.word(key),
        () => false,
      ),
    ).toThrow(RangeError)
  })
})
