import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

type Model = 'Basic' | 'Plus' | 'Pro'
type Word = 'name' | 'address' | 'message'

interface Letter {
  readonly name: string
  readonly address: string
  readonly message: string
}

const PAGES = [
  { link: 'Home', heading: 'Aurora 3' },
  { link: 'Features', heading: 'Features' },
  { link: 'Prices', heading: 'Prices' },
  { link: 'Contact', heading: 'Contact' },
] as const
const [FRONT, SIDE, ABOVE] = ['From the front', 'From the side', 'From above'] as const
const QUESTIONS = [
  { question: 'How large is the tank?', answer: '1.8 litres' },
  { question: 'How long does it take to heat up?', answer: '40 seconds' },
  { question: 'Does it take capsules?', answer: 'ground coffee' },
] as const
const LETTER: Letter = { name: 'Ada', address: 'ada@example.org', message: 'When is it in stock?' }
const WORDS: readonly Word[] = ['name', 'address', 'message']

/** Text is compared as it is seen: without what is hidden. */
const AS_SEEN = { useInnerText: true }

/** A link of the navigation; the same one may stand at the foot of the page too. */
function linkTo({ page }: Fixtures, name: string): Locator {
  return page.getByRole('link', { name, exact: true }).filter({ visible: true }).first()
}

async function press({ element }: Fixtures, parameter: string): Promise<void> {
  await (await element(parameter)).click()
}

/** This caption is on view and no other. */
async function seesCaption({ element, expect }: Fixtures, caption: string): Promise<void> {
  const shown = await element('caption_text')
  await expect(shown).toBeVisible()
  await expect(shown).toHaveText(new RegExp(caption, 'i'), AS_SEEN)
  for (const other of [FRONT, SIDE, ABOVE].filter((name) => name !== caption))
    await expect(shown).not.toHaveText(new RegExp(other, 'i'), AS_SEEN)
}

/** The picture as it looks now. */
async function pictureOf({ element }: Fixtures): Promise<string> {
  return (await (await element('gallery_picture')).screenshot({ animations: 'disabled' })).toString('base64')
}

/** An answer on view; one that is folded away leaves the viewport though it has a size of its own. */
function answerOf({ page }: Fixtures, answer: string): Locator {
  return page.getByText(answer).filter({ visible: true })
}

async function seesAnswer(fixtures: Fixtures, answer: string): Promise<void> {
  const shown = answerOf(fixtures, answer)
  await fixtures.expect(shown).toBeVisible()
  await shown.scrollIntoViewIfNeeded()
  await fixtures.expect(shown).toBeInViewport()
}

/** What is clicked may hold more than the question, such as a sign that it folds out. */
async function click({ page }: Fixtures, question: string): Promise<void> {
  await page.getByText(question).filter({ visible: true }).first().click()
}

async function compute(fixtures: Fixtures, model: Model, quantity: number | string): Promise<void> {
  const { element } = fixtures
  const list = await element('model_list')
  const option = list.locator('option', { hasText: new RegExp(String.raw`\b${model}\b`) })
  await list.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
  await (await element('quantity_field')).fill(String(quantity))
  await press(fixtures, 'price_button')
}

/** An amount as the only number of its element. */
async function seesAmount({ element, expect }: Fixtures, parameter: string, amount: string): Promise<void> {
  const shown = await element(parameter)
  await expect(shown).toBeVisible()
  await expect(shown).toHaveText(new RegExp(String.raw`^[^\d.,-]*${amount.replace('.', '\\.')}\s*EUR\D*$`), AS_SEEN)
}

async function seesPrices(fixtures: Fixtures, price: string, shipping: string, total: string): Promise<void> {
  await seesAmount(fixtures, 'price_text', price)
  await seesAmount(fixtures, 'shipping_text', shipping)
  await seesAmount(fixtures, 'total_text', total)
}

/** A message about the quantity has come, and no amount is left in the elements of the prices. */
async function seesQuantityError({ element, expect }: Fixtures, prices: readonly Locator[]): Promise<string> {
  const error = await element('quantity_error')
  await expect(error).toBeVisible()
  await expect(error).toHaveText(/\bquantity\b/i, AS_SEEN)
  for (const price of prices) {
    const text = async () => (await price.filter({ visible: true }).allInnerTexts()).join(' ')
    await expect.poll(text, 'no amount beside the message').not.toMatch(/\d\.\d\d/)
  }
  return error.innerText()
}

