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
const WORDS: readonly Word[] = ['name', 'address', 'message']

/** Compares only the text that a person sees. */
const AS_SEEN = { useInnerText: true }

/** A link of the navigation. The foot of the page may have the same link. */
function linkTo({ page }: Fixtures, name: string): Locator {
  return page.getByRole('link', { name, exact: true }).filter({ visible: true }).first()
}

async function press({ element }: Fixtures, parameter: string): Promise<void> {
  await (await element(parameter)).click()
}

/** A drawn message. */
function letterOf({ given }: Fixtures, key: string): Letter {
  return { name: given.firstName(key), address: given.email(key), message: given.sentence(key) }
}

/** Expects this caption to be visible, and no other. */
async function seesCaption({ element, expect }: Fixtures, caption: string): Promise<void> {
  const shown = await element('caption_text')
  await expect(shown).toHaveText(new RegExp(caption, 'i'), AS_SEEN)
  const others = [FRONT, SIDE, ABOVE].filter((name) => name !== caption)
  await expect(shown).not.toHaveText(new RegExp(others.join('|'), 'i'), AS_SEEN)
}

/** The pixels of the picture at rest. */
async function pictureOf({ element, picture }: Fixtures): Promise<string> {
  const { width, height, pixels } = await picture(await element('gallery_picture'))
  return `${String(width)} ${String(height)} ${Buffer.from(pixels).toString('base64')}`
}

/** A visible answer. A folded one may keep its size, but it is outside of the viewport. */
function answerOf({ page }: Fixtures, answer: string): Locator {
  return page.getByText(answer).filter({ visible: true })
}

async function seesAnswer(fixtures: Fixtures, answer: string): Promise<void> {
  const shown = answerOf(fixtures, answer)
  await fixtures.expect(shown).toBeVisible()
  await shown.scrollIntoViewIfNeeded()
  await fixtures.expect(shown).toBeInViewport()
}

/** Clicks a question. The clicked element may hold more than the question, such as an arrow. */
async function click({ page }: Fixtures, question: string): Promise<void> {
  await page.getByText(question).filter({ visible: true }).first().click()
}

async function compute(fixtures: Fixtures, model: Model, quantity: number | string): Promise<void> {
  const { element, choose } = fixtures
  await choose(await element('model_list'), new RegExp(String.raw`\b${model}\b`))
  await (await element('quantity_field')).fill(String(quantity))
  await press(fixtures, 'price_button')
}

/** Expects an amount as the only number of its element, without thousands separators. */
async function seesAmount({ element, expect }: Fixtures, parameter: string, amount: string): Promise<void> {
  const shown = await element(parameter)
  await expect(shown).toHaveText(new RegExp(String.raw`^[^\d.,-]*${amount.replace('.', '\\.')}\s*EUR\D*$`), AS_SEEN)
}

/** Price of one machine of each model, in EUR. */
const PRICES = { Basic: '220', Plus: '333', Pro: '500' } as const
const MODELS = Object.keys(PRICES) as Model[]

/** The price of all machines, with a discount for five or more. */
function priceOf({ decimal }: Fixtures, model: Model, quantity: number): string {
  const factor = quantity >= 5 ? '0.9' : '1'
  return decimal.rounded(decimal.product([PRICES[model], String(quantity), factor]), 2)
}

async function computesPrice(fixtures: Fixtures, model: Model, quantity: number): Promise<void> {
  await compute(fixtures, model, quantity)
  await seesAmount(fixtures, 'price_text', priceOf(fixtures, model, quantity))
}

/** Expects all three sums to be right. */
async function computesAll(fixtures: Fixtures, model: Model, quantity: number): Promise<void> {
  const { decimal } = fixtures
  await computesPrice(fixtures, model, quantity)
  const price = priceOf(fixtures, model, quantity)
  const shipping = decimal.compare(price, '1000') >= 0 ? '0.00' : '19.90'
  await seesAmount(fixtures, 'shipping_text', shipping)
  await seesAmount(fixtures, 'total_text', decimal.sum([price, shipping]))
}

/** Expects a message about the quantity, and no amounts in the elements of the prices. */
async function seesQuantityError({ element, expect, read }: Fixtures, prices: readonly Locator[]): Promise<string> {
  const error = await element('quantity_error')
  await expect(error).toHaveText(/\bquantity\b/i, AS_SEEN)
  for (const price of prices) {
    const text = async () => (await price.filter({ visible: true }).allInnerTexts()).join(' ')
    await expect.poll(text, 'no amount beside the message').not.toMatch(/\d\.\d\d/)
  }
  return read(error)
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
  await expect(shown).toContainText(`Thank you, ${name}`, AS_SEEN)
  for (const word of WORDS) await expect(await element(`${word}_field`)).toHaveValue('')
}

