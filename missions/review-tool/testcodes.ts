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
/** A file for an upload; it exists only in memory. */
interface Upload {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Far more than the testcodes import. */
const MOST_BYTES = 1024 * 1024

/** Compares only the text that a person sees, with spaces between separate elements. */
const AS_SEEN = { useInnerText: true }

/** A button or a link: a user sees no difference. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const DELETE = /\bdelete\b/i
const deleteControl = (within: Page | Locator) => control(within, DELETE)
const productLink = (page: Page, name: string) => page.getByRole('link', { name }).filter({ visible: true })
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true })

/** The summary of a product's ratings: "4.3 (3 reviews)" or "no reviews". Averages with a tie are never drawn. */
function summaryOf({ decimal }: WebsiteFixtures, reviews: readonly Review[]): string {
  if (reviews.length === 0) return 'no reviews'
  const count = String(reviews.length)
  return `${decimal.quotient(String(sumOf(reviews)), count, 1)} (${count} reviews)`
}
const sumOf = (reviews: readonly Review[]) => reviews.reduce((sum, { rating }) => sum + rating, 0)

/** Expects an element to contain this text, apart from white space, and no other digits. */
async function expectSaid(fixtures: WebsiteFixtures, element: Locator, said: string, name: string): Promise<void> {
  const { expect, read } = fixtures
  const pattern = new RegExp(
    said
      .split(' ')
      .map(escaped)
      .join(String.raw`\s*`),
    'i',
  )
  await expect(element, name).toHaveText(pattern, AS_SEEN)
  expect((await read(element)).replace(pattern, ''), `${name}: the rest of the text`).not.toMatch(/\d|no reviews/i)
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Expects the product and its summary in one row. */
async function expectProduct(fixtures: WebsiteFixtures, { name, reviews }: Product): Promise<void> {
  const { page, expect, rows } = fixtures
  const row = rows([name, 'reviews'])
  await expectSaid(fixtures, row, summaryOf(fixtures, reviews), `the row of "${name}"`)
  await expect(row.filter({ has: productLink(page, name) }), `the link in the row of "${name}"`).toHaveCount(1)
}

const reviewRow = ({ rows }: WebsiteFixtures, { author, text }: Review) => rows([author, text], DELETE)

async function expectReview(fixtures: WebsiteFixtures, review: Review): Promise<void> {
  await expectSaid(
    fixtures,
    reviewRow(fixtures, review),
    `${String(review.rating)} of 5`,
    `the review of ${review.author}`,
  )
}

// ---- inputs --------------------------------------------------------------------------------------------------------

/** A product with one review for each rating. */
function productOf({ given }: WebsiteFixtures, key: string, ratings: readonly number[] = []): Product {
  const reviews = ratings.map((rating, at): Review => {
    const name = `${key}, ${String(at + 1)}`
    return { author: given.person(name), rating, text: given.sentence(name) }
  })
  return { name: given.title(key), reviews }
}

/** So many ratings. Their average is not a tie when it is rounded to one decimal. */
function ratingsOf({ given }: WebsiteFixtures, key: string, count: number): readonly number[] {
  const draw = (name: string) =>
    Array.from({ length: count }, (_, at) => given.integer(`${name}, ${String(at + 1)}`, { from: 1, to: 5 }))
  return given.suchThat(key, draw, (ratings) => {
    const hundredfold = ratings.reduce((sum, rating) => sum + rating, 0) * 100
    return hundredfold % count !== 0 || (hundredfold / count) % 10 !== 5
  })
}

/** Three ratings whose average is rounded up. */
function roundedUp(fixtures: WebsiteFixtures, key: string): readonly number[] {
  const sum = (ratings: readonly number[]) => ratings.reduce((total, rating) => total + rating, 0)
  return fixtures.given.suchThat(
    key,
    (name) => ratingsOf(fixtures, name, 3),
    (ratings) => sum(ratings) % 3 === 2,
  )
}

/** How many reviews gave each rating, from 5 down to 1. */
const countsOf = (reviews: readonly Review[]) =>
  [5, 4, 3, 2, 1].map((wanted) => reviews.filter(({ rating }) => rating === wanted).length)

/** The products that the testcode "import-file" imports. */
function example(fixtures: WebsiteFixtures): readonly Product[] {
  return [
    productOf(fixtures, 'imported first', roundedUp(fixtures, 'imported first')),
    productOf(fixtures, 'imported second', ratingsOf(fixtures, 'imported second', 2)),
    productOf(fixtures, 'imported third'),
  ]
}

function fileOf(products: readonly unknown[], name = 'products.json'): Upload {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ products }, undefined, 2)) }
}