async function send(fixtures: Fixtures, letter: Letter): Promise<void> {
  for (const word of WORDS) await (await fixtures.element(`${word}_field`)).fill(letter[word])
  await press(fixtures, 'send_button')
}

function thanks({ page }: Fixtures): Locator {
  return page.getByText(/\bthank you,/i).filter({ visible: true })
}

async function seesThanks(fixtures: Fixtures, name: string): Promise<void> {
  const { element, expect } = fixtures
  const shown = await element('thanks_text')
  await expect(shown).toBeVisible()
  await expect(shown).toContainText(`Thank you, ${name}`, AS_SEEN)
  for (const word of WORDS) await expect(await element(`${word}_field`)).toHaveValue('')
}

/** From a fresh page the letter is refused for one reason, and what was typed stays. */
async function refuses(fixtures: Fixtures, letter: Letter, wrong: Word): Promise<void> {
  const { open, element, expect } = fixtures
  await open('contact_url')
  await send(fixtures, letter)
  const error = await element('contact_error')
  await expect(error).toBeVisible()
  for (const word of WORDS) {
    const named = new RegExp(String.raw`\b${word}\b`, 'i')
    await (word === wrong ? expect(error) : expect(error).not).toHaveText(named, AS_SEEN)
    const field = await element(`${word}_field`)
    await expect.poll(async () => (await field.inputValue()).trim(), word).toBe(letter[word].trim())
  }
  await expect(thanks(fixtures)).toHaveCount(0)
}

