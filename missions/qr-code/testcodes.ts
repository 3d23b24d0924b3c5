import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

type Level = 'L' | 'M' | 'Q' | 'H'

const LEVELS: readonly Level[] = ['L', 'M', 'Q', 'H']
/** Tolerance of the size, in pixels: for a border, or for modules of a whole number of pixels. */
const TOLERANCE = 12

/** A sentence with this number of characters. */
function sentence({ given }: Fixtures, key: string, length: number): string {
  return given
    .sentence(key, { words: 70 })
    .slice(0, length - 1)
    .padEnd(length, '!')
}

/** Small letters and spaces take a byte each, so each level needs a larger code. */
function hundred(fixtures: Fixtures): string {
  return sentence(fixtures, 'hundred', 101).slice(0, 100).replace(/ $/, 'x').toLowerCase()
}

async function press({ element }: Fixtures, text: string): Promise<void> {
  await (await element('text_field')).fill(text)
  await (await element('show_button')).click()
}

/** Chooses the option that contains this value and no other. */
async function choose(fixtures: Fixtures, list: 'size_list' | 'level_list', value: string): Promise<void> {
  await fixtures.choose(await fixtures.element(list), new RegExp(String.raw`(?<!\w)${value}(?!\w)`))
}

type Code = NonNullable<Awaited<ReturnType<Fixtures['qrCode']>>>

/** Returns a function that reads the QR code in the shown picture. It does not decode an unchanged picture again. */
function readerOf({ qrCode }: Fixtures, picture: Locator): () => Promise<Partial<Code>> {
  const shown = picture.filter({ visible: true })
  let last: Buffer | undefined
  let code: Partial<Code> = {}
  return async () => {
    if ((await shown.count()) === 0) return {}
    const look = await shown.screenshot({ animations: 'allow', caret: 'initial' })
    if (last?.equals(look) !== true) code = (await qrCode(look)) ?? {}
    last = look
    return code
  }
}

/** Expects the picture to contain this text. Returns the size of its code. */
async function holds(fixtures: Fixtures, expected: string): Promise<number> {
  const { element, expect } = fixtures
  const picture = await element('code_picture')
  await expect(picture).toBeVisible()
  const read = readerOf(fixtures, picture)
  let code: Partial<Code> = {}
  const text = async () => {
    code = await read()
    return code.text
  }
  await expect.poll(text, 'the text in the picture').toBe(expected)
  return code.version ?? 0
}

/** Opens the page and expects a picture of each text in turn. */
async function holdsEach(fixtures: Fixtures, texts: readonly string[]): Promise<void> {
  await fixtures.open('generator_url')
  for (const text of texts) {
    await press(fixtures, text)
    await holds(fixtures, text)
  }
}

/** The size of the code of a long text at this level. */
async function sizeAt(fixtures: Fixtures, level: Level): Promise<number> {
  await fixtures.open('generator_url')
  await choose(fixtures, 'level_list', level)
  await press(fixtures, hundred(fixtures))
  return holds(fixtures, hundred(fixtures))
}

async function expectSize(fixtures: Fixtures, pixels: number): Promise<void> {
  const { element, expect } = fixtures
  const picture = await element('code_picture')
  const off = async () => {
    const box = await picture.boundingBox()
    return Math.max(Math.abs((box?.width ?? 0) - pixels), Math.abs((box?.height ?? 0) - pixels))
  }
  await expect.poll(off, `the difference from ${pixels} pixels of width and height`).toBeLessThanOrEqual(TOLERANCE)
}

/** Clicks the link beside the picture, and reads the saved picture. */
async function save({ element, expect, download, qrCode }: Fixtures): Promise<{ text: string; version: number }> {
  const link = await element('save_link')
  const { name, content } = await download(() => link.click())
  expect(name).toBe('qr-code.png')
  return (await qrCode(content)) ?? { text: '', version: 0 }
}

/** Expects a bad text to replace the code by a message, and a good text to replace the message by another code. */
async function refuses(fixtures: Fixtures, bad: string, word: RegExp, good: string): Promise<void> {
  const { page, element, expect, given } = fixtures
  const before = given.sentence('before')
  await press(fixtures, before)
  await holds(fixtures, before)
  const picture = await element('code_picture')
  await press(fixtures, bad)
  const error = await element('error_text')
  await expect(error).toHaveText(word, { useInnerText: true })
  const readAgain = readerOf(fixtures, picture)
  await expect.poll(async () => (await readAgain()).text, 'no code beside the message').toBe(undefined)
  const message = await fixtures.read(error)
  await press(fixtures, good)
  await holds(fixtures, good)
  await expect(page.locator('body')).not.toContainText(message, { useInnerText: true })
}

