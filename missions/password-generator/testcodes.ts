import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

type Kind = 'small' | 'capital' | 'digit' | 'symbol'
type Strength = 'weak' | 'fair' | 'strong'

const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const KINDS: Readonly<Record<Kind, string>> = {
  small: SMALL,
  capital: SMALL.toUpperCase(),
  digit: '0123456789',
  symbol: '!#$%&*+-=?@',
}
const NAMES = Object.keys(KINDS) as Kind[]
const ALL = Object.values(KINDS).join('')
const LOOKALIKES = 'lIO10'
const STRENGTHS: readonly Strength[] = ['weak', 'fair', 'strong']
/** Compares only the text that a person sees. */
const AS_SEEN = { useInnerText: true }
const [SHORTEST, LONGEST] = [8, 64]
/** After so many presses, everything possible at a place has appeared, except once in more than a billion times. */
const MANY = 40

/** Matches a password of this length that consists of exactly these kinds of characters, with at least one of each. */
function madeOf(kinds: readonly Kind[], length: number, without = ''): RegExp {
  const classes = kinds.map((kind) =>
    Array.from(KINDS[kind], (character) => (without.includes(character) ? '' : character.replace(/\W/, '\\$&'))).join(
      '',
    ),
  )
  const each = classes.map((characters) => `(?=.*[${characters}])`).join('')
  return new RegExp(`^${each}[${classes.join('')}]{${length}}$`)
}

/** The text of an element, or the value of a field. */
async function textOf({ page }: Fixtures, element: Locator): Promise<string> {
  const isField = (await element.and(page.locator('input, textarea')).count()) === 1
  return (isField ? await element.inputValue() : await element.innerText()).trim()
}

async function press({ element }: Fixtures): Promise<void> {
  await (await element('generate_button')).click()
}

async function chooseLength({ element }: Fixtures, length: number | string): Promise<void> {
  await (await element('length_field')).fill(String(length))
}

/** Ticks these kinds and no others. */
async function chooseKinds({ element }: Fixtures, kinds: readonly Kind[]): Promise<void> {
  for (const kind of NAMES) await (await element(`${kind}_box`)).setChecked(kinds.includes(kind))
}

/** Presses the button and waits for a password that matches and differs from the one before. */
async function next(fixtures: Fixtures, made: RegExp, before = ''): Promise<string> {
  const { element, expect } = fixtures
  await press(fixtures)
  const shown = await element('password_text')
  await expect(shown).toBeVisible()
  let password = before
  const isAnother = async () => {
    password = await textOf(fixtures, shown)
    return password === before ? 'the previous password' : password
  }
  await expect.poll(isAnother, 'another password').toMatch(made)
  return password
}

/** Generates up to so many passwords, and stops early once there are enough. */
async function passwords(
  fixtures: Fixtures,
  made: RegExp,
  most: number,
  enough: (all: readonly string[]) => boolean = () => false,
): Promise<readonly string[]> {
  const all: string[] = []
  while (all.length < most && !enough(all)) all.push(await next(fixtures, made, all.at(-1)))
  return all
}

/** The number of bits from which a password is fair, and the number from which it is strong. */
const FAIR_FROM = 50
const STRONG_FROM = 80

/** The strength of a password of this length if so many different characters are possible. */
function strengthOf(length: number, characters: number): Strength {
  const bits = length * Math.log2(characters)
  return bits < FAIR_FROM ? 'weak' : bits < STRONG_FROM ? 'fair' : 'strong'
}

/** Lengths just below and at each limit of strength for so many characters, and a drawn one, in a drawn order. */
function lengthsAround({ given }: Fixtures, key: string, characters: number): number[] {
  const limits = [FAIR_FROM, STRONG_FROM].map((bits) => Math.ceil(bits / Math.log2(characters)))
  const around = limits.flatMap((limit) => [limit - 1, limit])
  const lengths = [...around, given.integer(`${key} length`, { from: SHORTEST, to: LONGEST })]
  const possible = lengths.filter((length) => length >= SHORTEST && length <= LONGEST)
  return given.shuffled(`${key} order`, [...new Set(possible)])
}

/** Expects the word for the strength of a new password, and none of the other words. */
async function expectStrength(fixtures: Fixtures, length: number, strength: Strength): Promise<void> {
  const { element, expect } = fixtures
  await chooseLength(fixtures, length)
  await press(fixtures)
  const shown = await element('strength_text')
  const others = STRENGTHS.filter((word) => word !== strength)
  await expect(shown, `the strength of ${String(length)} characters`).toHaveText(wordOf([strength]), AS_SEEN)
  await expect(shown, `the strength of ${String(length)} characters`).not.toHaveText(wordOf(others), AS_SEEN)
}