function otherCase(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  return [first.toLowerCase(), ...rest.map((each) => each.toUpperCase())].join(' ')
}

// ---- products and reviews ------------------------------------------------------------------------------------------

async function submitProduct({ element }: WebsiteFixtures, name: string): Promise<void> {
  await (await element('product_field')).fill(name)
  await (await element('add_product_button')).click()
}

/** Adds a product, on the page of the products. */
async function addProduct(fixtures: WebsiteFixtures, name: string): Promise<void> {
  await fixtures.open('products_url')
  await fixtures.expect(productLink(fixtures.page, name)).toHaveCount(0)
  await submitProduct(fixtures, name)
  await expectProduct(fixtures, { name, reviews: [] })
}

/** Follows the name of a product to its page. */
async function visit({ page, open, element }: WebsiteFixtures, name: string): Promise<void> {
  await open('products_url')
  await productLink(page, name).first().click()
  await element('average_text')
}

/** Fills in the form and submits it. For a rating of 0, nothing is chosen. */
async function submitReview({ element, choose }: WebsiteFixtures, { author, rating, text }: Review): Promise<void> {
  await (await element('author_field')).fill(author)
  if (rating > 0) {
    await choose(await element('rating_field'), new RegExp(String.raw`^\D*${rating}(?!\d)`))
  }
  await (await element('text_field')).fill(text)
  await (await element('add_review_button')).click()
}

/** Adds reviews to the product on the current page. */
async function review(fixtures: WebsiteFixtures, reviews: readonly Review[]): Promise<void> {
  for (const each of reviews) {
    await submitReview(fixtures, each)
    await expectReview(fixtures, each)
  }
}

async function expectAverage(fixtures: WebsiteFixtures, reviews: readonly Review[]): Promise<void> {
  await expectSaid(fixtures, await fixtures.element('average_text'), summaryOf(fixtures, reviews), 'the average')
}

/** Expects the table to list each rating from 5 down to 1 with its number of reviews. */
async function expectRatings({ element, expect }: WebsiteFixtures, counts: readonly number[]): Promise<void> {
  const table = await element('ratings_table')
  const numbers = async () => (await table.innerText()).match(/\d+/g)?.map(Number)
  await expect.poll(numbers, 'the ratings and their numbers').toEqual(counts.flatMap((count, i) => [5 - i, count]))
}

async function upload({ open, element }: WebsiteFixtures, file: Upload): Promise<void> {
  await open('import_url')
  await (await element('import_field')).setInputFiles(file)
  await (await element('import_button')).click()
}

/** Imports a file. Expects the page to say how many products and reviews were imported. */
async function bring(fixtures: WebsiteFixtures, file: Upload, products: number, reviews: number): Promise<void> {
  await upload(fixtures, file)
  const said = `${String(products)} products and ${String(reviews)} reviews imported`
  await expectSaid(fixtures, await fixtures.element('import_message'), said, `after ${file.name}`)
}

/** Downloads everything and returns the content of the file. */
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

/** Expects a file to be refused with these words, and its first product not to be listed afterwards. */
async function refuseFile(fixtures: WebsiteFixtures, file: Upload, says: RegExp, first: string): Promise<void> {
  const { page, expect, open } = fixtures
  await open('import_url')
  await fixtures.refusal('import_error', says, () => upload(fixtures, file))
  await open('products_url')
  await expect(productLink(page, first)).toHaveCount(0)
}