export default {
  'go-between-pages': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('home_url')
    await expect(page.getByRole('heading', { name: 'Aurora 3', exact: true }).first()).toBeVisible()
    const addresses = new Set([page.url()])
    const [home, features, prices, contact] = PAGES
    for (const { link, heading } of [features, prices, contact, home, contact, prices, features, home]) {
      for (const { link: name } of PAGES) await expect(linkTo(fixtures, name), `a link "${name}"`).toBeVisible()
      const before = page.url()
      await linkTo(fixtures, link).click()
      await expect(page).not.toHaveURL(before)
      await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
      addresses.add(page.url())
    }
    expect(addresses.size, 'different addresses').toBeGreaterThanOrEqual(PAGES.length)
  },

  'leaf-forward': async (fixtures) => {
    await fixtures.open('home_url')
    await seesCaption(fixtures, FRONT)
    for (const caption of [SIDE, ABOVE, FRONT, SIDE]) {
      await press(fixtures, 'next_button')
      await seesCaption(fixtures, caption)
    }
  },

  'leaf-back': async (fixtures) => {
    await fixtures.open('home_url')
    await seesCaption(fixtures, FRONT)
    for (const caption of [ABOVE, SIDE, FRONT, ABOVE]) {
      await press(fixtures, 'previous_button')
      await seesCaption(fixtures, caption)
    }
    await press(fixtures, 'next_button')
    await seesCaption(fixtures, FRONT)
  },

  'three-pictures': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('home_url')
    await seesCaption(fixtures, FRONT)
    const seen = [await pictureOf(fixtures)]
    for (const caption of [SIDE, ABOVE]) {
      await press(fixtures, 'next_button')
      await page.mouse.move(0, 0)
      await seesCaption(fixtures, caption)
      let picture = ''
      const isNew = async () => {
        picture = await pictureOf(fixtures)
        return !seen.includes(picture)
      }
      await expect.poll(isNew, `a picture of its own for "${caption}"`).toBe(true)
      seen.push(picture)
    }
    await press(fixtures, 'next_button')
    await page.mouse.move(0, 0)
    await seesCaption(fixtures, FRONT)
    await expect.poll(async () => (await pictureOf(fixtures)) === seen[0], 'the first picture again').toBe(true)
  },

  'answers-appear': async (fixtures) => {
    const { expect, open } = fixtures
    await open('features_url')
    for (const { answer } of QUESTIONS) await expect(answerOf(fixtures, answer)).not.toBeInViewport()
    for (const { question, answer } of QUESTIONS) {
      await click(fixtures, question)
      await seesAnswer(fixtures, answer)
    }
  },

  'answers-disappear': async (fixtures) => {
    const { expect, open } = fixtures
    await open('features_url')
    for (const { question, answer } of QUESTIONS) {
      await click(fixtures, question)
      await seesAnswer(fixtures, answer)
      await click(fixtures, question)
      await expect(answerOf(fixtures, answer)).not.toBeInViewport()
      await click(fixtures, question)
      await seesAnswer(fixtures, answer)
    }
  },

  'one-machine': async (fixtures) => {
    await fixtures.open('prices_url')
    await compute(fixtures, 'Plus', 1)
    await seesPrices(fixtures, '333.00', '19.90', '352.90')
    await compute(fixtures, 'Basic', 1)
    await seesPrices(fixtures, '220.00', '19.90', '239.90')
    await compute(fixtures, 'Pro', 1)
    await seesPrices(fixtures, '500.00', '19.90', '519.90')
  },

  'several-machines': async (fixtures) => {
    await fixtures.open('prices_url')
    await compute(fixtures, 'Basic', 4)
    await seesPrices(fixtures, '880.00', '19.90', '899.90')
    await compute(fixtures, 'Basic', 2)
    await seesPrices(fixtures, '440.00', '19.90', '459.90')
  },

  'discount-from-five': async (fixtures) => {
    await fixtures.open('prices_url')
    for (const [model, quantity, price] of [
      ['Plus', 4, '1332.00'],
      ['Plus', 5, '1498.50'],
      ['Plus', 7, '2097.90'],
      ['Pro', 20, '9000.00'],
    ] as const) {
      await compute(fixtures, model, quantity)
      await seesAmount(fixtures, 'price_text', price)
    }
  },

  'shipping-from-thousand': async (fixtures) => {
    await fixtures.open('prices_url')
    await compute(fixtures, 'Plus', 3)
    await seesPrices(fixtures, '999.00', '19.90', '1018.90')
    await compute(fixtures, 'Pro', 2)
    await seesPrices(fixtures, '1000.00', '0.00', '1000.00')
  },

  'shipping-after-discount': async (fixtures) => {
    await fixtures.open('prices_url')
    await compute(fixtures, 'Basic', 5)
    await seesPrices(fixtures, '990.00', '19.90', '1009.90')
  },

  'refuse-quantity': async (fixtures) => {
    const { open, element } = fixtures
    await open('prices_url')
    for (const quantity of ['0', '21', '-1', '1.5', '']) {
      await compute(fixtures, 'Basic', 2)
      await seesAmount(fixtures, 'price_text', '440.00')
      const prices = [await element('price_text'), await element('total_text')]
      await compute(fixtures, 'Basic', quantity)
      await seesQuantityError(fixtures, prices)
    }
  },

  'largest-quantity': async (fixtures) => {
    const { page, open, expect } = fixtures
    await open('prices_url')
    await compute(fixtures, 'Basic', 21)
    const message = await seesQuantityError(fixtures, [])
    await compute(fixtures, 'Basic', 20)
    await seesAmount(fixtures, 'price_text', '3960.00')
    await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
  },

  'thank-sender': async (fixtures) => {
    const { expect, open } = fixtures
    await open('contact_url')
    await expect(thanks(fixtures)).toHaveCount(0)
    await send(fixtures, LETTER)
    await seesThanks(fixtures, 'Ada')
  },

  'name-like-html': async (fixtures) => {
    const { expect, open, dialogs } = fixtures
    const name = `Tom <b>bold</b> & "Co" <img src="/none" onerror="alert('run')">`
    await open('contact_url')
    await send(fixtures, { ...LETTER, name })
    await seesThanks(fixtures, name)
    expect(dialogs, 'dialogues that the name opened').toHaveLength(0)
  },

  'refuse-name': async (fixtures) => {
    await refuses(fixtures, { ...LETTER, name: '' }, 'name')
    await refuses(fixtures, { ...LETTER, name: '   ' }, 'name')
  },

  'refuse-address': async (fixtures) => {
    for (const address of ['ada', '@example.org', 'ada@', 'ada@home@example.org'])
      await refuses(fixtures, { ...LETTER, address }, 'address')
  },

  'refuse-message': async (fixtures) => {
    await refuses(fixtures, { ...LETTER, message: 'Call back' }, 'message')
    await send(fixtures, { ...LETTER, message: 'Call back!' })
    await seesThanks(fixtures, 'Ada')
  },
} satisfies WebsiteTestcodes
