import type { Picture, WebsiteFixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<WebsiteFixtures['element']>>
type Page = WebsiteFixtures['page']

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

// No name is a part of another, and none holds a word that names a button.
const WALLET = 'Wallet'
const SAVINGS = 'Savings'

/** Text is compared as it is seen: without what is hidden, and with space between what stands apart. */
const AS_SEEN = { useInnerText: true }

/** Buttons of a row do something; that some people write them as links makes no difference to a user. */
function deleteButton(within: Page | Locator): Locator {
  const name = /\bdelete\b/i
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}

/** Whatever holds all the texts and one "Delete": rows, and what they may be wrapped in. */
function rowsWith(page: Page, ...texts: readonly string[]): Locator {
  const all = page.locator('body *')
  const holding = texts.reduce((found, hasText) => found.filter({ hasText }), all)
  // Texts first: they leave few elements for the search for buttons, which takes longer.
  return holding.filter({ has: deleteButton(page), hasNot: deleteButton(page).nth(1), visible: true })
}

/** The innermost of them, which stands last: a row, whatever it is made of. */
function row(page: Page, ...texts: readonly string[]): Locator {
  return rowsWith(page, ...texts).last()
}

/** A sum of money that stands alone; currency signs and the several minus signs do not matter. */
function money(sum: string): RegExp {
  const digits = sum.replace('-', '').replace('.', String.raw`\.`)
  const before = sum.startsWith('-') ? String.raw`[-−–][€$£]?\s?` : String.raw`(?<![-−–](?:[€$£]\s?)?)(?<![\d.,])`
  return new RegExp(String.raw`${before}${digits}(?!\d)`)
}

/** Chooses the option of a selection list that says this. */
async function choose(field: Locator, text: string): Promise<void> {
  const option = field.locator('option').filter({ hasText: text })
  await field.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
}

async function expectAccount({ page, expect }: WebsiteFixtures, name: string, balance: string): Promise<void> {
  const found = row(page, name, balance.replace('-', ''))
  await expect(found, `the row of "${name}" with ${balance}`).toHaveText(money(balance), AS_SEEN)
}

async function submitAccount({ element }: WebsiteFixtures, name: string, opening: string): Promise<void> {
  await (await element('name_field')).fill(name)
  await (await element('opening_field')).fill(opening)
  await (await element('add_account_button')).click()
}

/** Adds an account that was not there before. */
async function addAccount(fixtures: WebsiteFixtures, name: string, opening: string, balance = opening): Promise<void> {
  const { page, expect } = fixtures
  await expect(row(page, name), `no row with "${name}" yet`).toHaveCount(0)
  await submitAccount(fixtures, name, opening)
  await expectAccount(fixtures, name, balance)
}

async function submitTransaction({ element }: WebsiteFixtures, transaction: Transaction): Promise<void> {
  const { date, account, kind = 'Expense', category, amount, note } = transaction
  await (await element('date_field')).fill(date)
  await choose(await element('account_field'), account)
  await choose(await element('kind_field'), kind)
  await (await element('category_field')).fill(category)
  await (await element('amount_field')).fill(amount)
  await (await element('note_field')).fill(note)
  await (await element('add_transaction_button')).click()
}

function transactionRow({ page }: WebsiteFixtures, { date, account, category, note, amount }: Transaction): Locator {
  return row(page, date, account, category, note, amount)
}

async function expectTransaction(fixtures: WebsiteFixtures, transaction: Transaction): Promise<void> {
  const { kind = 'Expense', amount, note } = transaction
  const shown = kind === 'Expense' ? `-${amount}` : amount
  const found = transactionRow(fixtures, transaction)
  await fixtures.expect(found, `the row of "${note}" with ${shown}`).toHaveText(money(shown), AS_SEEN)
}

/** Adds transactions, on their page. */
async function spend(fixtures: WebsiteFixtures, transactions: readonly Transaction[]): Promise<void> {
  await fixtures.open('transactions_url')
  for (const transaction of transactions) {
    await submitTransaction(fixtures, transaction)
    await expectTransaction(fixtures, transaction)
  }
}

/** The page of the transactions without any message about what was done on it before, which may name it too. */
async function openTransactions(fixtures: WebsiteFixtures, listed: Transaction): Promise<void> {
  await fixtures.open('transactions_url')
  await expectTransaction(fixtures, listed)
}

async function submitTransfer({ element }: WebsiteFixtures, { date, from, to, amount }: Transfer): Promise<void> {
  await (await element('transfer_date_field')).fill(date)
  await choose(await element('from_field'), from)
  await choose(await element('to_field'), to)
  await (await element('transfer_amount_field')).fill(amount)
  await (await element('transfer_button')).click()
}

/** The two rows of a transfer: where the money leaves and where it arrives. Each may name the other account too. */
function transferRows({ page }: WebsiteFixtures, { date, amount }: Transfer): { left: Locator; arrived: Locator } {
  const rows = rowsWith(page, date, 'Transfer', amount)
  const leaving = money(`-${amount}`)
  return { left: rows.filter({ hasText: leaving }).last(), arrived: rows.filter({ hasNotText: leaving }).last() }
}

/** Transfers money, on the page of the transactions. */
async function move(fixtures: WebsiteFixtures, transfer: Transfer): Promise<void> {
  const { open, expect } = fixtures
  await open('transactions_url')
  await submitTransfer(fixtures, transfer)
  const { left, arrived } = transferRows(fixtures, transfer)
  await expect(left, 'the row where the money leaves').toContainText(transfer.from, AS_SEEN)
  await expect(left).toHaveText(money(`-${transfer.amount}`), AS_SEEN)
  await expect(arrived, 'the row where the money arrives').toContainText(transfer.to, AS_SEEN)
  await expect(arrived).toHaveText(money(transfer.amount), AS_SEEN)
}

/** The total of all balances in cents. */
async function total({ element, expect }: WebsiteFixtures): Promise<number> {
  const text = await element('total_text')
  await expect(text).toHaveText(/\d\.\d\d/, AS_SEEN)
  const [, minus, digits = ''] = /([-−–]?)[€$£]?\s?(\d+\.\d\d)/.exec(await text.innerText()) ?? []
  return Math.round(Number(digits) * 100) * (minus === '' ? 1 : -1)
}

async function expectTotal({ element, expect }: WebsiteFixtures, cents: number): Promise<void> {
  await expect(await element('total_text'), 'the total').toHaveText(money((cents / 100).toFixed(2)), AS_SEEN)
}

/** Submits something that must be refused with a message that says the word and was not on the page before. */
async function refusal(
  { page, element, expect }: WebsiteFixtures,
  parameter: 'account_error' | 'delete_error' | 'transaction_error' | 'transfer_error',
  word: string,
  submitBad: () => Promise<void>,
): Promise<void> {
  const before = await page.locator('body').innerText()
  await submitBad()
  const message = await element(parameter)
  await expect(message).toBeVisible()
  await expect(message).toHaveText(new RegExp(String.raw`\b${word}`, 'i'), AS_SEEN)
  expect(before, 'the page before it').not.toContain((await message.innerText()).trim())
}

/** The texts in the order in which a reader meets the rows that hold them. */
async function readingOrder(page: Page, texts: readonly string[]): Promise<string[]> {
  const places = await Promise.all(texts.map(async (text) => ({ text, box: await row(page, text).boundingBox() })))
  return places
    .sort((a, b) => (a.box?.y ?? Infinity) - (b.box?.y ?? Infinity) || (a.box?.x ?? Infinity) - (b.box?.x ?? Infinity))
    .map((place) => place.text)
}

async function showMonth({ open, element }: WebsiteFixtures, month: string): Promise<void> {
  await open('report_url')
  await (await element('month_field')).fill(month)
  await (await element('month_button')).click()
}

async function expectSum(
  { element, expect }: WebsiteFixtures,
  parameter: 'income_text' | 'expenses_text',
  sum: string,
): Promise<void> {
  await expect(await element(parameter), parameter).toHaveText(money(sum), AS_SEEN)
}

/** The list says these categories and sums in this order, and none of the other words. A sum may stand on either side. */
async function expectCategories(
  { element, expect }: WebsiteFixtures,
  categories: readonly (readonly [string, string])[],
  others: readonly string[] = [],
): Promise<void> {
  const list = await element('categories_list')
  const names = [...categories.map(([name]) => name), ...others]
  const token = new RegExp([...names, String.raw`[-−–]?\d+\.\d\d(?![\d%])`].join('|'), 'g')
  const shown = async () => {
    const tokens = (await list.innerText()).match(token) ?? []
    const sumsFirst = /\d$/.test(tokens[0] ?? '')
    return tokens.map((text, place) => (sumsFirst ? (tokens[place % 2 === 0 ? place + 1 : place - 1] ?? text) : text))
  }
  await expect.poll(shown, 'categories and sums in their order').toEqual(categories.flat())
}

/** The longest line of pixels, across or down, that differ between two pictures, as a share of the longer side. */
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

export default {
  'add-account': async (fixtures) => {
    await fixtures.open('accounts_url')
    await addAccount(fixtures, WALLET, '250')
    await addAccount(fixtures, SAVINGS, '', '0.00')
    await expectAccount(fixtures, WALLET, '250.00')
  },

  'sort-accounts': async (fixtures) => {
    const { page, expect, open } = fixtures
    const names = ['Giro', 'Cash box', 'Harbour bank']
    await open('accounts_url')
    for (const name of names) await addAccount(fixtures, name, '1.00')
    await expect.poll(() => readingOrder(page, names)).toEqual(names.toSorted())
    await page.reload()
    for (const name of names) await expectAccount(fixtures, name, '1.00')
    await expect.poll(() => readingOrder(page, names)).toEqual(names.toSorted())
  },

  'refuse-account': async (fixtures) => {
    const { page, expect, open } = fixtures
    const name = 'Piggy bank'
    await open('accounts_url')
    await addAccount(fixtures, name, '7.30')
    await refusal(fixtures, 'account_error', 'name', () => submitAccount(fixtures, '   ', '61.23'))
    await open('accounts_url')
    await refusal(fixtures, 'account_error', 'name', () => submitAccount(fixtures, name, '61.23'))
    await open('accounts_url')
    await expectAccount(fixtures, name, '7.30')
    await expect(page.locator('body')).not.toHaveText(money('61.23'), AS_SEEN)
  },

  'add-transaction': async (fixtures) => {
    const expense: Transaction = {
      ...{ date: '2030-05-09', account: WALLET, category: 'Books', amount: '48.20', note: 'An atlas' },
    }
    const income: Transaction = {
      ...{
        date: '2030-05-02',
        account: SAVINGS,
        kind: 'Income',
        category: 'Wages',
        amount: '1900.00',
        note: 'For April',
      },
    }
    await fixtures.open('transactions_url')
    for (const transaction of [expense, income]) {
      await fixtures.expect(transactionRow(fixtures, transaction)).toHaveCount(0)
      await submitTransaction(fixtures, transaction)
      await expectTransaction(fixtures, transaction)
    }
    await expectTransaction(fixtures, expense)
  },

  'exact-balance': async (fixtures) => {
    const account = 'Holiday fund'
    const common = { date: '2030-06-01', account, category: 'Misc' }
    await fixtures.open('accounts_url')
    await addAccount(fixtures, account, '100.10')
    await spend(fixtures, [
      { ...common, kind: 'Income', amount: '19.99', note: 'Sold a lamp' },
      { ...common, kind: 'Income', amount: '0.20', note: 'Found coins' },
      { ...common, amount: '30.34', note: 'Paid a guide' },
    ])
    await fixtures.open('accounts_url')
    await expectAccount(fixtures, account, '89.95')
  },

  'negative-balance': async (fixtures) => {
    const account = 'Overdraft'
    await fixtures.open('accounts_url')
    await addAccount(fixtures, account, '-1200.25')
    await spend(fixtures, [{ date: '2030-06-02', account, category: 'Misc', amount: '34.25', note: 'Bought paint' }])
    await fixtures.open('accounts_url')
    await expectAccount(fixtures, account, '-1234.50')
  },

  'follow-total': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('accounts_url')
    await expect(row(page, WALLET)).toBeVisible()
    const before = await total(fixtures)
    await addAccount(fixtures, 'Inheritance', '4000.70')
    await expectTotal(fixtures, before + 400070)
    await spend(fixtures, [{ date: '2030-06-03', account: WALLET, category: 'Misc', amount: '0.90', note: 'A stamp' }])
    await open('accounts_url')
    await expectTotal(fixtures, before + 400070 - 90)
  },

  'delete-account': async (fixtures) => {
    const { page, expect, open } = fixtures
    const [kept, other, gone] = ['Rainy days', 'Sunny days', 'Windy days']
    await open('accounts_url')
    await addAccount(fixtures, kept, '10.00')
    await addAccount(fixtures, other, '20.00')
    const before = await total(fixtures)
    await addAccount(fixtures, gone, '40.00')
    await expectTotal(fixtures, before + 4000)
    await deleteButton(row(page, gone)).click()
    await expect(row(page, gone)).toHaveCount(0)
    await expectTotal(fixtures, before)
    await page.reload()
    await expectAccount(fixtures, kept, '10.00')
    await expectAccount(fixtures, other, '20.00')
    await expect(row(page, gone)).toHaveCount(0)
  },

  'keep-used-account': async (fixtures) => {
    const { page, expect, open } = fixtures
    const account = 'Allowance'
    const only: Transaction = { date: '2030-06-04', account, category: 'Misc', amount: '3.00', note: 'Ice cream' }
    await open('accounts_url')
    await addAccount(fixtures, account, '5.00')
    await spend(fixtures, [only])
    await open('accounts_url')
    await refusal(fixtures, 'delete_error', 'transactions', () => deleteButton(row(page, account)).click())
    await open('accounts_url')
    await expectAccount(fixtures, account, '2.00')
    await open('transactions_url')
    await deleteButton(transactionRow(fixtures, only)).click()
    await expect(page.getByText(only.note).filter({ visible: true })).toHaveCount(0)
    await open('accounts_url')
    await expectAccount(fixtures, account, '5.00')
    await deleteButton(row(page, account)).click()
    await expect(row(page, account)).toHaveCount(0)
  },

  'open-account': async (fixtures) => {
    const { page, expect, open } = fixtures
    const account = 'Joint account'
    const own: Transaction = { date: '2030-06-05', account, category: 'Garden', amount: '12.00', note: 'Tulip bulbs' }
    const foreign: Transaction = { ...own, account: WALLET, note: 'Rose bushes' }
    await open('accounts_url')
    await addAccount(fixtures, account, '50.00')
    await spend(fixtures, [own, foreign])
    await open('accounts_url')
    await row(page, account).getByRole('link').filter({ hasText: account }).first().click()
    await expectTransaction(fixtures, own)
    await expect(page.getByText(foreign.note).filter({ visible: true })).toHaveCount(0)
  },

  'sort-transactions': async (fixtures) => {
    const { page, expect } = fixtures
    const dated = (date: string, note: string): Transaction => {
      return { date, account: WALLET, category: 'Sport', amount: '9.00', note }
    }
    const transactions = [
      dated('2030-07-15', 'Swimming'),
      dated('2030-11-02', 'Fencing'),
      dated('2030-07-03', 'Rowing'),
      dated('2029-12-31', 'Judo'),
    ]
    const notes = transactions.map(({ note }) => note)
    await spend(fixtures, transactions)
    await expect.poll(() => readingOrder(page, notes)).toEqual(['Fencing', 'Swimming', 'Rowing', 'Judo'])
    await page.reload()
    for (const transaction of transactions) await expectTransaction(fixtures, transaction)
    await expect.poll(() => readingOrder(page, notes)).toEqual(['Fencing', 'Swimming', 'Rowing', 'Judo'])
  },

  'refuse-amount': async (fixtures) => {
    const { page, expect, open } = fixtures
    const good: Transaction = {
      date: '2030-08-01',
      account: WALLET,
      category: 'Music',
      amount: '1.05',
      note: 'Strings',
    }
    for (const amount of ['', '0', '-5', '1.005']) {
      await open('transactions_url')
      await refusal(fixtures, 'transaction_error', 'amount', () =>
        submitTransaction(fixtures, { ...good, amount, note: 'Drumsticks' }),
      )
    }
    await spend(fixtures, [good])
    await expect(page.getByText('Drumsticks').filter({ visible: true })).toHaveCount(0)
  },

  'refuse-transaction': async (fixtures) => {
    const { page, expect, open } = fixtures
    const good: Transaction = { date: '2030-08-02', account: WALLET, category: 'Music', amount: '8.00', note: 'Reeds' }
    await open('transactions_url')
    await refusal(fixtures, 'transaction_error', 'date', () =>
      submitTransaction(fixtures, { ...good, date: '', note: 'Mouthpiece' }),
    )
    await open('transactions_url')
    await refusal(fixtures, 'transaction_error', 'category', () =>
      submitTransaction(fixtures, { ...good, category: '  ', note: 'Mouthpiece' }),
    )
    await spend(fixtures, [good])
    await expect(page.getByText('Mouthpiece').filter({ visible: true })).toHaveCount(0)
  },

  'delete-transaction': async (fixtures) => {
    const { page, expect, open } = fixtures
    const account = 'Pocket money'
    const twin: Transaction = { date: '2030-08-03', account, category: 'Sweets', amount: '2.50', note: 'Liquorice' }
    const notes = page.getByText(twin.note).filter({ visible: true })
    await open('accounts_url')
    await addAccount(fixtures, account, '20.00')
    await spend(fixtures, [twin])
    await openTransactions(fixtures, twin)
    await submitTransaction(fixtures, twin)
    await expect(notes.nth(1)).toBeVisible()
    await openTransactions(fixtures, twin)
    await expect(notes).toHaveCount(2)
    const buttons = await deleteButton(page).count()
    await deleteButton(transactionRow(fixtures, twin)).click()
    await expect(deleteButton(page)).toHaveCount(buttons - 1)
    await openTransactions(fixtures, twin)
    await expect(notes).toHaveCount(1)
    await open('accounts_url')
    await expectAccount(fixtures, account, '17.50')
  },

  'hostile-text': async (fixtures) => {
    const { expect, open, dialogs } = fixtures
    const text = (name: string) => `${name} &amp; <b>O'Hara</b> <img src="/none" onerror="alert('run')">`
    const account = text('Bank')
    const hostile: Transaction = {
      ...{ date: '2030-08-04', account, category: text('Fees'), amount: '4.00', note: text('Due') },
    }
    await open('accounts_url')
    await addAccount(fixtures, account, '30.00')
    await spend(fixtures, [hostile])
    await open('accounts_url')
    await expectAccount(fixtures, account, '26.00')
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  transfer: async (fixtures) => {
    const { open } = fixtures
    const transfer: Transfer = { date: '2030-09-01', from: 'Left pocket', to: 'Right pocket', amount: '30.25' }
    await open('accounts_url')
    await addAccount(fixtures, transfer.from, '100.00')
    await addAccount(fixtures, transfer.to, '5.00')
    const before = await total(fixtures)
    await move(fixtures, transfer)
    await open('accounts_url')
    await expectAccount(fixtures, transfer.from, '69.75')
    await expectAccount(fixtures, transfer.to, '35.25')
    await expectTotal(fixtures, before)
  },

  'refuse-transfer': async (fixtures) => {
    const { page, expect, open } = fixtures
    const good: Transfer = { date: '2030-09-02', from: 'Left pocket', to: 'Right pocket', amount: '1.00' }
    for (const [bad, word] of [
      [{ ...good, to: good.from }, 'account'],
      [{ ...good, amount: '0' }, 'amount'],
      [{ ...good, amount: '-1' }, 'amount'],
      [{ ...good, date: '' }, 'date'],
    ] as const) {
      await open('transactions_url')
      await refusal(fixtures, 'transfer_error', word, () => submitTransfer(fixtures, bad))
    }
    await open('transactions_url')
    await expect(page.locator('body')).toContainText('2030-09-01', AS_SEEN)
    await expect(page.locator('body')).not.toContainText(good.date, AS_SEEN)
  },

  'delete-transfer': async (fixtures) => {
    const { page, expect, open } = fixtures
    const kept: Transfer = { date: '2030-09-03', from: 'Upper drawer', to: 'Lower drawer', amount: '1.00' }
    const gone: Transfer = { ...kept, date: '2030-09-04', amount: '8.00' }
    const shown = (date: string) => page.getByText(date).filter({ visible: true })
    await open('accounts_url')
    await addAccount(fixtures, kept.from, '100.00')
    await addAccount(fixtures, kept.to, '5.00')
    await move(fixtures, kept)
    await move(fixtures, gone)
    await deleteButton(transferRows(fixtures, gone).arrived).click()
    await expect(shown(gone.date)).toHaveCount(0)
    await page.reload()
    await expect(shown(kept.date)).toHaveCount(2)
    await expect(shown(gone.date)).toHaveCount(0)
    await open('accounts_url')
    await expectAccount(fixtures, kept.from, '99.00')
    await expectAccount(fixtures, kept.to, '6.00')
  },

  'choose-month': async (fixtures) => {
    const on = (date: string, category: string, amount: string): Transaction => {
      return { date, account: WALLET, category, amount, note: `On ${date}` }
    }
    await spend(fixtures, [
      on('2031-03-31', 'Marching', '1.00'),
      on('2031-04-01', 'Opening', '20.00'),
      on('2031-04-30', 'Closing', '4.00'),
      on('2031-05-01', 'Dancing', '8.00'),
    ])
    const all = ['Marching', 'Opening', 'Closing', 'Dancing']
    await showMonth(fixtures, '2031-04')
    await expectSum(fixtures, 'expenses_text', '24.00')
    const april = [
      ['Opening', '20.00'],
      ['Closing', '4.00'],
    ] as const
    await expectCategories(fixtures, april, all)
    await showMonth(fixtures, '2031-05')
    await expectSum(fixtures, 'expenses_text', '8.00')
    await expectCategories(fixtures, [['Dancing', '8.00']], all)
  },

  'sum-up': async (fixtures) => {
    const date = '2032-02-29'
    await spend(fixtures, [
      { date, account: WALLET, kind: 'Income', category: 'Wages', amount: '1500.10', note: 'Month pay' },
      { date, account: SAVINGS, kind: 'Income', category: 'Interest', amount: '0.20', note: 'At last' },
      { date, account: WALLET, category: 'Rent', amount: '700.35', note: 'The flat' },
      { date, account: SAVINGS, category: 'Fees', amount: '2.60', note: 'The bank' },
    ])
    await move(fixtures, { date, from: WALLET, to: SAVINGS, amount: '55.00' })
    await showMonth(fixtures, '2032-02')
    await expectSum(fixtures, 'income_text', '1500.30')
    await expectSum(fixtures, 'expenses_text', '702.95')
    await showMonth(fixtures, '2032-03')
    await expectSum(fixtures, 'income_text', '0.00')
    await expectSum(fixtures, 'expenses_text', '0.00')
  },

  'list-categories': async (fixtures) => {
    const common = { date: '2033-01-10', account: WALLET }
    await spend(fixtures, [
      { ...common, category: 'Food', amount: '20.10', note: 'Market' },
      { ...common, category: 'Fun', amount: '99.99', note: 'Circus' },
      { ...common, kind: 'Income', category: 'Wages', amount: '1000.00', note: 'Bonus' },
      { ...common, category: 'Rent', amount: '800.00', note: 'House' },
      { ...common, account: SAVINGS, category: 'Food', amount: '15.15', note: 'Bakery' },
    ])
    await move(fixtures, { date: common.date, from: SAVINGS, to: WALLET, amount: '500.00' })
    await showMonth(fixtures, '2033-01')
    const listed = [
      ['Rent', '800.00'],
      ['Fun', '99.99'],
      ['Food', '35.25'],
    ] as const
    await expectCategories(fixtures, listed, ['Wages', 'Transfer'])
  },

  'chart-grows': async (fixtures) => {
    const { expect, element, picture } = fixtures
    const common = { date: '2034-10-05', account: WALLET }
    const chart = async (listed: readonly (readonly [string, string])[], income: string) => {
      await showMonth(fixtures, '2034-10')
      await expectCategories(fixtures, listed)
      await expectSum(fixtures, 'income_text', income)
      return picture(await element('chart'))
    }
    const rent = ['Rent', '80.00'] as const
    await spend(fixtures, [
      { ...common, category: 'Rent', amount: '80.00', note: 'Cellar' },
      { ...common, category: 'Food', amount: '40.00', note: 'Cheese' },
    ])
    const first = await chart([rent, ['Food', '40.00']], '0.00')
    await spend(fixtures, [
      { ...common, kind: 'Income', category: 'Food', amount: '60.00', note: 'Refund' },
      { ...common, date: '2034-11-05', category: 'Food', amount: '30.00', note: 'Olives' },
    ])
    const same = await chart([rent, ['Food', '40.00']], '60.00')
    expect(longestChange(first, same), 'how much the chart changed where its sums did not').toBe(0)
    await spend(fixtures, [{ ...common, category: 'Food', amount: '32.00', note: 'Grapes' }])
    const grown = await chart([rent, ['Food', '72.00']], '60.00')
    // The bar grows by two fifths of the longest one; what else changes are digits, whose strokes are shorter than this.
    expect(longestChange(first, grown), 'how much a bar of the chart grew').toBeGreaterThan(0.05)
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
    const { open, forget } = fixtures
    const account = 'Nest egg'
    const kept: Transaction = { date: '2030-12-24', account, category: 'Gifts', amount: '60.00', note: 'Toy train' }
    await open('accounts_url')
    await addAccount(fixtures, account, '400.00')
    await spend(fixtures, [kept])
    await forget()
    await open('accounts_url')
    await expectAccount(fixtures, account, '340.00')
    await open('transactions_url')
    await expectTransaction(fixtures, kept)
  },
} satisfies WebsiteTestcodes