/** Expects a file with an invalid product, or with an invalid review in it, to be refused with the right place. */
async function refuseSpoilt(
  fixtures: WebsiteFixtures,
  key: string,
  spoil: { readonly product?: (product: Product) => unknown; readonly review?: (review: Review) => unknown },
): Promise<void> {
  const { given } = fixtures
  const [at, which] = ['product', 'review'].map((each) => given.integer(`${key}: ${each}`, { from: 2, to: 4 })) as [
    number,
    number,
  ]
  const good = Array.from({ length: at }, (_, index) =>
    productOf(fixtures, `${key} ${String(index)}`, ratingsOf(fixtures, `${key} ${String(index)}`, which + 1)),
  )
  const bad = good.at(-1) ?? { name: '', reviews: [] }
  const { product = (same: Product) => same, review: spoilReview } = spoil
  const reviews = bad.reviews.map((each, index) => (spoilReview && index === which - 1 ? spoilReview(each) : each))
  const products = [...good.slice(0, -1), product({ ...bad, reviews } as Product)]
  const place = spoilReview ? `${String(at)}, review ${String(which)}` : String(at)
  const says = new RegExp(String.raw`\bproduct ${place}(?!\d)`, 'i')
  await refuseFile(fixtures, fileOf(products, 'spoilt.json'), says, good[0]?.name ?? '')
}

