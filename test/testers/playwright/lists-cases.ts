/** Lists that show several answers, one after another or at once, so that an expectation over them could meet the right one. None passes. */
import type { Fixture } from './bed.ts'

const TIMER = `(end) => new Promise((done) => setTimeout(done, end - performance.now()))`

interface Cycle {
  /** Statements that show the answer number `at`. */
  readonly show: string
  readonly answers?: number
  readonly body?: string
  readonly head?: string
  readonly until?: string
  readonly each?: number
  readonly testcode: Fixture['testcode']
}
const cycle = ({
  show,
  answers = 6,
  body = '<ul></ul>',
  head = '',
  until = TIMER,
  each = 450,
  testcode,
}: Cycle): Fixture => ({
  head: `<style>li { height: 20px }</style>${head}`,
  body: `<h1>Rows</h1><button id="go">Go</button>${body}<script>
    const ul = document.querySelector('ul'), until = ${until}
    const rows = (...names) => { ul.innerHTML = names.map((name) => '<li>' + name + '</li>').join('') }
    document.querySelector('#go').onclick = async () => { for (let at = 0; at < ${String(answers)}; at += 1) { ${show}; await until(performance.now() + ${String(each)}) } }
  </script>`,
  testcode,
})
const after =
  (claim: Fixture['testcode']): Fixture['testcode'] =>
  async (fixtures) => {
    await fixtures.page.locator('#go').click()
    await claim(fixtures)
  }
const NAMES = ['Apple', 'Banana', 'Cherry', 'Date', 'Elder']
const MANY_ROWS = '<li>x</li>'.repeat(13)
const ALL = NAMES.map((name) => `<li>${name}</li>`).join('')
const COUNTS = '[13, 11, 9, 7, 5, 3]'
const counted = (count: number) => after(({ page, expect }) => expect(page.locator('li:visible')).toHaveCount(count))
const listed = (...names: string[]) => after(({ page, expect }) => expect(page.locator('li')).toHaveText(names))
const BY_CLASS = `<style>li { display: none } ${[13, 11, 9, 7, 5, 3].map((count, at) => `ul.n${String(at)} li:nth-child(-n+${String(count)}) { display: block }`).join(' ')}</style>`
const MANY = `ul.innerHTML = '<li>x</li>'.repeat(${COUNTS}[at])`
const ORDERS = `[['Apple', 'Date', 'Cherry', 'Banana'], ['Apple', 'Cherry', 'Date', 'Banana'], ['Apple', 'Banana', 'Date', 'Cherry'], ['Apple', 'Banana', 'Cherry', 'Date']]`

