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
/** Presses after which a character or a place that can come has come, but for one time in more than a billion. */
const MANY = 40

/** What a password is made of: this many characters, of these kinds alone, with one of each at least. */
function madeOf(kinds: readonly Kind[], length: number, without = ''): RegExp {
  const classes = kinds.map((kind) =>
    Array.from(KINDS[kind], (character) => (without.includes(character) ? '' : character.replace(/\W/, '\\$&'))).join(
      '',
    ),
  )
  const each = classes.map((characters) => `(?=.*[${characters}])`).join('')
  return new RegExp(`^${each}[${classes.join('')}]{${length}}$`)
}

/** What an element shows: a text, or a field that holds one. */
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

/** Presses the button and waits for another password than the one before, made as it should be. */
async function next(fixtures: Fixtures, made: RegExp, before = ''): Promise<string> {
  const { element, expect } = fixtures
  await press(fixtures)
  const shown = await element('password_text')
  await expect(shown).toBeVisible()
  await expect.poll(() => textOf(fixtures, shown), 'another password').not.toBe(before)
  await expect.poll(() => textOf(fixtures, shown)).toMatch(made)
  return textOf(fixtures, shown)
}

/** So many passwords, one after the other, or fewer once there are enough. */
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

/** The word for the strength of a new password. */
async function expectStrength(fixtures: Fixtures, length: number, strength: Strength): Promise<void> {
  const { element, expect } = fixtures
  await chooseLength(fixtures, length)
  await press(fixtures)
  const shown = await element('strength_text')
  const words = async () => {
    const text = await shown.innerText()
    return STRENGTHS.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
  }
  await expect(shown).toBeVisible()
  await expect.poll(words, `the strength of ${length} characters`).toEqual([strength])
}