export default {
  'add-product': async (fixtures) => {
    const [first, second] = [productOf(fixtures, 'added first'), productOf(fixtures, 'added second')]
    await addProduct(fixtures, first.name)
    await addProduct(fixtures, second.name)
    await fixtures.page.reload()
    await expectProduct(fixtures, first)
  },

  'refuse-product': async (fixtures) => {
    const { page, expect, open } = fixtures
    const taken = productOf(fixtures, 'taken')
    await addProduct(fixtures, taken.name)
    const links = await productLink(page, taken.name).count()
    for (const name of ['   ', taken.name, otherCase(taken.name)]) {
      await open('products_url')
      await fixtures.refusal('product_error', /\bname\b/i, () => submitProduct(fixtures, name))
    }
    await open('products_url')
    await expectProduct(fixtures, taken)
    await expect(productLink(page, taken.name)).toHaveCount(links)
  },

  'add-review': async (fixtures) => {
    const { name, reviews } = productOf(fixtures, 'reviewed', fixtures.given.shuffled('reviewed', [5, 2]))
    await addProduct(fixtures, name)
    await visit(fixtures, name)
    await expectAverage(fixtures, [])
    await review(fixtures, reviews)
    for (const each of reviews) await expectReview(fixtures, each)
  },

  'show-average': async (fixtures) => {
    const { name, reviews } = productOf(fixtures, 'averaged', roundedUp(fixtures, 'averaged'))
    const [first, ...others] = reviews as [Review, ...Review[]]
    await addProduct(fixtures, name)
    await visit(fixtures, name)
    await review(fixtures, [first])
    await expectAverage(fixtures, [first])
    await review(fixtures, others)
    await expectAverage(fixtures, reviews)
    await fixtures.open('products_url')
    await expectProduct(fixtures, { name, reviews })
  },

  'count-ratings': async (fixtures) => {
    const { given } = fixtures
    // One rating twice, two ratings once, two never. The average is not a tie.
    const [twice = 0, one = 0, other = 0] = given.suchThat(
      'ratings',
      (key) => given.shuffled(key, [1, 2, 3, 4, 5]),
      ([first = 0, second = 0, third = 0]) => (2 * first + second + third) % 2 === 0,
    )
    const ratings = given.shuffled('counted', [twice, twice, one, other])
    const { name, reviews } = productOf(fixtures, 'counted', ratings)
    await addProduct(fixtures, name)
    await visit(fixtures, name)
    await expectRatings(fixtures, [0, 0, 0, 0, 0])
    await review(fixtures, reviews)
    await expectRatings(fixtures, countsOf(reviews))
    await expectAverage(fixtures, reviews)
  },

  'refuse-review': async (fixtures) => {
    const { page, expect } = fixtures
    const { name, reviews } = productOf(fixtures, 'strict', ratingsOf(fixtures, 'strict', 1))
    const [good] = reviews as [Review]
    await addProduct(fixtures, name)
    for (const [bad, says] of [
      [{ ...good, author: '  ' }, /\bauthor\b/i],
      [{ ...good, rating: 0 }, /\brating\b/i],
      [{ ...good, text: '  ' }, /\btext\b/i],
    ] as const) {
      await visit(fixtures, name)
      await fixtures.refusal('review_error', says, () => submitReview(fixtures, bad))
    }
    await visit(fixtures, name)
    await expectAverage(fixtures, [])
    await review(fixtures, [good])
    await expect(deleteControl(page)).toHaveCount(1)
  },

  'refuse-second-review': async (fixtures) => {
    const { name, reviews } = productOf(fixtures, 'reviewed once', ratingsOf(fixtures, 'reviewed once', 2))
    const [first, second] = reviews as [Review, Review]
    const other = productOf(fixtures, 'of the same author')
    await addProduct(fixtures, name)
    await addProduct(fixtures, other.name)
    await visit(fixtures, name)
    await review(fixtures, [first])
    await visit(fixtures, name)
    await fixtures.refusal('review_error', /\bauthor\b/i, () =>
      submitReview(fixtures, { ...second, author: otherCase(first.author) }),
    )
    await visit(fixtures, name)
    await expectAverage(fixtures, [first])
    await visit(fixtures, other.name)
    await review(fixtures, [{ ...first, rating: second.rating }])
  },

  'delete-review': async (fixtures) => {
    const { page, expect } = fixtures
    const { name, reviews } = productOf(fixtures, 'deleted from', [5, 1, 4])
    const [before, gone, after] = fixtures.given.shuffled('deleted from', reviews) as [Review, Review, Review]
    const kept = [before, after]
    await addProduct(fixtures, name)
    await visit(fixtures, name)
    await review(fixtures, [before, gone, after])
    await fixtures.confirming(() => deleteControl(reviewRow(fixtures, gone)).click())
    await expect(deleteControl(page)).toHaveCount(2)
    await visit(fixtures, name)
    for (const each of kept) await expectReview(fixtures, each)
    await expect(shown(page, gone.text)).toHaveCount(0)
    await expectAverage(fixtures, kept)
    await expectRatings(fixtures, countsOf(kept))
  },

  'import-file': async (fixtures) => {
    const { page, expect, open } = fixtures
    const products = example(fixtures)
    const [first] = products as [Product]
    await open('products_url')
    await expect(productLink(page, first.name)).toHaveCount(0)
    await bring(fixtures, fileOf(products), 3, 5)
    await open('products_url')
    for (const product of products) await expectProduct(fixtures, product)
    await visit(fixtures, first.name)
    for (const each of first.reviews) await expectReview(fixtures, each)
    await expectRatings(fixtures, countsOf(first.reviews))
  },

  'sort-products': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((key) => given.city(`sorted ${key}`)).toSorted()
    // Two products without reviews, and two with the same average of different ratings.
    const equal = given.shuffled('equal averages', [
      [2, 5],
      [3, 4],
    ])
    const ratings = [given.shuffled('second', [4, 4, 3]), [], [], [5], ...equal]
    const products = names.map((name, at) => ({ ...productOf(fixtures, `sorted ${String(at)}`, ratings[at]), name }))
    const [alpha, beta, delta, echo, foxtrot, golf] = products as [Product, Product, Product, Product, Product, Product]
    await bring(fixtures, fileOf([delta, golf, alpha, echo, beta, foxtrot]), 6, 8)
    await open('products_url')
    for (const product of [alpha, foxtrot, golf]) await expectProduct(fixtures, product)
    await expect
      .poll(() => fixtures.readingOrder(names, (name) => productLink(page, name)))
      .toEqual([echo, alpha, foxtrot, golf, beta, delta].map(({ name }) => name))
  },

  search: async (fixtures) => {
    const { page, expect, open, element, given } = fixtures
    const wanted = given.word('wanted')
    const [begins, holds, other] = [
      `${wanted.slice(0, 1).toUpperCase()}${wanted.slice(1)}ed ${given.word('begins')}`,
      `${given.title('holds')} ${wanted}`,
      given.title('other'),
    ] as const
    for (const name of [begins, holds, other]) await addProduct(fixtures, name)
    await open('products_url')
    await (await element('search_field')).fill(wanted.toUpperCase())
    await (await element('search_button')).click()
    await expect(productLink(page, other)).toHaveCount(0)
    await expect(productLink(page, begins)).toBeVisible()
    await expect(productLink(page, holds)).toBeVisible()
  },

  'import-more': async (fixtures) => {
    const { page, expect } = fixtures
    // Together with the two existing ones, four reviews.
    const known = productOf(fixtures, 'known', ratingsOf(fixtures, 'known', 4))
    const [one, two, ...added] = known.reviews as [Review, Review, Review, Review]
    const beside = productOf(fixtures, 'beside', ratingsOf(fixtures, 'beside', 1))
    const fresh = productOf(fixtures, 'fresh', ratingsOf(fixtures, 'fresh', 1))
    const [skipped] = productOf(fixtures, 'skipped', [two.rating === 5 ? 1 : 5]).reviews as [Review]
    const again: Review = { ...skipped, author: otherCase(two.author) }
    const second = fileOf([{ name: known.name, reviews: [again, ...added] }, fresh], 'more.json')
    await bring(fixtures, fileOf([{ ...known, reviews: [one, two] }, beside]), 2, 3)
    await bring(fixtures, second, 1, 3)
    await visit(fixtures, known.name)
    await expectAverage(fixtures, known.reviews)
    for (const each of known.reviews) await expectReview(fixtures, each)
    await expect(page.locator('body')).not.toContainText(again.text)
    await bring(fixtures, second, 0, 0)
    await visit(fixtures, fresh.name)
    await expectAverage(fixtures, fresh.reviews)
  },

  'import-catalogue': async (fixtures) => {
    const { open, given } = fixtures
    const authors = Array.from({ length: 20 }, (_, at) => given.person(`catalogue ${String(at)}`))
    const text = given.sentence('catalogue')
    const products = Array.from({ length: 40 }, (_, at): Product => {
      const key = `catalogue ${String(at)}`
      // The first product has no review, the second has one.
      const count = at < 2 ? at : given.integer(key, { from: 0, to: authors.length })
      const ratings = ratingsOf(fixtures, key, count)
      return {
        name: given.title(key),
        reviews: ratings.map((rating, i) => ({ author: authors[i] ?? '', rating, text })),
      }
    })
    const [largest] = products.toSorted((a, b) => b.reviews.length - a.reviews.length) as [Product]
    const count = products.reduce((sum, { reviews }) => sum + reviews.length, 0)
    await bring(fixtures, fileOf(given.shuffled('catalogue', products), 'catalogue.json'), 40, count)
    await open('products_url')
    for (const product of [...products.slice(0, 4), largest]) await expectProduct(fixtures, product)
    await visit(fixtures, largest.name)
    await expectRatings(fixtures, countsOf(largest.reviews))
  },

  'refuse-no-json': async (fixtures) => {
    const product = productOf(fixtures, 'cut off', [4])
    const whole = fileOf([product], 'cut-off.json')
    const end = whole.buffer.indexOf(product.reviews[0]?.text ?? '') + 3
    await refuseFile(fixtures, { ...whole, buffer: whole.buffer.subarray(0, end) }, /\bjson\b/i, product.name)
    await bring(fixtures, fileOf(example(fixtures)), 0, 0)
  },

  'refuse-bad-rating': async (fixtures) => {
    const { given } = fixtures
    const half = given.integer('half', { from: 1, to: 4 }) + 0.5
    for (const [key, rating] of [
      ['rating 6', 6],
      ['rating 0', 0],
      ['half a rating', half],
    ] as const)
      await refuseSpoilt(fixtures, key, { review: (good) => ({ ...good, rating }) })
  },

  'refuse-incomplete-file': async (fixtures) => {
    await refuseSpoilt(fixtures, 'no author', { review: ({ rating, text }) => ({ rating, text }) })
    await refuseSpoilt(fixtures, 'blank text', { review: (good) => ({ ...good, text: '  ' }) })
    await refuseSpoilt(fixtures, 'no name', { product: ({ reviews }) => ({ reviews }) })
    await refuseSpoilt(fixtures, 'null', { product: () => null })
  },

  'hostile-text': async (fixtures) => {
    const { page, expect, dialogs, given } = fixtures
    const hostile = (key: string, attack: string) =>
      `${given.textWithMarkup(key)} &amp; ${given.personWithApostrophe(key)} ${attack}`
    const image = '<img src="/none" onerror="alert(\'run\')">'
    const imported: Review = {
      author: `${given.nameWithUmlaut('author')} "Z" <i>${given.word('author')}</i>`,
      rating: given.integer('hostile', { from: 1, to: 5 }),
      text: `${hostile('text', "<script>alert('run')</script>")} 山田`,
    }
    const product: Product = { name: hostile('name', image), reviews: [imported] }
    await bring(fixtures, fileOf([product], 'hostile.json'), 1, 1)
    await visit(fixtures, product.name)
    await expectReview(fixtures, imported)
    await review(fixtures, [{ ...imported, author: given.person('typed'), text: hostile('typed', image) }])
    await expect(shown(page, product.name).first()).toBeVisible()
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  'export-all': async (fixtures) => {
    const { page, expect } = fixtures
    const drawn = productOf(fixtures, 'exported', ratingsOf(fixtures, 'exported', 2))
    const [first, removed] = drawn.reviews as [Review, Review]
    const written: Review = {
      ...first,
      author: first.author.replace(' ', ' "the" '),
      text: String.raw`${first.text}\ & <${fixtures.given.word('exported')}>?`,
    }
    const empty = productOf(fixtures, 'exported without reviews')
    await addProduct(fixtures, drawn.name)
    await addProduct(fixtures, empty.name)
    await visit(fixtures, drawn.name)
    await review(fixtures, [removed, written])
    await fixtures.confirming(() => deleteControl(reviewRow(fixtures, removed)).click())
    await expect(deleteControl(page)).toHaveCount(1)
    const exported = productsIn(await exportAll(fixtures))
    const of = (name: string) => exported.filter((product) => product.name === name)
    expect(of(drawn.name)).toEqual([{ name: drawn.name, reviews: [written] }])
    expect(of(empty.name)).toEqual([empty])
    const [imported] = productsIn(fileOf(example(fixtures)).buffer)
    expect(of(imported?.name ?? '')).toEqual([imported])
  },

  'import-export': async (fixtures) => {
    const { page, expect } = fixtures
    const { name, reviews } = productOf(fixtures, 'exported and imported', ratingsOf(fixtures, 'imported again', 2))
    const [kept] = reviews as [Review]
    await addProduct(fixtures, name)
    await visit(fixtures, name)
    await review(fixtures, reviews)
    const buffer = await exportAll(fixtures)
    await visit(fixtures, name)
    await fixtures.confirming(() => deleteControl(reviewRow(fixtures, kept)).click())
    await expect(deleteControl(page)).toHaveCount(1)
    await bring(fixtures, { name: 'export.json', mimeType: 'application/json', buffer }, 0, 1)
    await visit(fixtures, name)
    await expectReview(fixtures, kept)
    await expectAverage(fixtures, reviews)
  },

  'keep-data': async (fixtures) => {
    const { open, forget } = fixtures
    const { name, reviews } = productOf(fixtures, 'kept', ratingsOf(fixtures, 'kept', 1))
    await addProduct(fixtures, name)
    await visit(fixtures, name)
    await review(fixtures, reviews)
    await forget()
    await open('products_url')
    await expectProduct(fixtures, { name, reviews })
    await visit(fixtures, name)
    for (const each of reviews) await expectReview(fixtures, each)
  },
} satisfies WebsiteTestcodes