export const LISTS_DISHONEST: Readonly<Record<string, Fixture>> = {
  'counts, at rest with the fourth': cycle({ show: MANY, testcode: counted(3) }),
  'counts by style alone': cycle({
    show: `ul.className = 'n' + at`,
    head: BY_CLASS,
    body: `<ul>${MANY_ROWS}</ul>`,
    testcode: counted(3),
  }),
  'counts of a second each, without an end': cycle({
    show: `ul.innerHTML = '<li>x</li>'.repeat([13, 11, 9, 7, 5, 3][at % 6])`,
    answers: 40,
    each: 1100,
    testcode: counted(3),
  }),
  'one row more each 1.1 s': cycle({
    show: `ul.insertAdjacentHTML('beforeend', '<li>x</li>')`,
    answers: 9,
    each: 1100,
    testcode: counted(4),
  }),
  'one row more, each time for longer': cycle({
    show: `ul.insertAdjacentHTML('beforeend', '<li>x</li>')`,
    answers: 5,
    each: 1100,
    until: `(end) => new Promise((done) => setTimeout(done, (end - performance.now()) * 1.7 ** (ul.children.length - 1)))`,
    testcode: counted(3),
  }),
  'orders of the rows, at rest with the fourth': cycle({
    show: `rows(...${ORDERS}[at])`,
    answers: 4,
    each: 700,
    testcode: listed('Apple', 'Banana', 'Cherry', 'Date'),
  }),
  'orders, 24 of them, each for 1.1 s': cycle({
    show: `rows(...ALL[at])`,
    body: `<ul></ul><script>const permute = (list) => list.length < 2 ? [list] : list.flatMap((each, at) => permute(list.toSpliced(at, 1)).map((rest) => [each, ...rest])); const ALL = permute(['Banana', 'Cherry', 'Date', 'Elder']).map((each) => ['Apple', ...each])</script>`,
    answers: 24,
    each: 1100,
    testcode: listed('Apple', 'Banana', 'Date', 'Cherry', 'Elder'),
  }),
  'orders by style alone': cycle({
    show: `ul.className = 'n' + at`,
    head: `<style>ul { display: flex; flex-direction: column } ${[
      [4, 3, 2],
      [3, 4, 2],
      [2, 4, 3],
      [2, 3, 4],
    ]
      .map((order, at) =>
        order
          .map((place, n) => `ul.n${String(at)} li:nth-child(${String(n + 2)}) { order: ${String(place)} }`)
          .join(' '),
      )
      .join(' ')}</style>`,
    body: `<ul>${ALL}</ul>`,
    answers: 4,
    each: 700,
    testcode: after(async ({ expect, rows, readingOrder }) => {
      await expect
        .poll(() => readingOrder(NAMES.slice(0, 4), (name) => rows([name])))
        .toEqual(['Apple', 'Banana', 'Cherry', 'Date'])
    }),
  }),
  'a row of each possible name, all but one too faint to see': {
    ...cycle({ show: `rows('Apple')`, testcode: listed('Apple', 'Banana') }),
    body: `<button id="go">Go</button><ul>${ALL}</ul><style>li:nth-child(n+2) { color: #fff }</style>`,
  },
  'a row that is there twice, of which one is hidden at times': cycle({
    show: `document.querySelectorAll('li')[1].hidden = at % 2 === 0`,
    body: `<ul><li>Apple</li><li>Apple</li></ul>`,
    answers: 40,
    each: 400,
    testcode: after(({ page, expect }) => expect(page.getByText('Apple').filter({ visible: true })).toHaveCount(1)),
  }),
  'rows in two lists, one of which is shown': cycle({
    show: `document.body.className = 'n' + at`,
    head: `<style>ul { display: none } ${[0, 1, 2, 3, 4, 5].map((at) => `body.n${String(at)} ul:nth-of-type(${String(at + 1)}) { display: block }`).join(' ')}</style>`,
    body: [13, 11, 9, 7, 5, 3].map((count) => `<ul>${'<li>Apple</li>'.repeat(count)}</ul>`).join(''),
    testcode: counted(3),
  }),
  'rows with a button that come and go': cycle({
    show: `rows(...Array(8 - 2 * at).fill('Apple <button>Delete</button>'))`,
    answers: 4,
    each: 700,
    testcode: after(({ rows, expect }) => expect(rows(['Apple'], /Delete/)).toHaveCount(2)),
  }),
}

export const LISTS_HONEST: Readonly<Record<string, Fixture>> = {
  'rows that come one by one, and stay': cycle({
    show: `ul.insertAdjacentHTML('beforeend', '<li>x</li>')`,
    answers: 5,
    each: 350,
    testcode: counted(5),
  }),
  'rows that come one by one, slowly': cycle({
    show: `ul.insertAdjacentHTML('beforeend', '<li>x</li>')`,
    answers: 4,
    each: 1100,
    testcode: counted(4),
  }),
  'an old list, a skeleton, and the new list': cycle({
    show: at3(`rows('Date')`, `rows('Loading…', 'Loading…', 'Loading…')`, `rows('Apple', 'Banana')`),
    answers: 3,
    each: 500,
    testcode: listed('Apple', 'Banana'),
  }),
  'a list that is sorted after it was filtered': cycle({
    show: at3(`rows('Banana', 'Apple')`, `rows('Apple', 'Banana')`, `void 0`),
    answers: 3,
    each: 400,
    testcode: listed('Apple', 'Banana'),
  }),
  'a list that was saved, beside a toast': cycle({
    show: `rows('Apple', 'Banana'); document.querySelector('h1').textContent = ['Saving', 'Saved', 'Undo?', 'Rows'][at]`,
    testcode: listed('Apple', 'Banana'),
  }),
  'two counts, one after another': cycle({
    show: `ul.innerHTML = '<li>x</li>'.repeat([2, 4][at])`,
    answers: 2,
    testcode: counted(4),
  }),
  'ten of a hundred rows at a time': cycle({
    show: `ul.insertAdjacentHTML('beforeend', '<li>x</li>'.repeat(10))`,
    answers: 6,
    each: 350,
    testcode: counted(60),
  }),
}

function at3(...statements: readonly string[]): string {
  return `[() => { ${statements.join(' }, () => { ')} }][at]()`
}