const wordOf = (words: readonly string[]): RegExp => new RegExp(String.raw`\b(?:${words.join('|')})\b`, 'i')

/** Checks the strength at each length around the limits, with these kinds of characters. */
async function expectStrengths(
  fixtures: Fixtures,
  kinds: readonly Kind[],
  { without = '', among = 'all' }: { readonly without?: string; readonly among?: string } = {},
): Promise<void> {
  const characters = kinds.flatMap((kind) => Array.from(KINDS[kind])).filter((each) => !without.includes(each))
  for (const length of lengthsAround(fixtures, `${among} ${kinds.join(' ')}`, characters.length)) {
    if (kinds.length < NAMES.length) await chooseKinds(fixtures, kinds)
    if (without !== '') await (await fixtures.element('lookalike_box')).setChecked(true)
    await expectStrength(fixtures, length, strengthOf(length, characters.length))
  }
}

/** Expects a message, and neither a password nor a strength. */
async function expectRefusal(
  fixtures: Fixtures,
  [password, strength]: readonly [Locator, Locator],
  message: RegExp,
  not?: RegExp,
): Promise<void> {
  const { element, expect } = fixtures
  const error = await element('error_text')
  await expect(error).toHaveText(message, AS_SEEN)
  if (not) await expect(error).not.toHaveText(not, AS_SEEN)
  // Their elements may be removed, hidden or empty, or may hold the message.
  const passwordNow = password.filter({ visible: true })
  const shown = async () => ((await passwordNow.count()) === 0 ? '' : textOf(fixtures, passwordNow))
  await expect.poll(shown, 'no password').not.toMatch(/^[\w!#$%&*+\-=?@]{8,}$/)
  const words = async () => (await strength.filter({ visible: true }).allInnerTexts()).join(' ')
  await expect.poll(words, 'no strength').not.toMatch(/\b(?:weak|fair|strong)\b/i)
}

export default {
  'first-password': async (fixtures) => {
    await fixtures.open('generator_url')
    await next(fixtures, madeOf(NAMES, 16))
  },

  'always-another': async (fixtures) => {
    await fixtures.open('generator_url')
    const all = await passwords(fixtures, madeOf(NAMES, 16), 10)
    fixtures.expect(new Set(all).size, 'different passwords').toBe(10)
    await fixtures.open('generator_url')
    fixtures.expect(all, 'the earlier passwords').not.toContain(await next(fixtures, madeOf(NAMES, 16)))
  },

  'every-character': async (fixtures) => {
    await fixtures.open('generator_url')
    const length = fixtures.given.integer('long enough', { from: 56, to: 64 })
    await chooseLength(fixtures, length)
    const missing = (all: readonly string[]) => Array.from(ALL).filter((character) => !all.join('').includes(character))
    const all = await passwords(fixtures, madeOf(NAMES, length), MANY, (some) => missing(some).length === 0)
    fixtures.expect(missing(all).join(''), 'characters that never appeared').toBe('')
  },

  'any-place': async (fixtures) => {
    await fixtures.open('generator_url')
    const length = fixtures.given.integer('short enough', { from: 8, to: 11 })
    await chooseLength(fixtures, length)
    const kindsAt = (all: readonly string[], place: number) =>
      NAMES.filter((kind) => all.some((password) => KINDS[kind].includes(password.at(place) ?? ' ')))
    const varied = (all: readonly string[]) => [0, -1].every((place) => kindsAt(all, place).length > 1)
    const all = await passwords(fixtures, madeOf(NAMES, length), MANY, varied)
    fixtures.expect(kindsAt(all, 0).length, 'kinds in the first place').toBeGreaterThan(1)
    fixtures.expect(kindsAt(all, -1).length, 'kinds in the last place').toBeGreaterThan(1)
  },

  'chosen-length': async (fixtures) => {
    await fixtures.open('generator_url')
    for (const length of [SHORTEST, fixtures.given.integer('length', { from: 17, to: 63 }), LONGEST]) {
      await chooseLength(fixtures, length)
      await next(fixtures, madeOf(NAMES, length))
    }
  },

  'one-kind': async (fixtures) => {
    const { given, open } = fixtures
    await open('generator_url')
    const length = given.integer('length of one kind', { from: 20, to: 40 })
    for (const kind of given.shuffled('kinds', NAMES)) {
      await chooseLength(fixtures, length)
      await chooseKinds(fixtures, [kind])
      await next(fixtures, madeOf([kind], length))
    }
  },

  'two-kinds': async (fixtures) => {
    await fixtures.open('generator_url')
    const kinds = fixtures.given.subset('two kinds', NAMES, 2)
    let last = ''
    for (let time = 0; time < 8; time += 1) {
      await chooseLength(fixtures, SHORTEST)
      await chooseKinds(fixtures, kinds)
      last = await next(fixtures, madeOf(kinds, SHORTEST), last)
    }
  },

  'every-kind': async (fixtures) => {
    await fixtures.open('generator_url')
    const length = fixtures.given.integer('hardly long enough', { from: 8, to: 9 })
    await chooseLength(fixtures, length)
    await passwords(fixtures, madeOf(NAMES, length), 12)
  },

  'no-lookalikes': async (fixtures) => {
    const { open, element, given } = fixtures
    await open('generator_url')
    const length = given.integer('long without look-alikes', { from: 56, to: 64 })
    await chooseLength(fixtures, length)
    await (await element('lookalike_box')).setChecked(true)
    await passwords(fixtures, madeOf(NAMES, length, LOOKALIKES), 10)
  },

  'lookalikes-again': async (fixtures) => {
    const { open, element, expect, given } = fixtures
    await open('generator_url')
    const length = given.integer('long with look-alikes', { from: 56, to: 64 })
    await chooseLength(fixtures, length)
    await (await element('lookalike_box')).setChecked(true)
    const last = await next(fixtures, madeOf(NAMES, length, LOOKALIKES))
    await (await element('lookalike_box')).setChecked(false)
    const has = (all: readonly string[]) => all.some((password) => /[lIO10]/.test(password))
    expect(last).not.toMatch(/[lIO10]/)
    expect(has(await passwords(fixtures, madeOf(NAMES, length), MANY, has)), 'look-alikes').toBe(true)
  },

  'choices-stay': async (fixtures) => {
    const { open, element, expect, given } = fixtures
    await open('generator_url')
    const kinds = given.subset('kinds that stay', NAMES, 3)
    const length = given.integer('length that stays', { from: 17, to: 40 })
    await chooseLength(fixtures, length)
    await chooseKinds(fixtures, kinds)
    await (await element('lookalike_box')).setChecked(true)
    await passwords(fixtures, madeOf(kinds, length, LOOKALIKES), 2)
    await expect(await element('length_field')).toHaveValue(String(length))
    for (const kind of NAMES) await expect(await element(`${kind}_box`)).toBeChecked({ checked: kinds.includes(kind) })
    await expect(await element('lookalike_box')).toBeChecked()
  },

  'strength-of-lengths': async (fixtures) => {
    await fixtures.open('generator_url')
    await expectStrengths(fixtures, NAMES)
  },

  'strength-of-digits': async (fixtures) => {
    await fixtures.open('generator_url')
    await expectStrengths(fixtures, ['digit'])
    await expectStrengths(fixtures, fixtures.given.subset('kinds of strength', NAMES, 2))
  },

  'strength-without-lookalikes': async (fixtures) => {
    const { open, given } = fixtures
    await open('generator_url')
    const letters = given.pick('letters', ['small', 'capital'] as const)
    await expectStrengths(fixtures, ['digit'], { without: LOOKALIKES, among: 'distinct' })
    await expectStrengths(fixtures, [letters, 'digit'], { without: LOOKALIKES, among: 'distinct' })
  },

  'refuse-length': async (fixtures) => {
    const { page, open, element, expect, given } = fixtures
    await open('generator_url')
    const fraction = `${String(given.integer('broken length', { from: 10, to: 60 }))}.5`
    for (const length of [String(SHORTEST - 1), String(LONGEST + 1), fraction, '']) {
      await chooseLength(fixtures, SHORTEST)
      await next(fixtures, madeOf(NAMES, SHORTEST))
      const shown = [await element('password_text'), await element('strength_text')] as const
      await chooseLength(fixtures, length)
      await press(fixtures)
      await expectRefusal(fixtures, shown, /\blength\b/i)
    }
    const message = await fixtures.read(await element('error_text'))
    await chooseLength(fixtures, LONGEST)
    await next(fixtures, madeOf(NAMES, LONGEST))
    await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
  },

  'refuse-no-kind': async (fixtures) => {
    const { page, open, element, expect } = fixtures
    await open('generator_url')
    await next(fixtures, madeOf(NAMES, 16))
    const shown = [await element('password_text'), await element('strength_text')] as const
    await chooseKinds(fixtures, [])
    await press(fixtures)
    await expectRefusal(fixtures, shown, /\bkinds?\b/i, /\blength\b/i)
    const message = await fixtures.read(await element('error_text'))
    const kind = fixtures.given.pick('one kind again', NAMES)
    await chooseKinds(fixtures, [kind])
    await next(fixtures, madeOf([kind], 16))
    await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
  },
} satisfies WebsiteTestcodes