/** A message has come, and password and strength have gone. */
async function expectRefusal(
  fixtures: Fixtures,
  [password, strength]: readonly [Locator, Locator],
  message: RegExp,
  not?: RegExp,
): Promise<void> {
  const { element, expect } = fixtures
  const error = await element('error_text')
  await expect(error).toBeVisible()
  await expect(error).toHaveText(message, { useInnerText: true })
  if (not) await expect(error).not.toHaveText(not, { useInnerText: true })
  // Their elements may be gone, hidden, empty, or hold the message by now.
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
  },

  'every-character': async (fixtures) => {
    await fixtures.open('generator_url')
    await chooseLength(fixtures, 64)
    const missing = (all: readonly string[]) => Array.from(ALL).filter((character) => !all.join('').includes(character))
    const all = await passwords(fixtures, madeOf(NAMES, 64), MANY, (some) => missing(some).length === 0)
    fixtures.expect(missing(all).join(''), 'characters that never turned up').toBe('')
  },

  'any-place': async (fixtures) => {
    await fixtures.open('generator_url')
    await chooseLength(fixtures, 8)
    const kindsAt = (all: readonly string[], place: number) =>
      NAMES.filter((kind) => all.some((password) => KINDS[kind].includes(password.at(place) ?? ' ')))
    const varied = (all: readonly string[]) => [0, -1].every((place) => kindsAt(all, place).length > 1)
    const all = await passwords(fixtures, madeOf(NAMES, 8), MANY, varied)
    fixtures.expect(kindsAt(all, 0).length, 'kinds in the first place').toBeGreaterThan(1)
    fixtures.expect(kindsAt(all, -1).length, 'kinds in the last place').toBeGreaterThan(1)
  },

  'chosen-length': async (fixtures) => {
    await fixtures.open('generator_url')
    for (const length of [8, 24, 64]) {
      await chooseLength(fixtures, length)
      await next(fixtures, madeOf(NAMES, length))
    }
  },

  'one-kind': async (fixtures) => {
    await fixtures.open('generator_url')
    for (const kind of NAMES) {
      await chooseLength(fixtures, 32)
      await chooseKinds(fixtures, [kind])
      await next(fixtures, madeOf([kind], 32))
    }
  },

  'two-kinds': async (fixtures) => {
    await fixtures.open('generator_url')
    let last = ''
    for (let time = 0; time < 8; time += 1) {
      await chooseLength(fixtures, 8)
      await chooseKinds(fixtures, ['capital', 'digit'])
      last = await next(fixtures, madeOf(['capital', 'digit'], 8), last)
    }
  },

  'every-kind': async (fixtures) => {
    await fixtures.open('generator_url')
    await chooseLength(fixtures, 8)
    await passwords(fixtures, madeOf(NAMES, 8), 12)
  },

  'no-lookalikes': async (fixtures) => {
    const { open, element } = fixtures
    await open('generator_url')
    await chooseLength(fixtures, 64)
    await (await element('lookalike_box')).setChecked(true)
    await passwords(fixtures, madeOf(NAMES, 64, LOOKALIKES), 10)
  },

  'lookalikes-again': async (fixtures) => {
    const { open, element, expect } = fixtures
    await open('generator_url')
    await chooseLength(fixtures, 64)
    await (await element('lookalike_box')).setChecked(true)
    const last = await next(fixtures, madeOf(NAMES, 64, LOOKALIKES))
    await (await element('lookalike_box')).setChecked(false)
    const has = (all: readonly string[]) => all.some((password) => /[lIO10]/.test(password))
    expect(last).not.toMatch(/[lIO10]/)
    expect(has(await passwords(fixtures, madeOf(NAMES, 64), MANY, has)), 'look-alikes').toBe(true)
  },

  'choices-stay': async (fixtures) => {
    const { open, element, expect } = fixtures
    await open('generator_url')
    const kinds: readonly Kind[] = ['small', 'capital', 'digit']
    await chooseLength(fixtures, 20)
    await chooseKinds(fixtures, kinds)
    await (await element('lookalike_box')).setChecked(true)
    await passwords(fixtures, madeOf(kinds, 20, LOOKALIKES), 2)
    await expect(await element('length_field')).toHaveValue('20')
    for (const kind of NAMES) await expect(await element(`${kind}_box`)).toBeChecked({ checked: kinds.includes(kind) })
    await expect(await element('lookalike_box')).toBeChecked()
  },

  'strength-of-lengths': async (fixtures) => {
    await fixtures.open('generator_url')
    await expectStrength(fixtures, 8, 'weak')
    await expectStrength(fixtures, 9, 'fair')
    await expectStrength(fixtures, 13, 'strong')
    await expectStrength(fixtures, 12, 'fair')
    await expectStrength(fixtures, 64, 'strong')
  },

  'strength-of-digits': async (fixtures) => {
    await fixtures.open('generator_url')
    for (const [length, strength] of [
      [15, 'weak'],
      [16, 'fair'],
      [25, 'strong'],
      [24, 'fair'],
    ] as const) {
      await chooseKinds(fixtures, ['digit'])
      await expectStrength(fixtures, length, strength)
    }
  },

  'strength-without-lookalikes': async (fixtures) => {
    const { open, element } = fixtures
    await open('generator_url')
    for (const [length, strength] of [
      [16, 'weak'],
      [17, 'fair'],
    ] as const) {
      await chooseKinds(fixtures, ['digit'])
      await (await element('lookalike_box')).setChecked(true)
      await expectStrength(fixtures, length, strength)
    }
  },

  'refuse-length': async (fixtures) => {
    const { page, open, element, expect } = fixtures
    await open('generator_url')
    for (const length of ['7', '65', '12.5', '']) {
      await chooseLength(fixtures, 8)
      await next(fixtures, madeOf(NAMES, 8))
      const shown = [await element('password_text'), await element('strength_text')] as const
      await chooseLength(fixtures, length)
      await press(fixtures)
      await expectRefusal(fixtures, shown, /\blength\b/i)
    }
    const message = await (await element('error_text')).innerText()
    await chooseLength(fixtures, 64)
    await next(fixtures, madeOf(NAMES, 64))
    await expect(page.locator('body')).not.toContainText(message, { useInnerText: true })
  },

  'refuse-no-kind': async (fixtures) => {
    const { page, open, element, expect } = fixtures
    await open('generator_url')
    await next(fixtures, madeOf(NAMES, 16))
    const shown = [await element('password_text'), await element('strength_text')] as const
    await chooseKinds(fixtures, [])
    await press(fixtures)
    await expectRefusal(fixtures, shown, /\bkinds?\b/i, /\blength\b/i)
    const message = await (await element('error_text')).innerText()
    await chooseKinds(fixtures, ['digit'])
    await next(fixtures, madeOf(['digit'], 16))
    await expect(page.locator('body')).not.toContainText(message, { useInnerText: true })
  },
} satisfies WebsiteTestcodes
