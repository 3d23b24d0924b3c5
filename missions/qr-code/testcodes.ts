import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

type Level = 'L' | 'M' | 'Q' | 'H'

const LEVELS: readonly Level[] = ['L', 'M', 'Q', 'H']
const PLEASE = 'Water the ferns on Friday'
/** Small letters alone, which no code can hold in less than a byte each: L, M, Q and H need ever larger codes. */
const HUNDRED = 'every level of error correction takes more room than the one below it and so the codes have to grow '
/** Pixels by which a border or a whole number of pixels for each module may change a picture. */
const TOLERANCE = 12

/** A sentence of so many characters, none of which stands in the code of another length. */
function sentence(length: number): string {
  return `${length} `.padEnd(length, 'the quick brown fox jumps over the lazy dog while ')
}

async function press({ element }: Fixtures, text: string): Promise<void> {
  await (await element('text_field')).fill(text)
  await (await element('show_button')).click()
}

/** Chooses the option that names this value and no other. */
async function choose({ element }: Fixtures, list: 'size_list' | 'level_list', value: string): Promise<void> {
  const field = await element(list)
  const option = field.locator('option', { hasText: new RegExp(String.raw`(?<!\w)${value}(?!\w)`) })
  await field.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
}

/** What a reader of QR codes reads out of the picture as it is shown; nothing where none is shown. */
async function read({ qrCode }: Fixtures, picture: Locator): Promise<{ text?: string; version?: number }> {
  const shown = picture.filter({ visible: true })
  if ((await shown.count()) === 0) return {}
  return (await qrCode(await shown.screenshot({ animations: 'disabled' }))) ?? {}
}

/** The picture holds this text; gives how large its code is. */
async function holds(fixtures: Fixtures, expected: string): Promise<number> {
  const { element, expect } = fixtures
  const picture = await element('code_picture')
  await expect(picture).toBeVisible()
  let code: Awaited<ReturnType<typeof read>> = {}
  const text = async () => {
    code = await read(fixtures, picture)
    return code.text
  }
  await expect.poll(text, 'what the picture holds').toBe(expected)
  return code.version ?? 0
}

/** From a fresh page, each text comes to stand in the picture. */
async function holdsEach(fixtures: Fixtures, texts: readonly string[]): Promise<void> {
  await fixtures.open('generator_url')
  for (const text of texts) {
    await press(fixtures, text)
    await holds(fixtures, text)
  }
}

/** How large the code of a long text is at a level. */
async function sizeAt(fixtures: Fixtures, level: Level): Promise<number> {
  await fixtures.open('generator_url')
  await choose(fixtures, 'level_list', level)
  await press(fixtures, HUNDRED)
  return holds(fixtures, HUNDRED)
}

async function expectSize(fixtures: Fixtures, pixels: number): Promise<void> {
  const { element, expect } = fixtures
  const picture = await element('code_picture')
  const off = async () => {
    const box = await picture.boundingBox()
    return Math.max(Math.abs((box?.width ?? 0) - pixels), Math.abs((box?.height ?? 0) - pixels))
  }
  await expect.poll(off, `pixels by which the picture is not ${pixels} wide and high`).toBeLessThanOrEqual(TOLERANCE)
}

/** What is saved when the link beside the picture is clicked. */
async function save({ element, expect, download, qrCode }: Fixtures): Promise<{ text: string; version: number }> {
  const link = await element('save_link')
  const { name, content } = await download(() => link.click())
  expect(name).toBe('qr-code.png')
  return (await qrCode(content)) ?? { text: '', version: 0 }
}

/** The text takes the code away for a message, and a good text brings another code in place of the message. */
async function refuses(fixtures: Fixtures, bad: string, word: RegExp, good: string): Promise<void> {
  const { page, element, expect } = fixtures
  await press(fixtures, PLEASE)
  await holds(fixtures, PLEASE)
  const picture = await element('code_picture')
  await press(fixtures, bad)
  const error = await element('error_text')
  await expect(error).toBeVisible()
  await expect(error).toHaveText(word, { useInnerText: true })
  await expect
    .poll(async () => (await read(fixtures, picture)).text, 'a code although there is a message')
    .toBe(undefined)
  const message = await error.innerText()
  await press(fixtures, good)
  await holds(fixtures, good)
  await expect(page.locator('body')).not.toContainText(message, { useInnerText: true })
}

export default {
  'plain-text': (fixtures) => holdsEach(fixtures, [PLEASE]),

  'new-text': (fixtures) => holdsEach(fixtures, ['Bring bread', 'Bring butter', 'A']),

  'web-address': (fixtures) => holdsEach(fixtures, ['https://example.org/a%20b/?q=1+2&lang=en;x=%C3%BC#part-2']),

  digits: (fixtures) => holdsEach(fixtures, ['0012', '900719925474099312345']),

  'any-alphabet': (fixtures) => holdsEach(fixtures, ['Grüße an Zoë Świętek, 東京!', 'Ну что, ½ € в день?']),

  'signs-of-html': async (fixtures) => {
    await holdsEach(fixtures, [`<b>Tom's</b> &amp; "pet" <img src="/none" onerror="alert('run')">`])
    fixtures.expect(fixtures.dialogs, 'dialogues that the text opened').toHaveLength(0)
  },

  'longest-text': (fixtures) => holdsEach(fixtures, [sentence(200)]),

  'picture-size': async (fixtures) => {
    await fixtures.open('generator_url')
    await press(fixtures, PLEASE)
    await holds(fixtures, PLEASE)
    await expectSize(fixtures, 400)
    await choose(fixtures, 'size_list', '600')
    await press(fixtures, PLEASE)
    await expectSize(fixtures, 600)
    await holds(fixtures, PLEASE)
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
    await press(fixtures, HUNDRED)
    fixtures.expect(await holds(fixtures, HUNDRED), 'the size without a choice').toBe(medium)
  },

  'save-picture': async (fixtures) => {
    const { expect, open } = fixtures
    await open('generator_url')
    for (const text of ['Feed the cat', 'Fütter die Katze']) {
      await press(fixtures, text)
      await holds(fixtures, text)
      expect((await save(fixtures)).text, 'what the saved picture holds').toBe(text)
    }
  },

  'save-level': async (fixtures) => {
    const shown = await sizeAt(fixtures, 'H')
    fixtures.expect(await save(fixtures)).toEqual({ text: HUNDRED, version: shown })
  },

  'refuse-empty': async (fixtures) => {
    await fixtures.open('generator_url')
    await refuses(fixtures, '', /\bempty\b/i, 'Mow the lawn')
    await refuses(fixtures, '   ', /\bempty\b/i, 'Rake the leaves')
  },

  'refuse-long': async (fixtures) => {
    await fixtures.open('generator_url')
    await refuses(fixtures, sentence(201), /\blong(?:er)?\b/i, sentence(200))
  },
} satisfies WebsiteTestcodes