export default {
  'plain-text': (fixtures) => holdsEach(fixtures, [fixtures.given.sentence('plain')]),

  'new-text': (fixtures) => {
    const { given } = fixtures
    return holdsEach(fixtures, [
      given.title('one'),
      given.title('another'),
      given.pick('letter', ['A', 'D', 'K', 'N', 'R', 'Z']),
    ])
  },

  'web-address': (fixtures) => {
    const { given } = fixtures
    const [one, other] = [given.word('host'), given.word('path')]
    const number = String(given.integer('number', { from: 10, to: 999 }))
    return holdsEach(fixtures, [`https://${one}.example/${other}%20b/?q=${number}+2&lang=en;x=%C3%BC#part-${number}`])
  },

  digits: (fixtures) => {
    const { given } = fixtures
    const small = given.integer('small', { from: 10, to: 99 })
    // Together they form a number that a float cannot represent exactly.
    const large = [0, 1, 2].map((part) => given.integer(`large ${String(part)}`, { from: 1_000_001, to: 9_999_999 }))
    return holdsEach(fixtures, [`00${String(small)}`, large.join('')])
  },

  'any-alphabet': (fixtures) => {
    const { given } = fixtures
    const [city, greeting] = [
      given.pick('city', ['東京', '北京', '서울', 'Αθήνα']),
      given.pick('greeting', ['Ну что', 'Ja još', 'Až']),
    ]
    return holdsEach(fixtures, [
      `Grüße an ${given.nameWithUmlaut('friend')} Świętek, ${city}!`,
      `${greeting}, ½ € в день, ${given.firstName('second')}?`,
    ])
  },

  'signs-of-html': async (fixtures) => {
    const { given } = fixtures
    const attack = `<img src="/none" onerror="alert('run')">`
    await holdsEach(fixtures, [
      `${given.personWithApostrophe('html')}: ${given.textWithMarkup('html')} &amp; ${attack}`,
    ])
    fixtures.expect(fixtures.dialogs, 'dialogues that the text opened').toHaveLength(0)
  },

  'longest-text': (fixtures) => holdsEach(fixtures, [sentence(fixtures, 'longest', 200)]),

  'picture-size': async (fixtures) => {
    const text = fixtures.given.sentence('sized')
    await fixtures.open('generator_url')
    await press(fixtures, text)
    await holds(fixtures, text)
    await expectSize(fixtures, 400)
    await choose(fixtures, 'size_list', '600')
    await press(fixtures, text)
    await expectSize(fixtures, 600)
    await holds(fixtures, text)
  },

  'correction-levels': async (fixtures) => {
    const sizes: number[] = []
    for (const level of LEVELS) sizes.push(await sizeAt(fixtures, level))
    const growing = [...new Set(sizes)].sort((a, b) => a - b)
    fixtures.expect(sizes, 'the sizes of L, M, Q and H').toEqual(growing)
    fixtures.expect(growing.length, 'different sizes').toBe(LEVELS.length)
  },

  'medium-at-first': async (fixtures) => {
    const medium = await sizeAt(fixtures, 'M')
    await fixtures.open('generator_url')
    await press(fixtures, hundred(fixtures))
    fixtures.expect(await holds(fixtures, hundred(fixtures)), 'the size without a choice').toBe(medium)
  },

  'save-picture': async (fixtures) => {
    const { expect, open, given } = fixtures
    await open('generator_url')
    for (const text of [given.sentence('saved'), given.nameWithUmlaut('saved')]) {
      await press(fixtures, text)
      await holds(fixtures, text)
      expect((await save(fixtures)).text, 'the text in the saved picture').toBe(text)
    }
  },

  'save-level': async (fixtures) => {
    const shown = await sizeAt(fixtures, 'H')
    fixtures.expect(await save(fixtures)).toEqual({ text: hundred(fixtures), version: shown })
  },

  'refuse-empty': async (fixtures) => {
    await fixtures.open('generator_url')
    await refuses(fixtures, '', /\bempty\b/i, fixtures.given.sentence('after nothing'))
    await refuses(fixtures, '   ', /\bempty\b/i, fixtures.given.sentence('after spaces'))
  },

  'refuse-long': async (fixtures) => {
    await fixtures.open('generator_url')
    const long = sentence(fixtures, 'too long', 201)
    await refuses(fixtures, long, /\blong(?:er)?\b/i, long.slice(1))
  },
} satisfies WebsiteTestcodes
