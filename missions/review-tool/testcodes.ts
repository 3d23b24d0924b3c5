import { readFile } from 'node:fs/promises'
import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<WebsiteFixtures['element']>>
type Page = WebsiteFixtures['page']

interface Review {
  readonly author: string
  readonly rating: number
  readonly text: string
}
interface Product {
  readonly name: string
  readonly reviews: readonly Review[]
}
/** A file that is not on the disk. */
interface Upload {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Far more than all that the testcodes bring in. */
const MOST_BYTES = 1024 * 1024

/** Text is compared as it is seen: without what is hidden, and with space between what stands apart. */
const AS_SEEN = { useInnerText: true }

/** That some people write a button as a link makes no difference to a user. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const deleteControl = (within: Page | Locator) => control(within, /\bdelete\b/i)
const productLink = (page: Page, name: string) => page.getByRole('link', { name }).filter({ visible: true })
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true })

/** What is said of the ratings of a product: "4.3 (3 reviews)" or "no reviews". */
function summary(text: string): string {
  const [average, count] = text.split(' ')
  if (average === 'no') return String.raw`\bno reviews\b`
  return String.raw`(?<![\d.])${average?.replace('.', String.raw`\.`) ?? ''}\s*\(${count?.slice(1) ?? ''} reviews\)`
}

/** The innermost element that holds the link to a product and something about its reviews: its row. */
function productRow(page: Page, name: string): Locator {
  const holding = page
    .locator('body *')
    .filter({ hasText: name })
    .filter({ hasText: /reviews/i })
  return holding.filter({ has: productLink(page, name), visible: true }).last()
}

/** The product and what is said of it stand in one row, next to each other. */
async function expectProduct({ page, expect }: WebsiteFixtures, name: string, said: string): Promise<void> {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const together = new RegExp(`${escaped}\\D*?${summary(said)}|${summary(said)}\\D*?${escaped}`, 'i')
  await expect(productRow(page, name), `"${name}" with ${said}`).toHaveText(together, AS_SEEN)
}

/** The innermost element that holds author, text and rating of a review and one "Delete": its row. */
function reviewRow(page: Page, { author, text }: Pick<Review, 'author' | 'text'>): Locator {
  return page
    .locator('body *')
    .filter({ hasText: author })
    .filter({ hasText: text })
    .filter({ hasText: /of\s*5/i })
    .filter({ has: deleteControl(page), hasNot: deleteControl(page).nth(1), visible: true })
    .last()
}

async function expectReview({ page, expect }: WebsiteFixtures, review: Review): Promise<void> {
  const rating = new RegExp(String.raw`(?<!\d)${review.rating} of 5(?!\d)`, 'i')
  await expect(reviewRow(page, review), `the review of ${review.author}`).toHaveText(rating, AS_SEEN)
}

async function submitProduct({ element }: WebsiteFixtures, name: string): Promise<void> {
  await (await element('product_field')).fill(name)
  await (await element('add_product_button')).click()
}

/** Adds a product, on the page of the products. */
async function addProduct(fixtures: WebsiteFixtures, name: string): Promise<void> {
  await fixtures.open('products_url')
  await fixtures.expect(productLink(fixtures.page, name)).toHaveCount(0)
  await submitProduct(fixtures, name)
  await expectProduct(fixtures, name, 'no reviews')
}

/** Follows the name of a product to its page. */
async function visit({ page, open, element }: WebsiteFixtures, name: string): Promise<void> {
  await open('products_url')
  await productLink(page, name).first().click()
  await element('average_text')
}

/** Fills the form in and submits it; a rating of 0 is not chosen. */
async function submitReview({ element }: WebsiteFixtures, { author, rating, text }: Review): Promise<void> {
  await (await element('author_field')).fill(author)
  if (rating > 0) {
    const field = await element('rating_field')
    const option = field
      .locator('option')
      .filter({ hasText: new RegExp(String.raw`^\D*${rating}(?!\d)`) })
      .last()
    await field.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
  }
  await (await element('text_field')).fill(text)
  await (await element('add_review_button')).click()
}

/** Adds reviews to the product whose page is shown. */
async function review(fixtures: WebsiteFixtures, reviews: readonly Review[]): Promise<void> {
  for (const each of reviews) {
    await submitReview(fixtures, each)
    await expectReview(fixtures, each)
  }
}

async function expectAverage({ element, expect }: WebsiteFixtures, said: string): Promise<void> {
  await expect(await element('average_text'), 'the average').toHaveText(new RegExp(summary(said), 'i'), AS_SEEN)
}

/** The table says each rating from 5 down to 1 with its number. */
async function expectRatings({ element, expect }: WebsiteFixtures, counts: readonly number[]): Promise<void> {
  const table = await element('ratings_table')
  const numbers = async () => (await table.innerText()).match(/\d+/g)?.map(Number)
  await expect.poll(numbers, 'the ratings and their numbers').toEqual(counts.flatMap((count, i) => [5 - i, count]))
}

async function upload({ open, element }: WebsiteFixtures, file: string | Upload): Promise<void> {
  await open('import_url')
  await (await element('import_field')).setInputFiles(file)
  await (await element('import_button')).click()
}

/** Imports a file, which says how many products and reviews came in. */
async function bring(
  fixtures: WebsiteFixtures,
  file: string | Upload,
  products: number,
  reviews: number,
): Promise<void> {
  await upload(fixtures, file)
  const said = new RegExp(String.raw`(?<!\d)${products} products and ${reviews} reviews imported`, 'i')
  const name = typeof file === 'string' ? file : file.name
  await fixtures.expect(await fixtures.element('import_message'), `after ${name}`).toHaveText(said, AS_SEEN)
}

/** Does something that must be refused with a message that says this and was not on the page before. */
async function refusal(
  { page, element, expect }: WebsiteFixtures,
  parameter: 'product_error' | 'review_error' | 'import_error',
  says: RegExp,
  submitBad: () => Promise<void>,
): Promise<void> {
  const before = await page.locator('body').innerText()
  await submitBad()
  const message = await element(parameter)
  await expect(message).toBeVisible()
  await expect(message).toHaveText(says, AS_SEEN)
  expect(before, 'the page before it').not.toContain((await message.innerText()).trim())
}

/** The names in the order in which a reader meets them. */
async function readingOrder(page: Page, names: readonly string[]): Promise<string[]> {
  const places = await Promise.all(
    names.map(async (name) => ({ name, box: await productLink(page, name).first().boundingBox() })),
  )
  return places
    .sort((a, b) => (a.box?.y ?? Infinity) - (b.box?.y ?? Infinity) || (a.box?.x ?? Infinity) - (b.box?.x ?? Infinity))
    .map((place) => place.name)
}

/** Downloads everything and gives what the file holds. */
async function exportAll({ page, open, expect, download }: WebsiteFixtures): Promise<Buffer> {
  await open('products_url')
  const link = control(page, /^(?!.*\bimport\b).*\bexport\b/i).first()
  await expect(link).toBeVisible()
  const { content } = await download(() => link.click())
  expect(content.length, 'the bytes of the export').toBeLessThanOrEqual(MOST_BYTES)
  return content
}

/** The products of a file, with the reviews of each sorted by author. */
function productsIn(content: Buffer): readonly Product[] {
  const { products } = JSON.parse(content.toString('utf8')) as { products: readonly Product[] }
  const byAuthor = (a: Review, b: Review) => (a.author < b.author ? -1 : 1)
  const plain = ({ author, rating, text }: Review) => ({ author, rating, text })
  return products.map(({ name, reviews }) => ({ name, reviews: reviews.map(plain).sort(byAuthor) }))
}

/** A file that is refused with these words, and whose first product is not there afterwards. */
async function refuseFile(fixtures: WebsiteFixtures, file: string, says: RegExp, first: string): Promise<void> {
  const { page, expect, open, material } = fixtures
  await open('import_url')
  await refusal(fixtures, 'import_error', says, () => upload(fixtures, material(file)))
  await open('products_url')
  await expect(productLink(page, first)).toHaveCount(0)
}

export default {
  'add-product': async (fixtures) => {
    await addProduct(fixtures, 'Wheelbarrow')
    await addProduct(fixtures, 'Watering can')
    await fixtures.page.reload()
    await expectProduct(fixtures, 'Wheelbarrow', 'no reviews')
  },

  'refuse-product': async (fixtures) => {
    const { page, expect, open } = fixtures
    await addProduct(fixtures, 'Bird bath')
    const links = await productLink(page, 'Bird bath').count()
    for (const name of ['   ', 'Bird bath', 'BIRD bath']) {
      await open('products_url')
      await refusal(fixtures, 'product_error', /\bname\b/i, () => submitProduct(fixtures, name))
    }
    await open('products_url')
    await expectProduct(fixtures, 'Bird bath', 'no reviews')
    await expect(productLink(page, 'Bird bath')).toHaveCount(links)
  },

  'add-review': async (fixtures) => {
    await addProduct(fixtures, 'Garden hose')
    await visit(fixtures, 'Garden hose')
    await expectAverage(fixtures, 'no reviews')
    const first: Review = { author: 'Kim', rating: 5, text: 'Long enough.' }
    await review(fixtures, [first, { author: 'Leo', rating: 2, text: 'It leaks.' }])
    await expectReview(fixtures, first)
  },

  'show-average': async (fixtures) => {
    await addProduct(fixtures, 'Flower pot')
    await visit(fixtures, 'Flower pot')
    await review(fixtures, [{ author: 'Kim', rating: 4, text: 'Round.' }])
    await expectAverage(fixtures, '4.0 (1 reviews)')
    await review(fixtures, [
      { author: 'Leo', rating: 4, text: 'Brown.' },
      { author: 'Max', rating: 3, text: 'Small.' },
    ])
    await expectAverage(fixtures, '3.7 (3 reviews)')
    await fixtures.open('products_url')
    await expectProduct(fixtures, 'Flower pot', '3.7 (3 reviews)')
  },

  'count-ratings': async (fixtures) => {
    await addProduct(fixtures, 'Trowel')
    await visit(fixtures, 'Trowel')
    await expectRatings(fixtures, [0, 0, 0, 0, 0])
    await review(fixtures, [
      { author: 'Kim', rating: 5, text: 'Shiny.' },
      { author: 'Leo', rating: 1, text: 'Bent.' },
      { author: 'Max', rating: 5, text: 'Light.' },
      { author: 'Nia', rating: 3, text: 'Blunt.' },
    ])
    await expectRatings(fixtures, [2, 0, 1, 0, 1])
    await expectAverage(fixtures, '3.5 (4 reviews)')
  },

  'refuse-review': async (fixtures) => {
    const { page, expect } = fixtures
    const good: Review = { author: 'Kim', rating: 3, text: 'It will do.' }
    await addProduct(fixtures, 'Hedge shears')
    for (const [bad, says] of [
      [{ ...good, author: '  ' }, /\bauthor\b/i],
      [{ ...good, rating: 0 }, /\brating\b/i],
      [{ ...good, text: '  ' }, /\btext\b/i],
    ] as const) {
      await visit(fixtures, 'Hedge shears')
      await refusal(fixtures, 'review_error', says, () => submitReview(fixtures, bad))
    }
    await visit(fixtures, 'Hedge shears')
    await expectAverage(fixtures, 'no reviews')
    await review(fixtures, [good])
    await expect(deleteControl(page)).toHaveCount(1)
  },

  'refuse-second-review': async (fixtures) => {
    const first: Review = { author: 'Kim Lind', rating: 1, text: 'Wobbly.' }
    await addProduct(fixtures, 'Deck chair')
    await addProduct(fixtures, 'Sun shade')
    await visit(fixtures, 'Deck chair')
    await review(fixtures, [first])
    await visit(fixtures, 'Deck chair')
    await refusal(fixtures, 'review_error', /\bauthor\b/i, () =>
      submitReview(fixtures, { author: 'kim LIND', rating: 5, text: 'Better now.' }),
    )
    await visit(fixtures, 'Deck chair')
    await expectAverage(fixtures, '1.0 (1 reviews)')
    await visit(fixtures, 'Sun shade')
    await review(fixtures, [{ ...first, rating: 4 }])
  },

  'delete-review': async (fixtures) => {
    const { page, expect } = fixtures
    const reviews: Review[] = [
      { author: 'Kim', rating: 5, text: 'Tall.' },
      { author: 'Leo', rating: 1, text: 'Too tall.' },
      { author: 'Max', rating: 4, text: 'Tall enough.' },
    ]
    await addProduct(fixtures, 'Ladder')
    await visit(fixtures, 'Ladder')
    await review(fixtures, reviews)
    await deleteControl(reviewRow(page, { author: 'Leo', text: 'Too tall.' })).click()
    await expect(deleteControl(page)).toHaveCount(2)
    await visit(fixtures, 'Ladder')
    await expectReview(fixtures, { author: 'Kim', rating: 5, text: 'Tall.' })
    await expectReview(fixtures, { author: 'Max', rating: 4, text: 'Tall enough.' })
    await expect(shown(page, 'Too tall.')).toHaveCount(0)
    await expectAverage(fixtures, '4.5 (2 reviews)')
    await expectRatings(fixtures, [1, 1, 0, 0, 0])
  },

  'import-file': async (fixtures) => {
    const { page, expect, open, material } = fixtures
    await open('products_url')
    await expect(productLink(page, 'Kettle')).toHaveCount(0)
    await bring(fixtures, material('example.json'), 3, 5)
    await open('products_url')
    await expectProduct(fixtures, 'Kettle', '4.3 (3 reviews)')
    await expectProduct(fixtures, 'Toaster', '2.5 (2 reviews)')
    await expectProduct(fixtures, 'Colander', 'no reviews')
    await visit(fixtures, 'Kettle')
    await expectReview(fixtures, { author: 'Noah', rating: 5, text: 'Quiet and quick.' })
    await expectReview(fixtures, { author: 'Olga', rating: 4, text: 'The lid could be wider.' })
    await expectRatings(fixtures, [1, 2, 0, 0, 0])
  },

  'sort-products': async (fixtures) => {
    const { page, expect, open, material } = fixtures
    await bring(fixtures, material('order.json'), 6, 8)
    await open('products_url')
    const names = ['Alpha', 'Beta', 'Delta', 'Echo', 'Foxtrot', 'Golf'].map((word) => `Order ${word}`)
    await expectProduct(fixtures, 'Order Alpha', '3.7 (3 reviews)')
    await expectProduct(fixtures, 'Order Foxtrot', '3.5 (2 reviews)')
    await expectProduct(fixtures, 'Order Golf', '3.5 (2 reviews)')
    await expect
      .poll(() => readingOrder(page, names))
      .toEqual(['Order Echo', 'Order Alpha', 'Order Foxtrot', 'Order Golf', 'Order Beta', 'Order Delta'])
  },

  search: async (fixtures) => {
    const { page, expect, open, element } = fixtures
    for (const name of ['Fruit press', 'Snow shovel', 'Pressed flowers']) await addProduct(fixtures, name)
    await open('products_url')
    await (await element('search_field')).fill('PRESS')
    await (await element('search_button')).click()
    await expect(productLink(page, 'Snow shovel')).toHaveCount(0)
    await expect(productLink(page, 'Fruit press')).toBeVisible()
    await expect(productLink(page, 'Pressed flowers')).toBeVisible()
  },

  'import-more': async (fixtures) => {
    const { page, expect, material } = fixtures
    await bring(fixtures, material('garden.json'), 2, 3)
    await bring(fixtures, material('more-garden.json'), 1, 3)
    await visit(fixtures, 'Rake')
    await expectAverage(fixtures, '4.0 (4 reviews)')
    await expectReview(fixtures, { author: 'Bob', rating: 2, text: 'Heavy.' })
    await expectReview(fixtures, { author: 'Dee', rating: 5, text: 'Splendid.' })
    await expect(page.locator('body')).not.toContainText('I like it now.')
    await bring(fixtures, material('more-garden.json'), 0, 0)
    await visit(fixtures, 'Hoe')
    await expectAverage(fixtures, '3.0 (1 reviews)')
  },

  'import-catalogue': async (fixtures) => {
    const { open, material } = fixtures
    await bring(fixtures, material('catalogue.json'), 40, 361)
    await open('products_url')
    await expectProduct(fixtures, 'Catalogue Aj', '2.9 (16 reviews)')
    await expectProduct(fixtures, 'Catalogue Aq', '5.0 (1 reviews)')
    await expectProduct(fixtures, 'Catalogue Az', 'no reviews')
    await expectProduct(fixtures, 'Catalogue Bm', '3.3 (19 reviews)')
    await visit(fixtures, 'Catalogue Bm')
    await expectRatings(fixtures, [5, 6, 2, 2, 4])
  },

  'refuse-no-json': async (fixtures) => {
    await refuseFile(fixtures, 'cut-off.json', /\bjson\b/i, 'Cut off')
    await bring(fixtures, fixtures.material('example.json'), 0, 0)
  },

  'refuse-bad-rating': async (fixtures) => {
    const place = /\bproduct 2, review 3(?!\d)/i
    await refuseFile(fixtures, 'rating-six.json', place, 'Six one')
    await refuseFile(fixtures, 'rating-zero.json', place, 'Zero one')
    await refuseFile(fixtures, 'rating-half.json', place, 'Half one')
  },

  'refuse-incomplete-file': async (fixtures) => {
    await refuseFile(fixtures, 'no-author.json', /\bproduct 2, review 3(?!\d)/i, 'Anonymous one')
    await refuseFile(fixtures, 'blank-text.json', /\bproduct 2, review 3(?!\d)/i, 'Speechless one')
    await refuseFile(fixtures, 'no-name.json', /\bproduct 3(?!\d)/i, 'Name one')
    await refuseFile(fixtures, 'null-product.json', /\bproduct 2(?!\d)/i, 'Null one')
  },

  'hostile-text': async (fixtures) => {
    const { page, expect, material, dialogs } = fixtures
    const [product] = productsIn(await readFile(material('hostile.json')))
    const [imported] = product?.reviews ?? []
    if (product === undefined || imported === undefined) throw new Error('hostile.json holds no review')
    await bring(fixtures, material('hostile.json'), 1, 1)
    await visit(fixtures, product.name)
    await expectReview(fixtures, imported)
    await review(fixtures, [{ ...imported, author: `${imported.author} again` }])
    await expect(shown(page, product.name).first()).toBeVisible()
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  'export-all': async (fixtures) => {
    const { page, expect, material } = fixtures
    const written: Review = { author: 'Pia "the" Ox', rating: 3, text: 'Two lines?\\ & <one>.' }
    const removed: Review = { author: 'Quin', rating: 1, text: 'Away with it.' }
    await addProduct(fixtures, 'Wind chime')
    await addProduct(fixtures, 'Sundial')
    await visit(fixtures, 'Wind chime')
    await review(fixtures, [removed, written])
    await deleteControl(reviewRow(page, removed)).click()
    await expect(deleteControl(page)).toHaveCount(1)
    const exported = productsIn(await exportAll(fixtures))
    const of = (name: string) => exported.filter((product) => product.name === name)
    expect(of('Wind chime')).toEqual([{ name: 'Wind chime', reviews: [written] }])
    expect(of('Sundial')).toEqual([{ name: 'Sundial', reviews: [] }])
    const [kettle] = productsIn(await readFile(material('example.json')))
    expect(of('Kettle')).toEqual([kettle])
  },

  'import-export': async (fixtures) => {
    const { page, expect } = fixtures
    await addProduct(fixtures, 'Bench')
    await visit(fixtures, 'Bench')
    const kept: Review = { author: 'Ria', rating: 4, text: 'Sat well.' }
    await review(fixtures, [kept, { author: 'Sol', rating: 2, text: 'Sat ill.' }])
    const buffer = await exportAll(fixtures)
    await visit(fixtures, 'Bench')
    await deleteControl(reviewRow(page, kept)).click()
    await expect(deleteControl(page)).toHaveCount(1)
    await bring(fixtures, { name: 'export.json', mimeType: 'application/json', buffer }, 0, 1)
    await visit(fixtures, 'Bench')
    await expectReview(fixtures, kept)
    await expectAverage(fixtures, '3.0 (2 reviews)')
  },

  'keep-data': async (fixtures) => {
    const { open, forget } = fixtures
    const kept: Review = { author: 'Tom', rating: 5, text: 'Keeps.' }
    await addProduct(fixtures, 'Cold frame')
    await visit(fixtures, 'Cold frame')
    await review(fixtures, [kept])
    await forget()
    await open('products_url')
    await expectProduct(fixtures, 'Cold frame', '5.0 (1 reviews)')
    await visit(fixtures, 'Cold frame')
    await expectReview(fixtures, kept)
  },
} satisfies WebsiteTestcodes