/** Expects a fresh page to refuse the letter for one reason, and to keep the typed text. */
async function refuses(fixtures: Fixtures, letter: Letter, wrong: Word): Promise<void> {
  const { open, element, expect } = fixtures
  await open('contact_url')
  await send(fixtures, letter)
  const error = await element('contact_error')
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
    const { expect, open } = fixtures
    await open('home_url')
    await seesCaption(fixtures, FRONT)
    const seen = [await pictureOf(fixtures)]
    for (const caption of [SIDE, ABOVE]) {
      await press(fixtures, 'next_button')
      await seesCaption(fixtures, caption)
      const picture = await pictureOf(fixtures)
      expect(seen.includes(picture), `"${caption}" shows an earlier picture`).toBe(false)
      seen.push(picture)
    }
    await press(fixtures, 'next_button')
    await seesCaption(fixtures, FRONT)
    expect((await pictureOf(fixtures)) === seen[0], 'the first picture again').toBe(true)
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
    for (const model of fixtures.given.shuffled('models', MODELS)) await computesAll(fixtures, model, 1)
  },

  'several-machines': async (fixtures) => {
    const { given, open } = fixtures
    await open('prices_url')
    // Fewer than five machines, for less than 1000 EUR.
    for (const quantity of given.shuffled('several', [2, 3, 4])) await computesAll(fixtures, 'Basic', quantity)
  },

  'discount-from-five': async (fixtures) => {
    const { given, open } = fixtures
    await open('prices_url')
    const model = given.pick('discounted', MODELS)
    await computesPrice(fixtures, model, 4)
    await computesPrice(fixtures, model, 5)
    // The discount of a tenth is not a whole number of euros.
    await computesPrice(fixtures, 'Plus', given.integer('Plus', { from: 6, to: 19, except: [10] }))
    await computesPrice(fixtures, given.pick('another', MODELS), given.integer('another', { from: 6, to: 20 }))
  },

  'shipping-from-thousand': async (fixtures) => {
    const { given, open } = fixtures
    await open('prices_url')
    // 999.00 and 1000.00 EUR.
    await computesAll(fixtures, 'Plus', 3)
    await computesAll(fixtures, 'Pro', 2)
    await computesAll(fixtures, given.pick('far above', MODELS), given.integer('far above', { from: 6, to: 20 }))
  },

  'shipping-after-discount': async (fixtures) => {
    await fixtures.open('prices_url')
    // 1100 EUR, and 990.00 with the discount.
    await computesAll(fixtures, 'Basic', 5)
  },

  'refuse-quantity': async (fixtures) => {
    const { open, element, given } = fixtures
    await open('prices_url')
    const negative = given.integer('negative', { from: -20, to: -1 })
    const broken = `${String(given.integer('broken', { from: 1, to: 19 }))}.5`
    for (const quantity of ['0', '21', String(negative), broken, '']) {
      await computesPrice(fixtures, 'Basic', given.integer('good', { from: 2, to: 9 }))
      const prices = [await element('price_text'), await element('total_text')]
      await compute(fixtures, 'Basic', quantity)
      await seesQuantityError(fixtures, prices)
    }
  },

  'largest-quantity': async (fixtures) => {
    const { page, open, expect, given } = fixtures
    const model = given.pick('most', MODELS)
    await open('prices_url')
    await compute(fixtures, model, 21)
    const message = await seesQuantityError(fixtures, [])
    await computesPrice(fixtures, model, 20)
    await expect(page.locator('body')).not.toContainText(message, AS_SEEN)
  },

  'thank-sender': async (fixtures) => {
    const { expect, open } = fixtures
    const letter = letterOf(fixtures, 'sender')
    await open('contact_url')
    await expect(thanks(fixtures)).toHaveCount(0)
    await send(fixtures, letter)
    await seesThanks(fixtures, letter.name)
  },

  'name-like-html': async (fixtures) => {
    const { expect, open, dialogs, given } = fixtures
    const attack = `<img src="/none" onerror="alert('run')">`
    const name = `${given.firstName('html')} ${given.textWithMarkup('html')} ${attack}`
    await open('contact_url')
    await send(fixtures, { ...letterOf(fixtures, 'html'), name })
    await seesThanks(fixtures, name)
    expect(dialogs, 'dialogues that the name opened').toHaveLength(0)
  },

  'refuse-name': async (fixtures) => {
    const letter = letterOf(fixtures, 'nameless')
    await refuses(fixtures, { ...letter, name: '' }, 'name')
    await refuses(fixtures, { ...letter, name: '   ' }, 'name')
  },

  'refuse-address': async (fixtures) => {
    const { given } = fixtures
    const letter = letterOf(fixtures, 'unreachable')
    const [user, host] = [given.word('user'), `${given.word('host')}.example`]
    for (const address of [user, `@${host}`, `${user}@`, `${user}@${given.word('home')}@${host}`])
      await refuses(fixtures, { ...letter, address }, 'address')
  },

  'refuse-message': async (fixtures) => {
    const { given } = fixtures
    const letter = letterOf(fixtures, 'brief')
    const message = `${given.word('short')}${given.word('message')}`.slice(0, 9)
    await refuses(fixtures, { ...letter, message }, 'message')
    await send(fixtures, { ...letter, message: `${message}!` })
    await seesThanks(fixtures, letter.name)
  },
} satisfies WebsiteTestcodes
