import type { Locator, Picture, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

interface Transaction {
  readonly date: string
  readonly account: string
  readonly kind?: 'Expense' | 'Income'
  readonly category: string
  readonly amount: string
  readonly note: string
}

interface Transfer {
  readonly date: string
  readonly from: string
  readonly to: string
  readonly amount: string
}

// ---- inputs --------------------------------------------------------------------------------------------------------

const walletOf = ({ given }: Fixtures): string => given.title('wallet')
const savingsOf = ({ given }: Fixtures): string => given.title('savings')

function categoryOf({ given }: Fixtures, key: string): string {
  const word = given.word(`category ${key}`)
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** Each testcode uses its own month, so that no date belongs to two testcodes. */
function dayOf({ given }: Fixtures, month: string, key = ''): string {
  return given.date(`day of ${month} ${key}`, { from: `${month}-01`, to: `${month}-28` })
}

type TransactionOptions = Pick<Transaction, 'date' | 'account'> & Partial<Transaction>

function transactionOf(fixtures: Fixtures, key: string, options: TransactionOptions): Transaction {
  const { given } = fixtures
  return {
    category: categoryOf(fixtures, key),
    amount: given.amount(`amount ${key}`, { from: '1.01', to: '99.99' }),
    note: given.title(`note ${key}`),
    ...options,
  }
}

const centsOf = (sum: string): number => Number(sum.replace('.', ''))

/** Amounts with wrong sums if each float is cut to cents, and also if floats are added and then cut to cents. */
function sumsForExactness({ given }: Fixtures) {
  const cut = (sum: number): number => Math.trunc(sum * 100)
  return given.suchThat(
    'sums for exactness',
    (key) => ({
      opening: given.amount(`${key} opening`, { from: '60.01', to: '139.99' }),
      first: given.amount(`${key} first income`, { from: '10.01', to: '99.99' }),
      second: given.amount(`${key} second income`, { from: '0.01', to: '0.99' }),
      spent: given.amount(`${key} expense`, { from: '10.01', to: '49.99' }),
    }),
    ({ opening, first, second, spent }) => {
      const right = centsOf(opening) + centsOf(first) + centsOf(second) - centsOf(spent)
      const [a, b, c, d] = [opening, first, second, spent].map(Number) as [number, number, number, number]
      return cut(a) + cut(b) + cut(c) - cut(d) !== right && cut(a + b + c - d) !== right
    },
  )
}

// ---- contents of a page --------------------------------------------------------------------------------------------

const DELETE = /\bdelete\b/i

/** Compares only the text that a person sees, with spaces between separate elements. */
const AS_SEEN = { useInnerText: true }

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A button or a link: a user sees no difference. */
function deleteButton(within: Locator): Locator {
  return within
    .getByRole('button', { name: DELETE })
    .or(within.getByRole('link', { name: DELETE }))
    .filter({ visible: true })
}

const shown = ({ page }: Fixtures, text: string): Locator => page.getByText(text).filter({ visible: true })

/** The numbers in a text, without currency signs. Any minus sign counts, but not a dash that joins two words. */
function numbersIn(text: string): string[] {
  const token = /(?<![\d.,])((?<!\w)[-−–])?(?:[€$£]\s?)?(\d+(?:[.,]\d+)*)/g
  return [...text.matchAll(token)].map(([, minus, digits = '']) => (minus === undefined ? digits : `-${digits}`))
}

/** Which of these texts a row shows as they were typed, and which numbers it shows besides. */
async function saidBy(row: Locator, texts: readonly string[]): Promise<{ texts: string[]; numbers: string[] }> {
  const said = tidy(await row.innerText())
  const rest = texts.reduce((text, each) => text.replaceAll(tidy(each), ' '), said)
  return { texts: texts.filter((each) => said.includes(tidy(each))), numbers: numbersIn(rest) }
}

/** Expects a row to show these texts as they were typed, and besides them only this sum as a number. */
async function expectRow({ expect }: Fixtures, row: Locator, texts: readonly string[], sum: string): Promise<void> {
  const name = `the row of ${texts.join(', ')}`
  await expect(row, name).toBeVisible()
  await expect.poll(() => saidBy(row, texts), name).toEqual({ texts, numbers: [sum] })
}

/** Expects an element to show this sum and no other number, with two decimals and without thousands separators. */
async function expectSum(
  { element, expect }: Fixtures,
  parameter: 'total_text' | 'income_text' | 'expenses_text',
  sum: string,
): Promise<void> {
  const text = await element(parameter)
  await expect(text, parameter).toShowNumber(sum)
  await expect(text, parameter).toContainText(sum.replace('-', ''), AS_SEEN)
}

// ---- accounts ------------------------------------------------------------------------------------------------------

const accountRow = ({ rows }: Fixtures, name: string): Locator => rows([name], DELETE)

async function expectAccount(fixtures: Fixtures, name: string, balance: string): Promise<void> {
  await expectRow(fixtures, accountRow(fixtures, name), [name], balance)
}

async function expectNoAccount(fixtures: Fixtures, name: string): Promise<void> {
  await fixtures.expect(accountRow(fixtures, name), `no row with "${name}"`).toHaveCount(0)
}

async function submitAccount({ element }: Fixtures, name: string, opening: string): Promise<void> {
  await (await element('name_field')).fill(name)
  await (await element('opening_field')).fill(opening)
  await (await element('add_account_button')).click()
}

/** Adds an account, on the page of the accounts. */
async function addAccount(fixtures: Fixtures, name: string, opening: string): Promise<void> {
  await submitAccount(fixtures, name, opening)
  await fixtures.expect(accountRow(fixtures, name), `the row of "${name}"`).toBeVisible()
}

/** The total of all balances that the page shows now. */
async function total({ element, expect, read }: Fixtures): Promise<string> {
  const numbers = numbersIn(await read(await element('total_text')))
  expect(numbers, 'numbers of the total').toEqual([expect.stringMatching(/^-?\d+\.\d\d$/)])
  return numbers[0] ?? ''
}

// ---- transactions and transfers ------------------------------------------------------------------------------------

async function submitTransaction({ element, choose }: Fixtures, transaction: Transaction): Promise<void> {
  const { date, account, kind = 'Expense', category, amount, note } = transaction
  await (await element('date_field')).fill(date)
  await choose(await element('account_field'), account)
  await choose(await element('kind_field'), kind)
  await (await element('category_field')).fill(category)
  await (await element('amount_field')).fill(amount)
  await (await element('note_field')).fill(note)
  await (await element('add_transaction_button')).click()
}

function transactionRows({ rows }: Fixtures, { date, account, category, note, amount }: Transaction): Locator {
  return rows([date, account, category, note, amount], DELETE)
}

async function expectTransaction(fixtures: Fixtures, transaction: Transaction): Promise<void> {
  const { date, account, category, note, kind = 'Expense', amount } = transaction
  const row = transactionRows(fixtures, transaction).first()
  await expectRow(fixtures, row, [date, account, category, note], kind === 'Expense' ? `-${amount}` : amount)
}

/** Adds transactions, on their page. */
async function spend(fixtures: Fixtures, transactions: readonly Transaction[]): Promise<void> {
  await fixtures.open('transactions_url')
  for (const transaction of transactions) {
    await submitTransaction(fixtures, transaction)
    const row = transactionRows(fixtures, transaction).first()
    await fixtures.expect(row, `the row of "${transaction.note}"`).toBeVisible()
  }
}

function transferOf({ given }: Fixtures, key: string, date: string): Transfer {
  return {
    date,
    from: given.title(`${key} left`),
    to: given.title(`${key} arrived`),
    amount: given.amount(`${key} amount`, { from: '1.01', to: '49.99' }),
  }
}

async function submitTransfer({ element, choose }: Fixtures, { date, from, to, amount }: Transfer): Promise<void> {
  await (await element('transfer_date_field')).fill(date)
  await choose(await element('from_field'), from)
  await choose(await element('to_field'), to)
  await (await element('transfer_amount_field')).fill(amount)
  await (await element('transfer_button')).click()
}

/** The two rows of a transfer: of the account that it debits and of the one that it credits. Either may name both. */
function transferRows({ rows }: Fixtures, { date, amount }: Transfer) {
  const both = rows([date, 'Transfer', amount], DELETE)
  const leaving = new RegExp(String.raw`[-−–](?:[€$£]\s?)?${amount.replace('.', String.raw`\.`)}(?!\d)`)
  return { both, left: both.filter({ hasText: leaving }), arrived: both.filter({ hasNotText: leaving }) }
}

async function expectTransfer(fixtures: Fixtures, transfer: Transfer): Promise<void> {
  const { date, from, to, amount } = transfer
  const { both, left, arrived } = transferRows(fixtures, transfer)
  await fixtures.expect(both, `rows of the transfer of ${date}`).toHaveCount(2)
  await expectRow(fixtures, left, [date, from], `-${amount}`)
  await expectRow(fixtures, arrived, [date, to], amount)
}

/** Transfers money, on the page of the transactions. */
async function move(fixtures: Fixtures, transfer: Transfer): Promise<void> {
  await fixtures.open('transactions_url')
  await submitTransfer(fixtures, transfer)
  await expectTransfer(fixtures, transfer)
}

// ---- the report ----------------------------------------------------------------------------------------------------

async function showMonth({ open, element }: Fixtures, month: string): Promise<void> {
  await open('report_url')
  await (await element('month_field')).fill(month)
  await (await element('month_button')).click()
}

/**
 * Expects the list to show these categories and sums in this order, and no other number and none of the other words. A sum
 * may be on either side of its category. Percentages are ignored.
 */
async function expectCategories(
  { element, expect }: Fixtures,
  categories: readonly (readonly [name: string, sum: string])[],
  others: readonly string[] = [],
): Promise<void> {
  const list = await element('categories_list')
  const names = [...categories.map(([name]) => name), ...others].map((name) => name.toLowerCase())
  const token = new RegExp([...names, String.raw`[-−–]?\d+(?:[.,]\d+)*`].join('|'), 'g')
  const said = async () => {
    const text = (await list.innerText()).toLowerCase().replace(/(?<!\d)\d+(?:[.,]\d+)?\s?%/g, ' ')
    const tokens = text.match(token) ?? []
    const sumsFirst = /\d$/.test(tokens[0] ?? '')
    return tokens.map((text, place) => (sumsFirst ? (tokens[place % 2 === 0 ? place + 1 : place - 1] ?? text) : text))
  }
  const right = categories.flatMap(([name, sum]) => [name.toLowerCase(), sum])
  for (const [, sum] of categories) await expect(list, 'the categories').toContainText(sum, AS_SEEN)
  await expect.poll(said, 'categories and sums in their order').toEqual(right)
}

/** The longest row or column of pixels that differ between two pictures, as a fraction of the longer side. */
function longestChange(before: Picture, after: Picture): number {
  const { width, height } = before
  if (width !== after.width || height !== after.height) return 1
  const differs = (x: number, y: number) => {
    const place = 4 * (y * width + x)
    return [0, 1, 2].some((part) => before.pixels[place + part] !== after.pixels[place + part])
  }
  const longest = (lines: number, length: number, at: (line: number, place: number) => boolean) => {
    let most = 0
    for (let line = 0; line < lines; line++) {
      for (let place = 0, run = 0; place < length; place++) {
        run = at(line, place) ? run + 1 : 0
        most = Math.max(most, run)
      }
    }
    return most
  }
  const across = longest(height, width, (y, x) => differs(x, y))
  const down = longest(width, height, (x, y) => differs(x, y))
  return Math.max(across, down) / Math.max(width, height)
}

/** The texts, sorted in the reading order of their rows. */
const inReadingOrder = ({ rows, readingOrder }: Fixtures, texts: readonly string[]) =>
  readingOrder(texts, (text) => rows([text], DELETE))

export default {
  'add-account': async (fixtures) => {
    const { open, given } = fixtures
    // Large enough to keep the sum of all testcodes' balances above zero.
    const opening = String(given.integer('opening of the wallet', { from: 2001, to: 2999 }))
    await open('accounts_url')
    for (const name of [walletOf(fixtures), savingsOf(fixtures)]) await expectNoAccount(fixtures, name)
    await addAccount(fixtures, walletOf(fixtures), opening)
    await addAccount(fixtures, savingsOf(fixtures), '')
    await expectAccount(fixtures, savingsOf(fixtures), '0.00')
    await expectAccount(fixtures, walletOf(fixtures), `${opening}.00`)
  },

  'sort-accounts': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const sorted = given.distinct('sorted account', 3, (key) => given.title(key)).toSorted() as [string, string, string]
    const accounts = [sorted[1], sorted[0], sorted[2]].map((name) => {
      return { name, opening: given.amount(`opening of ${name}`, { from: '1.01', to: '9.99' }) }
    })
    await open('accounts_url')
    for (const { name, opening } of accounts) await addAccount(fixtures, name, opening)
    await expect.poll(() => inReadingOrder(fixtures, sorted)).toEqual(sorted)
    await page.reload()
    for (const { name, opening } of accounts) await expectAccount(fixtures, name, opening)
    await expect.poll(() => inReadingOrder(fixtures, sorted)).toEqual(sorted)
  },

  'refuse-account': async (fixtures) => {
    const { rows, expect, open, given } = fixtures
    const name = given.title('taken')
    const opening = given.amount('opening of the taken', { from: '1.01', to: '9.99' })
    const bad = given.amount('refused opening', { from: '6001.01', to: '6999.99' })
    await open('accounts_url')
    await addAccount(fixtures, name, opening)
    await fixtures.refusal('account_error', /\bname/i, () => submitAccount(fixtures, '   ', bad))
    await open('accounts_url')
    await fixtures.refusal('account_error', /\bname/i, () => submitAccount(fixtures, name, bad))
    await open('accounts_url')
    await expect(accountRow(fixtures, name), `one row with "${name}"`).toHaveCount(1)
    await expectAccount(fixtures, name, opening)
    await expect(rows([bad], DELETE), `no row with ${bad}`).toHaveCount(0)
  },

  'add-transaction': async (fixtures) => {
    const { expect, given, open } = fixtures
    const expense = transactionOf(fixtures, 'first expense', {
      date: dayOf(fixtures, '2030-01', 'expense'),
      account: walletOf(fixtures),
    })
    const income = transactionOf(fixtures, 'first income', {
      date: dayOf(fixtures, '2030-01', 'income'),
      account: savingsOf(fixtures),
      kind: 'Income',
      amount: given.amount('first income', { from: '1001.01', to: '1999.99' }),
    })
    await open('transactions_url')
    for (const transaction of [expense, income]) {
      await expect(transactionRows(fixtures, transaction)).toHaveCount(0)
      await submitTransaction(fixtures, transaction)
      await expectTransaction(fixtures, transaction)
    }
    await expectTransaction(fixtures, expense)
  },

  'exact-balance': async (fixtures) => {
    const { open, given, decimal } = fixtures
    const account = given.title('exact account')
    const { opening, first, second, spent } = sumsForExactness(fixtures)
    const common = { date: dayOf(fixtures, '2030-02'), account }
    await open('accounts_url')
    await addAccount(fixtures, account, opening)
    await spend(fixtures, [
      transactionOf(fixtures, 'first exact', { ...common, kind: 'Income', amount: first }),
      transactionOf(fixtures, 'second exact', { ...common, kind: 'Income', amount: second }),
      transactionOf(fixtures, 'third exact', { ...common, amount: spent }),
    ])
    await open('accounts_url')
    await expectAccount(fixtures, account, decimal.difference(decimal.sum([opening, first, second]), spent))
  },

  'negative-balance': async (fixtures) => {
    const { open, given, decimal } = fixtures
    const account = given.title('overdrawn account')
    // A number above a thousand without a separator, with a zero at the end, such as -1234.50.
    const { owed, spent } = given.suchThat(
      'overdrawn',
      (key) => ({
        owed: given.amount(`${key} opening`, { from: '1001.01', to: '1499.99' }),
        spent: given.amount(`${key} expense`, { from: '1.01', to: '49.99' }),
      }),
      (drawn) => /[1-9]0$/.test(decimal.sum([drawn.owed, drawn.spent])),
    )
    await open('accounts_url')
    await addAccount(fixtures, account, `-${owed}`)
    await spend(fixtures, [
      transactionOf(fixtures, 'overdrawing', { date: dayOf(fixtures, '2030-03'), account, amount: spent }),
    ])
    await open('accounts_url')
    await expectAccount(fixtures, account, `-${decimal.sum([owed, spent])}`)
  },

  'follow-total': async (fixtures) => {
    const { expect, open, given, decimal } = fixtures
    const wallet = walletOf(fixtures)
    const opening = given.amount('opening of the new', { from: '4001.01', to: '4999.99' })
    const spent = transactionOf(fixtures, 'of the total', { date: dayOf(fixtures, '2030-04'), account: wallet })
    await open('accounts_url')
    await expect(accountRow(fixtures, wallet)).toBeVisible()
    const before = await total(fixtures)
    await addAccount(fixtures, given.title('new account'), opening)
    const grown = decimal.sum([before, opening])
    await expectSum(fixtures, 'total_text', grown)
    await spend(fixtures, [spent])
    await open('accounts_url')
    await expectSum(fixtures, 'total_text', decimal.difference(grown, spent.amount))
  },

  'delete-account': async (fixtures) => {
    const { page, open, given, decimal } = fixtures
    const [kept, other, gone] = ['kept', 'other', 'gone'].map((key) => {
      const opening = given.amount(`opening of the ${key}`, { from: '10.01', to: '99.99' })
      return { name: given.title(`${key} account`), opening }
    }) as [Record<'name' | 'opening', string>, Record<'name' | 'opening', string>, Record<'name' | 'opening', string>]
    await open('accounts_url')
    for (const { name, opening } of [kept, other]) await addAccount(fixtures, name, opening)
    const before = await total(fixtures)
    await addAccount(fixtures, gone.name, gone.opening)
    await expectSum(fixtures, 'total_text', decimal.sum([before, gone.opening]))
    await fixtures.confirming(() => deleteButton(accountRow(fixtures, gone.name)).click())
    await expectNoAccount(fixtures, gone.name)
    await expectSum(fixtures, 'total_text', before)
    await page.reload()
    for (const { name, opening } of [kept, other]) await expectAccount(fixtures, name, opening)
    await expectNoAccount(fixtures, gone.name)
  },

  'keep-used-account': async (fixtures) => {
    const { expect, open, given, decimal } = fixtures
    const account = given.title('used account')
    const opening = given.amount('opening of the used', { from: '100.01', to: '199.99' })
    const only = transactionOf(fixtures, 'of the used', { date: dayOf(fixtures, '2030-05'), account })
    await open('accounts_url')
    await addAccount(fixtures, account, opening)
    await spend(fixtures, [only])
    await open('accounts_url')
    await fixtures.refusal('delete_error', /\btransactions/i, async () => {
      await fixtures.confirming(() => deleteButton(accountRow(fixtures, account)).click())
      await expect(accountRow(fixtures, account), 'the account that is used').toBeVisible()
    })
    await open('accounts_url')
    await expectAccount(fixtures, account, decimal.difference(opening, only.amount))
    await open('transactions_url')
    await fixtures.confirming(() => deleteButton(transactionRows(fixtures, only)).click())
    await expect(transactionRows(fixtures, only)).toHaveCount(0)
    await open('accounts_url')
    await expectAccount(fixtures, account, opening)
    await fixtures.confirming(() => deleteButton(accountRow(fixtures, account)).click())
    await expectNoAccount(fixtures, account)
  },

  'open-account': async (fixtures) => {
    const { expect, open, given } = fixtures
    const account = given.title('opened account')
    const own = transactionOf(fixtures, 'own', { date: dayOf(fixtures, '2030-06'), account })
    const foreign = { ...own, account: walletOf(fixtures), note: given.title('note foreign') }
    await open('accounts_url')
    await addAccount(fixtures, account, given.amount('opening of the opened', { from: '100.01', to: '199.99' }))
    await spend(fixtures, [own, foreign])
    await open('accounts_url')
    await accountRow(fixtures, account).getByRole('link').filter({ hasText: account }).first().click()
    // A page of all transactions would show both.
    await expect(shown(fixtures, foreign.note)).toHaveCount(0)
    await expectTransaction(fixtures, own)
  },

  'sort-transactions': async (fixtures) => {
    const { page, expect, given } = fixtures
    const year = given.pick('year of the sorted', [2032, 2033])
    const month = given.pick('month of the sorted', ['03', '05', '06', '07', '08'])
    const between = (from: string, to: string) => given.date(`sorted ${from.slice(5)}`, { from, to })
    // Sorting by day of the month or by month gives another order than sorting by date.
    const dates = [
      between(`${String(year)}-${month}-11`, `${String(year)}-${month}-19`),
      between(`${String(year)}-11-01`, `${String(year)}-11-02`),
      between(`${String(year)}-${month}-03`, `${String(year)}-${month}-09`),
      between(`${String(year - 1)}-12-25`, `${String(year - 1)}-12-31`),
    ]
    const transactions = dates.map((date, place) =>
      transactionOf(fixtures, `sorted ${String(place)}`, { date, account: walletOf(fixtures) }),
    )
    const noteOn = new Map(transactions.map(({ date, note }) => [date, note]))
    const latestFirst = dates.toSorted().toReversed()
    const notes = latestFirst.map((date) => noteOn.get(date) ?? '')
    await spend(fixtures, transactions)
    await expect.poll(() => inReadingOrder(fixtures, notes)).toEqual(notes)
    await page.reload()
    for (const transaction of transactions) await expectTransaction(fixtures, transaction)
    await expect.poll(() => inReadingOrder(fixtures, notes)).toEqual(notes)
  },

  'refuse-amount': async (fixtures) => {
    const { expect, open, given } = fixtures
    const good = transactionOf(fixtures, 'good amount', {
      date: dayOf(fixtures, '2030-07'),
      account: walletOf(fixtures),
    })
    const note = given.title('note of a bad amount')
    const negative = String(given.integer('negative amount', { from: -99, to: -1 }))
    const thirdDecimal = given.suchThat(
      'third decimal',
      (key) => given.decimal(key, { from: '1.001', to: '99.999', decimals: 3 }),
      (drawn) => !drawn.endsWith('0'),
    )
    for (const amount of ['', '0', negative, thirdDecimal]) {
      await open('transactions_url')
      await fixtures.refusal('transaction_error', /\bamount/i, () =>
        submitTransaction(fixtures, { ...good, amount, note }),
      )
    }
    await spend(fixtures, [good])
    await expectTransaction(fixtures, good)
    await expect(shown(fixtures, note)).toHaveCount(0)
  },

  'refuse-transaction': async (fixtures) => {
    const { expect, open, given } = fixtures
    const good = transactionOf(fixtures, 'complete', { date: dayOf(fixtures, '2030-08'), account: walletOf(fixtures) })
    const note = given.title('note of the incomplete')
    await open('transactions_url')
    await fixtures.refusal('transaction_error', /\bdate/i, () =>
      submitTransaction(fixtures, { ...good, date: '', note }),
    )
    await open('transactions_url')
    await fixtures.refusal('transaction_error', /\bcategory/i, () =>
      submitTransaction(fixtures, { ...good, category: '  ', note }),
    )
    await spend(fixtures, [good])
    await expectTransaction(fixtures, good)
    await expect(shown(fixtures, note)).toHaveCount(0)
  },

  'delete-transaction': async (fixtures) => {
    const { expect, open, given, decimal } = fixtures
    const account = given.title('account of the twins')
    const opening = given.amount('opening for the twins', { from: '200.01', to: '299.99' })
    const twin = transactionOf(fixtures, 'twin', { date: dayOf(fixtures, '2030-09'), account })
    const twins = transactionRows(fixtures, twin)
    await open('accounts_url')
    await addAccount(fixtures, account, opening)
    await spend(fixtures, [twin])
    await submitTransaction(fixtures, twin)
    await expect(twins, 'rows of two equal expenses').toHaveCount(2)
    await fixtures.confirming(() => deleteButton(twins.last()).click())
    await expect(twins, 'rows once one was deleted').toHaveCount(1)
    await open('transactions_url')
    await expectTransaction(fixtures, twin)
    await expect(twins, 'rows later').toHaveCount(1)
    await open('accounts_url')
    await expectAccount(fixtures, account, decimal.difference(opening, twin.amount))
  },

  'hostile-text': async (fixtures) => {
    const { expect, open, dialogs, given, decimal } = fixtures
    const run = `<img src="/none" onerror="alert('run')">`
    const text = (key: string) =>
      `${given.personWithApostrophe(`hostile ${key}`)} ${given.textWithMarkup(`hostile ${key}`)} &amp; ${run}`
    const account = text('account')
    const opening = given.amount('hostile opening', { from: '200.01', to: '299.99' })
    const hostile: Transaction = {
      date: dayOf(fixtures, '2030-10'),
      account,
      category: text('category'),
      amount: given.amount('hostile amount', { from: '1.01', to: '99.99' }),
      note: text('note'),
    }
    await open('accounts_url')
    await addAccount(fixtures, account, opening)
    await spend(fixtures, [hostile])
    await expectTransaction(fixtures, hostile)
    await open('accounts_url')
    await expectAccount(fixtures, account, decimal.difference(opening, hostile.amount))
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  transfer: async (fixtures) => {
    const { open, given, decimal } = fixtures
    const transfer = transferOf(fixtures, 'first transfer', dayOf(fixtures, '2030-11'))
    const left = given.amount('opening where it leaves', { from: '100.01', to: '199.99' })
    const arrived = given.amount('opening where it arrives', { from: '1.01', to: '9.99' })
    await open('accounts_url')
    await addAccount(fixtures, transfer.from, left)
    await addAccount(fixtures, transfer.to, arrived)
    const before = await total(fixtures)
    await move(fixtures, transfer)
    await open('accounts_url')
    await expectAccount(fixtures, transfer.from, decimal.difference(left, transfer.amount))
    await expectAccount(fixtures, transfer.to, decimal.sum([arrived, transfer.amount]))
    await expectSum(fixtures, 'total_text', before)
  },

  'refuse-transfer': async (fixtures) => {
    const { expect, open, given } = fixtures
    const listed = transferOf(fixtures, 'first transfer', dayOf(fixtures, '2030-11'))
    const good = { ...listed, date: dayOf(fixtures, '2030-12') }
    const negative = String(given.integer('negative transfer', { from: -99, to: -1 }))
    for (const [bad, word] of [
      [{ ...good, to: good.from }, 'account'],
      [{ ...good, amount: '0' }, 'amount'],
      [{ ...good, amount: negative }, 'amount'],
      [{ ...good, date: '' }, 'date'],
    ] as const) {
      await open('transactions_url')
      await fixtures.refusal('transfer_error', new RegExp(String.raw`\b${word}`, 'i'), () =>
        submitTransfer(fixtures, bad),
      )
    }
    await open('transactions_url')
    await expectTransfer(fixtures, listed)
    await expect(shown(fixtures, good.date)).toHaveCount(0)
  },

  'delete-transfer': async (fixtures) => {
    const { page, expect, open, given, decimal } = fixtures
    const kept = transferOf(fixtures, 'kept transfer', dayOf(fixtures, '2031-01'))
    const amount = given.amount('deleted transfer', { from: '50.01', to: '99.99' })
    const gone: Transfer = { ...kept, date: dayOf(fixtures, '2031-02'), amount }
    const left = given.amount('opening where two leave', { from: '200.01', to: '299.99' })
    const arrived = given.amount('opening where two arrive', { from: '1.01', to: '9.99' })
    await open('accounts_url')
    await addAccount(fixtures, kept.from, left)
    await addAccount(fixtures, kept.to, arrived)
    await move(fixtures, kept)
    await move(fixtures, gone)
    await fixtures.confirming(() => deleteButton(transferRows(fixtures, gone).arrived).click())
    await expect(transferRows(fixtures, gone).both).toHaveCount(0)
    await page.reload()
    await expectTransfer(fixtures, kept)
    await expect(shown(fixtures, gone.date)).toHaveCount(0)
    await open('accounts_url')
    await expectAccount(fixtures, kept.from, decimal.difference(left, kept.amount))
    await expectAccount(fixtures, kept.to, decimal.sum([arrived, kept.amount]))
  },

  'choose-month': async (fixtures) => {
    const { given, calendar, decimal } = fixtures
    const days = given.pick('length of the month', [30, 31] as const)
    const month = given.month('chosen month', { from: '2034-03-01', to: '2035-11-30', days })
    const [first, last] = [`${month}-01`, `${month}-${String(days)}`]
    const on = (key: string, date: string, amounts: readonly [string, string]): Transaction =>
      transactionOf(fixtures, key, {
        date,
        account: walletOf(fixtures),
        amount: given.amount(`amount ${key}`, { from: amounts[0], to: amounts[1] }),
      })
    const before = on('before the month', calendar.addDays(first, -1), ['1.01', '9.99'])
    const opening = on('on the first', first, ['50.01', '99.99'])
    const closing = on('on the last', last, ['10.01', '49.99'])
    const after = on('after the month', calendar.addDays(last, 1), ['100.01', '199.99'])
    const all = [before, opening, closing, after]
    const others = (listed: readonly Transaction[]) =>
      all.filter((each) => !listed.includes(each)).map(({ category }) => category)
    await spend(fixtures, all)
    for (const listed of [[opening, closing], [after]]) {
      await showMonth(fixtures, listed[0]?.date.slice(0, 7) ?? '')
      await expectSum(fixtures, 'expenses_text', decimal.sum(listed.map(({ amount }) => amount)))
      const said = listed.map(({ category, amount }) => [category, amount] as const)
      await expectCategories(fixtures, said, others(listed))
    }
  },

  'sum-up': async (fixtures) => {
    const { given } = fixtures
    const [wallet, savings] = [walletOf(fixtures), savingsOf(fixtures)]
    const date = given.date('leap day', { from: '2036-01-01', to: '2048-12-31', month: 2, day: 29 })
    const incomes = given.amountsThatFloatsGetWrong('incomes', { count: 2, from: '1001.01', to: '1999.99' })
    const expenses = given.amountsThatFloatsGetWrong('expenses', { count: 2, from: '10.01', to: '699.99' })
    const booked = (key: string, kind: 'Income' | 'Expense', amounts: readonly string[]) =>
      [wallet, savings].map((account, place) =>
        transactionOf(fixtures, `${key} ${String(place)}`, { date, account, kind, amount: amounts[place] ?? '' }),
      )
    await spend(fixtures, [
      ...booked('income', 'Income', incomes.amounts),
      ...booked('expense', 'Expense', expenses.amounts),
    ])
    const moved = given.amount('moved on a leap day', { from: '50.01', to: '99.99' })
    await move(fixtures, { date, from: wallet, to: savings, amount: moved })
    await showMonth(fixtures, date.slice(0, 7))
    await expectSum(fixtures, 'income_text', incomes.total)
    await expectSum(fixtures, 'expenses_text', expenses.total)
    await showMonth(fixtures, `${date.slice(0, 4)}-03`)
    await expectSum(fixtures, 'income_text', '0.00')
    await expectSum(fixtures, 'expenses_text', '0.00')
  },

  'list-categories': async (fixtures) => {
    const { given } = fixtures
    const [wallet, savings] = [walletOf(fixtures), savingsOf(fixtures)]
    const date = dayOf(fixtures, given.pick('month of the categories', ['2037-01', '2037-06', '2038-10']))
    const on = (key: string, options: Partial<Transaction>) =>
      transactionOf(fixtures, key, { date, account: wallet, ...options })
    const twice = categoryOf(fixtures, 'twice')
    const food = given.amountsThatFloatsGetWrong('two of a category', { count: 2, from: '10.01', to: '24.99' })
    // Compared as a text, the middle sum would be the largest.
    const middle = on('middle', { amount: given.amount('middle', { from: '90.01', to: '99.99' }) })
    const largest = on('largest', { amount: given.amount('largest', { from: '500.01', to: '899.99' }) })
    const income = on('not listed', {
      kind: 'Income',
      amount: given.amount('not listed', { from: '1001.01', to: '1999.99' }),
    })
    await spend(fixtures, [
      on('one of two', { category: twice, amount: food.amounts[0] ?? '' }),
      middle,
      income,
      largest,
      on('other of two', { account: savings, category: twice, amount: food.amounts[1] ?? '' }),
    ])
    const moved = given.amount('moved beside categories', { from: '300.01', to: '399.99' })
    await move(fixtures, { date, from: savings, to: wallet, amount: moved })
    await showMonth(fixtures, date.slice(0, 7))
    const listed = [
      [largest.category, largest.amount],
      [middle.category, middle.amount],
      [twice, food.total],
    ] as const
    await expectCategories(fixtures, listed, [income.category, 'Transfer'])
  },

  'chart-grows': async (fixtures) => {
    const { expect, element, picture, given, decimal } = fixtures
    const year = given.pick('year of the chart', ['2041', '2042', '2043'])
    const [month, next] = [`${year}-10`, `${year}-11`]
    const on = (key: string, from: string, to: string, options: Partial<Transaction> = {}) =>
      transactionOf(fixtures, `charted ${key}`, {
        date: dayOf(fixtures, month, 'of the chart'),
        account: walletOf(fixtures),
        amount: given.amount(`charted ${key}`, { from, to }),
        ...options,
      })
    const rent = on('longest', '80.01', '89.99')
    const food = on('grown', '36.01', '40.99')
    const { category } = food
    const income = on('income', '50.01', '69.99', { category, kind: 'Income' })
    const elsewhere = on('next month', '20.01', '49.99', { category, date: dayOf(fixtures, next) })
    const more = on('growth', '30.01', '34.99', { category })
    const chart = async (sum: string, earned: string) => {
      await showMonth(fixtures, month)
      await expectCategories(fixtures, [
        [rent.category, rent.amount],
        [category, sum],
      ])
      await expectSum(fixtures, 'income_text', earned)
      return picture(await element('chart'))
    }
    await spend(fixtures, [rent, food])
    const first = await chart(food.amount, '0.00')
    await spend(fixtures, [income, elsewhere])
    const same = await chart(food.amount, income.amount)
    expect(longestChange(first, same), 'the change of the chart although no sum changed').toBe(0)
    await spend(fixtures, [more])
    const grown = await chart(decimal.sum([food.amount, more.amount]), income.amount)
    // The bar grows by a third of the longest one. Otherwise only digits change, whose strokes are shorter than this.
    expect(longestChange(first, grown), 'the growth of a bar in the chart').toBeGreaterThan(0.05)
  },

  'go-between-pages': async ({ expect, open, element }) => {
    await open('accounts_url')
    const accounts = await element('opening_field')
    await (await element('accounts_to_transactions')).click()
    const transactions = await element('category_field')
    await expect(accounts).toBeHidden()
    await (await element('transactions_to_report')).click()
    const report = await element('month_field')
    await expect(transactions).toBeHidden()
    await (await element('report_to_accounts')).click()
    await expect(accounts).toBeVisible()
    await expect(report).toBeHidden()
    await (await element('accounts_to_report')).click()
    await expect(report).toBeVisible()
    await (await element('report_to_transactions')).click()
    await expect(transactions).toBeVisible()
    await (await element('transactions_to_accounts')).click()
    await expect(accounts).toBeVisible()
    await expect(transactions).toBeHidden()
  },

  'keep-data': async (fixtures) => {
    const { open, forget, given, decimal } = fixtures
    const account = given.title('lasting account')
    const opening = given.amount('lasting opening', { from: '400.01', to: '499.99' })
    const kept = transactionOf(fixtures, 'lasting', { date: dayOf(fixtures, '2031-03'), account })
    await open('accounts_url')
    await addAccount(fixtures, account, opening)
    await spend(fixtures, [kept])
    await forget()
    await open('accounts_url')
    await expectAccount(fixtures, account, decimal.difference(opening, kept.amount))
    await open('transactions_url')
    await expectTransaction(fixtures, kept)
  },
} satisfies WebsiteTestcodes
