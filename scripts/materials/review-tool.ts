/**
 * Writes the JSON files of the mission `review-tool`: `tsx scripts/materials/review-tool.ts [folder]`. Deterministic: a
 * second run writes the same bytes. Only `example.json` is shown to producers. Two files share a product only if a testcode
 * uses them together.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generator } from './shared/random.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'missions', 'review-tool', 'materials')

interface Review {
  readonly author?: string
  readonly rating?: number
  readonly text?: string
}
interface Product {
  readonly name?: string
  readonly reviews: readonly Review[]
}

/** Reviews from lines of text: "Author | rating | text". */
function reviews(lines: string): Review[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((value) => value.trim()))
    .map(([author = '', rating, text = '']) => ({ author, rating: Number(rating), text }))
}

const EXAMPLE: Product[] = [
  {
    name: 'Kettle',
    reviews: reviews(`
      Mia   | 4 | Hot within two minutes.
      Noah  | 5 | Quiet and quick.
      Olga  | 4 | The lid could be wider.
    `),
  },
  { name: 'Toaster', reviews: reviews('Mia | 2 | One side stays white.\nPaul | 3 | Does what it should.') },
  { name: 'Colander', reviews: [] },
]

const GARDEN: Product[] = [
  { name: 'Rake', reviews: reviews('Ada | 4 | Sturdy.\nBob | 2 | Heavy.') },
  { name: 'Spade', reviews: reviews('Ada | 5 | Sharp.') },
]
const MORE_GARDEN: Product[] = [
  { name: 'Rake', reviews: reviews('bob | 5 | I like it now.\nCem | 5 | Good grip.\nDee | 5 | Splendid.') },
  { name: 'Hoe', reviews: reviews('Ada | 3 | Fine.') },
]

const ORDER: Product[] = [
  { name: 'Order Delta', reviews: [] },
  { name: 'Order Golf', reviews: reviews('Ada | 3 | Fair.\nBob | 4 | Good.') },
  { name: 'Order Alpha', reviews: reviews('Ada | 4 | Good.\nBob | 4 | Good.\nCem | 3 | Fair.') },
  { name: 'Order Echo', reviews: reviews('Ada | 5 | Great.') },
  { name: 'Order Beta', reviews: [] },
  { name: 'Order Foxtrot', reviews: reviews('Ada | 2 | Poor.\nBob | 5 | Great.') },
]

const HOSTILE: Product[] = [
  {
    name: `Pan &amp; <b>lid</b> <img src="/none" onerror="alert('run')">`,
    reviews: [{ author: `Zoë "Z" <i>O'Hara</i>`, rating: 1, text: `&lt;3 <script>alert('run')</script> 山田` }],
  },
]

/** Forty products with up to nineteen random reviews each. */
function catalogue(seed: number): Product[] {
  const random = generator(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const letters = (number: number) => String.fromCharCode(65 + Math.floor(number / 26), 97 + (number % 26))
  return Array.from({ length: 40 }, (_, product) => ({
    name: `Catalogue ${letters(product)}`,
    reviews: Array.from({ length: below(20) }, (__, review) => ({
      author: `Reader ${letters(review)}`,
      rating: 1 + below(5),
      text: `Opinion ${letters(below(676))}`,
    })),
  }))
}

/** Two valid products, except for the third review of the second one, which is replaced. */
function spoilt(name: string, review: Review): Product[] {
  return [
    { name: `${name} one`, reviews: reviews('Ada | 4 | Good.\nBob | 4 | Good.\nCem | 4 | Good.') },
    {
      name: `${name} two`,
      reviews: [...reviews('Ada | 4 | Good.\nBob | 4 | Good.'), review, ...reviews('Dee | 4 | Good.')],
    },
  ]
}

const right = { author: 'Cem', rating: 4, text: 'Good.' }
const nameless = reviews('Ada | 4 | Good.')

const FILES: Readonly<Record<string, readonly (Product | null)[]>> = {
  'example.json': EXAMPLE,
  'garden.json': GARDEN,
  'more-garden.json': MORE_GARDEN,
  'order.json': ORDER,
  'hostile.json': HOSTILE,
  'catalogue.json': catalogue(20240202),
  'rating-six.json': spoilt('Six', { ...right, rating: 6 }),
  'rating-zero.json': spoilt('Zero', { ...right, rating: 0 }),
  'rating-half.json': spoilt('Half', { ...right, rating: 2.5 }),
  'no-author.json': spoilt('Anonymous', { rating: 4, text: 'Good.' }),
  'blank-text.json': spoilt('Speechless', { ...right, text: '  ' }),
  'no-name.json': [
    { name: 'Name one', reviews: nameless },
    { name: 'Name two', reviews: nameless },
    { reviews: nameless },
  ],
  'null-product.json': [{ name: 'Null one', reviews: nameless }, null],
}

const folder = process.argv[2] ?? FOLDER
await mkdir(folder, { recursive: true })
for (const [name, products] of Object.entries(FILES)) {
  await writeFile(join(folder, name), `${JSON.stringify({ products }, null, 2)}\n`)
}
const whole = JSON.stringify({ products: [{ name: 'Cut off', reviews: nameless }] })
await writeFile(join(folder, 'cut-off.json'), whole.slice(0, -9))
