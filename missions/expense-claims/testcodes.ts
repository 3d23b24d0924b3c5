import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<WebsiteFixtures['element']>>
type Page = WebsiteFixtures['page']
type Person = 'ann' | 'ben' | 'cleo' | 'dora'
type State = 'Draft' | 'Submitted' | 'Approved' | 'Rejected'

interface Item {
  readonly date: string
  readonly description: string
  readonly amount: string
}
interface Claim {
  readonly title: string
  readonly items: readonly Item[]
}

const PASSWORD = 'receipts'
/** Milliseconds that a page may take to ask its server, where it may as well do nothing. */
const ANSWER_PATIENCE = 3000
/** Text is compared as it is seen: without what is hidden, and with space between what stands apart. */
const AS_SEEN = { useInnerText: true }

/** That some people write a button as a link makes no difference to a user. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const signOutControl = (page: Page) => control(page, /\bsign\s*out\b/i)
const removeControl = (within: Page | Locator) => control(within, /\bremove\b/i)
const submitControl = (page: Page) => control(page, /^\W*submit\b(?!.*\bitem\b)/i)
/** No link to the claims that are to be approved. */
const approveControl = (page: Page) => control(page, /^\W*approve\b(?!.*\bclaims\b)/i)
const rejectControl = (page: Page) => control(page, /\breject\b/i)
const titleLink = (page: Page, title: string) => page.getByRole('link', { name: title }).filter({ visible: true })

/** A sum of money that stands alone, whatever its currency. */
function money(sum: string): RegExp {
  return new RegExp(String.raw`(?<![\d.,])(?<![-−–](?:[€$£]\s?)?)${sum.replace('.', String.raw`\.`)}(?!\d)`)
}

/** A word of its own, also where nothing but its look or its capital sets it apart from what stands beside it. */
function word(capitalised: State | Capitalize<Person>): RegExp {
  const [lower, upper] = [capitalised.toLowerCase(), capitalised.toUpperCase()]
  return new RegExp(String.raw`(?<![a-z])${lower}(?![a-z])|${capitalised}(?![a-z])|(?<![A-Z])${upper}(?![A-Z])`)
}

/** The innermost element that holds the title of a claim, its total, which no other claim has, and more: its row. */
function rowWith(page: Page, title: string, total: string, more: RegExp): Locator {
  const holding = page.locator('body *').filter({ hasText: title }).filter({ hasText: total })
  return holding.filter({ hasText: more, visible: true }).last()
}
/** In the list of one's own claims, with any state. */
const claimRow = (page: Page, title: string, total: string) =>
  rowWith(page, title, total, /draft|submitted|approved|rejected/i)
/** In the list of submitted claims, with any claimant. */
const approvalRow = (page: Page, title: string, total: string) => rowWith(page, title, total, /ann|ben|cleo|dora/i)

/** The innermost element that holds date, description and amount of an item and one "Remove": its row. */
function itemRow(page: Page, { date, description, amount }: Item): Locator {
  return page
    .locator('body *')
    .filter({ hasText: date })
    .filter({ hasText: description })
    .filter({ hasText: amount })
    .filter({ has: removeControl(page), hasNot: removeControl(page).nth(1), visible: true })
    .last()
}

// ---- who looks at the pages ---------------------------------------------------------------------------------------

async function giveNameAndPassword({ open, element }: WebsiteFixtures, name: string, password: string): Promise<void> {
  await open('sign_in_url')
  await (await element('name_field')).fill(name)
  await (await element('password_field')).fill(password)
  await (await element('sign_in_button')).click()
}

/** From now on the browser is this person's, and remembers nothing of anybody before. */
async function become(fixtures: WebsiteFixtures, person: Person): Promise<void> {
  const { page, expect, forget } = fixtures
  await forget()
  await giveNameAndPassword(fixtures, person, PASSWORD)
  await expect(signOutControl(page).first(), `"Sign out" for ${person}`).toBeVisible()
}

/** Leaves a page the time to fetch what it shows, where nothing says that it has: only then is nothing there to be seen. */
async function settle({ page }: WebsiteFixtures): Promise<void> {
  // A page that asks its server again and again never comes to rest.
  await page.waitForLoadState('networkidle', { timeout: ANSWER_PATIENCE }).catch(() => undefined)
}

/** Goes where there may be nothing to see: a refusal without any text leads to an error page of the browser. */
async function peek(fixtures: WebsiteFixtures, address: string): Promise<void> {
  await fixtures.load(address).catch(() => undefined)
  await settle(fixtures)
}

// ---- claims -------------------------------------------------------------------------------------------------------

async function submitTitle({ open, element }: WebsiteFixtures, title: string): Promise<void> {
  await open('claims_url')
  await (await element('title_field')).fill(title)
  await (await element('begin_button')).click()
}

async function submitItem({ element }: WebsiteFixtures, { date, description, amount }: Item): Promise<void> {
  await (await element('item_date_field')).fill(date)
  await (await element('item_description_field')).fill(description)
  await (await element('item_amount_field')).fill(amount)
  await (await element('add_item_button')).click()
}

/** Adds items to the claim whose page is shown. */
async function addItems(fixtures: WebsiteFixtures, items: readonly Item[]): Promise<void> {
  const { page, expect } = fixtures
  for (const item of items) {
    await submitItem(fixtures, item)
    await expect(itemRow(page, item), `the row of "${item.description}"`).toHaveText(money(item.amount), AS_SEEN)
  }
}

/** Begins a claim with items, as whoever is signed in. Returns the address of its page, which is shown then. */
async function begin(fixtures: WebsiteFixtures, { title, items }: Claim): Promise<string> {
  const { page, open, url, element } = fixtures
  await submitTitle(fixtures, title)
  await element('item_date_field')
  if (page.url() === url('claims_url')) {
    // The answer to the form has no address of its own: the list leads to one.
    await open('claims_url')
    await titleLink(page, title).first().click()
    await element('item_date_field')
  }
  const address = page.url()
  await addItems(fixtures, items)
  return address
}

/** Presses a button of the page of a claim, wherever that leads, and comes back. */
async function press({ page, load }: WebsiteFixtures, button: Locator, address: string): Promise<void> {
  await Promise.all([page.waitForResponse(() => true), button.click()])
  await load(address)
}

async function expectState({ element, expect }: WebsiteFixtures, state: State): Promise<void> {
  const text = await element('state_text')
  await expect(text, `the state ${state}`).toHaveText(word(state), AS_SEEN)
}

/** Submits the claim at this address, whose page is shown. */
async function submit(fixtures: WebsiteFixtures, address: string): Promise<void> {
  await press(fixtures, submitControl(fixtures.page), address)
  await expectState(fixtures, 'Submitted')
}

/** Signs a person in, who begins a claim and submits it. Returns the address of its page. */
async function claim(fixtures: WebsiteFixtures, person: Person, made: Claim): Promise<string> {
  await become(fixtures, person)
  return beginAndSubmit(fixtures, made)
}

async function beginAndSubmit(fixtures: WebsiteFixtures, made: Claim): Promise<string> {
  const address = await begin(fixtures, made)
  await submit(fixtures, address)
  return address
}

/** Ann's claim that has been submitted, by the testcode "submit-claim", and that nobody decides about. */
const WAITING = 'Trip to Bergen'
const WAITING_TOTAL = '76.54'
/** Ann's draft of the testcode "add-items". */
const DRAFT = 'Trip to Ghent'

/** A claim of one item. */
function single(title: string, amount: string): Claim {
  return { title, items: [{ date: '2031-03-14', description: `Bill for ${title}`, amount }] }
}

/** Approves the claim at this address, whose page is shown then. */
async function approveAsSignedIn(fixtures: WebsiteFixtures, address: string): Promise<void> {
  await fixtures.load(address)
  await press(fixtures, approveControl(fixtures.page), address)
}

/** Who has approved a claim may find the button again, on a claim that is still submitted; it must not count twice. */
async function approveAgain({ page, load }: WebsiteFixtures, address: string): Promise<void> {
  const button = approveControl(page)
  if ((await button.count()) === 0 || (await button.isDisabled())) return
  const answer = page.waitForResponse(() => true, { timeout: ANSWER_PATIENCE }).catch(() => undefined)
  await button.click()
  await answer
  await load(address)
}

/** Signs an approver in, who approves the claim at this address. */
async function approve(fixtures: WebsiteFixtures, approver: 'cleo' | 'dora', address: string): Promise<void> {
  await become(fixtures, approver)
  await approveAsSignedIn(fixtures, address)
}

/** Signs an approver in, who rejects the claim at this address. */
async function reject(fixtures: WebsiteFixtures, approver: 'cleo' | 'dora', address: string, reason: string) {
  const { page, expect, load, element } = fixtures
  await become(fixtures, approver)
  await load(address)
  await (await element('reason_field')).fill(reason)
  await press(fixtures, rejectControl(page), address)
  await expectState(fixtures, 'Rejected')
  await expect(rejectControl(page), `"Reject" after ${approver} rejected`).toHaveCount(0)
}

async function expectDecision({ element, expect }: WebsiteFixtures, words: readonly string[]): Promise<void> {
  const decisions = await element('decisions_text')
  for (const word of words) await expect(decisions).toHaveText(new RegExp(word, 'i'), AS_SEEN)
}

/** Does something that must be refused with a message that says the word and was not on the page before. */
async function refusal(
  { page, element, expect }: WebsiteFixtures,
  parameter: 'sign_in_error' | 'title_error' | 'item_error' | 'submit_error' | 'reject_error',
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

/** The titles in the order in which a reader meets them. */
async function readingOrder(page: Page, titles: readonly string[]): Promise<string[]> {
  const places = await Promise.all(
    titles.map(async (title) => ({ title, box: await titleLink(page, title).first().boundingBox() })),
  )
  return places
    .sort((a, b) => (a.box?.y ?? Infinity) - (b.box?.y ?? Infinity) || (a.box?.x ?? Infinity) - (b.box?.x ?? Infinity))
    .map((place) => place.title)
}

/** Opens the list of one's own claims and waits until it says the state of this one: the sum may be 0.00 before. */
async function openClaims(fixtures: WebsiteFixtures, title: string, total: string, state: State): Promise<void> {
  const { page, expect, open } = fixtures
  await open('claims_url')
  await expect(claimRow(page, title, total)).toHaveText(word(state), AS_SEEN)
  await settle(fixtures)
}

/** The sum of the approved claims in cents, in the list of one's own claims. */
async function approvedSum({ element, expect }: WebsiteFixtures): Promise<number> {
  const text = await element('approved_sum')
  await expect(text).toHaveText(/\d\.\d\d/, AS_SEEN)
  return Math.round(Number(/\d+\.\d\d/.exec(await text.innerText())?.[0]) * 100)
}

export default {
  'sign-in': async (fixtures) => {
    const { page, expect, open, forget } = fixtures
    await forget()
    for (const [name, password] of [
      ['ann', 'receipt'],
      ['eve', PASSWORD],
    ] as const) {
      await open('sign_in_url')
      await refusal(fixtures, 'sign_in_error', 'password', () => giveNameAndPassword(fixtures, name, password))
      await expect(signOutControl(page)).toHaveCount(0)
    }
    await become(fixtures, 'ann')
    await expect(page.locator('body')).toHaveText(word('Ann'), AS_SEEN)
  },

  'begin-claim': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const title = 'Trip to Lyon'
    await become(fixtures, 'ann')
    await open('claims_url')
    await expect(titleLink(page, title)).toHaveCount(0)
    await submitTitle(fixtures, title)
    await expectState(fixtures, 'Draft')
    await expect(await element('total_text')).toHaveText(money('0.00'), AS_SEEN)
    await expect(page.locator('body')).toContainText(title, AS_SEEN)
    await open('claims_url')
    await expect(claimRow(page, title, '0.00')).toHaveText(word('Draft'), AS_SEEN)
    await titleLink(page, title).first().click()
    await expectState(fixtures, 'Draft')
  },

  'refuse-title': async (fixtures) => {
    const { page, expect, open } = fixtures
    await become(fixtures, 'ann')
    await submitTitle(fixtures, 'Trip to Metz')
    const form = await fixtures.element('item_date_field')
    await open('claims_url')
    await refusal(fixtures, 'title_error', 'title', () => submitTitle(fixtures, '   '))
    await expect(form).toBeHidden()
    await open('claims_url')
    await expect(titleLink(page, 'Trip to Metz')).toBeVisible()
  },

  'add-items': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    await become(fixtures, 'ann')
    await begin(fixtures, {
      title: DRAFT,
      items: [
        { date: '2031-02-03', description: 'Train', amount: '1019.99' },
        { date: '2031-02-04', description: 'Coffee', amount: '2.30' },
      ],
    })
    await expect(itemRow(page, { date: '2031-02-03', description: 'Train', amount: '' })).toBeVisible()
    await expect(await element('total_text')).toHaveText(money('1022.29'), AS_SEEN)
    await open('claims_url')
    await expect(claimRow(page, DRAFT, '1022.29')).toHaveText(word('Draft'), AS_SEEN)
  },

  'hostile-text': async (fixtures) => {
    const { page, expect, open, dialogs } = fixtures
    const hostile = (name: string) => `${name} &amp; <b>O'Hara</b> <img src="/none" onerror="alert('run')">`
    const made: Claim = {
      title: hostile('Visit'),
      items: [{ date: '2031-02-05', description: hostile('Meal'), amount: '31.07' }],
    }
    await become(fixtures, 'ben')
    await begin(fixtures, made)
    await open('claims_url')
    await expect(claimRow(page, made.title, '31.07')).toBeVisible()
    await titleLink(page, made.title).first().click()
    for (const item of made.items) await expect(itemRow(page, item)).toBeVisible()
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  'remove-item': async (fixtures) => {
    const { page, expect, element } = fixtures
    const twin: Item = { date: '2031-02-06', description: 'Tram ticket', amount: '3.10' }
    const other: Item = { date: '2031-02-06', description: 'Umbrella', amount: '12.00' }
    await become(fixtures, 'ann')
    await begin(fixtures, { title: 'Trip to Porto', items: [other, twin] })
    await submitItem(fixtures, twin)
    await expect(removeControl(page)).toHaveCount(3)
    await expect(await element('total_text')).toHaveText(money('18.20'), AS_SEEN)
    await removeControl(itemRow(page, twin)).click()
    await expect(removeControl(page)).toHaveCount(2)
    await page.reload()
    await expect(itemRow(page, twin)).toBeVisible()
    await expect(itemRow(page, other)).toBeVisible()
    await expect(await element('total_text')).toHaveText(money('15.10'), AS_SEEN)
  },

  'refuse-amount': async (fixtures) => {
    const { page, expect, element, load } = fixtures
    const good: Item = { date: '2031-02-07', description: 'Taxi', amount: '2.05' }
    await become(fixtures, 'ann')
    const address = await begin(fixtures, { title: 'Trip to Turin', items: [] })
    for (const amount of ['', '0', '-3', '2.005']) {
      await load(address)
      await refusal(fixtures, 'item_error', 'amount', () => submitItem(fixtures, { ...good, amount }))
    }
    await load(address)
    await addItems(fixtures, [good])
    await expect(await element('total_text')).toHaveText(money('2.05'), AS_SEEN)
    await expect(removeControl(page)).toHaveCount(1)
  },

  'refuse-item': async (fixtures) => {
    const { page, expect, element, load } = fixtures
    const good: Item = { date: '2031-02-08', description: 'Ferry', amount: '40.00' }
    await become(fixtures, 'ann')
    const address = await begin(fixtures, { title: 'Trip to Malmö', items: [] })
    await refusal(fixtures, 'item_error', 'date', () => submitItem(fixtures, { ...good, date: '' }))
    await load(address)
    await refusal(fixtures, 'item_error', 'description', () => submitItem(fixtures, { ...good, description: '  ' }))
    await load(address)
    await addItems(fixtures, [good])
    await expect(await element('total_text')).toHaveText(money('40.00'), AS_SEEN)
    await expect(removeControl(page)).toHaveCount(1)
  },

  'refuse-empty-claim': async (fixtures) => {
    const { page, load } = fixtures
    await become(fixtures, 'ann')
    const address = await begin(fixtures, { title: 'Trip to nowhere', items: [] })
    await refusal(fixtures, 'submit_error', 'item', () => submitControl(page).click())
    await load(address)
    await expectState(fixtures, 'Draft')
    await addItems(fixtures, [{ date: '2031-02-09', description: 'Map', amount: '9.00' }])
    await submit(fixtures, address)
  },

  'submit-claim': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const made = single(WAITING, WAITING_TOTAL)
    await become(fixtures, 'ann')
    const address = await begin(fixtures, made)
    await expectState(fixtures, 'Draft')
    const form = await element('item_description_field')
    await submit(fixtures, address)
    await expect(form).toBeHidden()
    await expect(removeControl(page)).toHaveCount(0)
    await expect(submitControl(page)).toHaveCount(0)
    await open('claims_url')
    await expect(claimRow(page, WAITING, WAITING_TOTAL)).toHaveText(word('Submitted'), AS_SEEN)
  },

  'own-claims-only': async (fixtures) => {
    const { page, expect, open } = fixtures
    const [anns, bens] = [single('Workshop in Bath', '11.43'), single('Workshop in Hull', '22.86')]
    await become(fixtures, 'ann')
    await begin(fixtures, anns)
    await become(fixtures, 'ben')
    await begin(fixtures, bens)
    await open('claims_url')
    await expect(claimRow(page, bens.title, '22.86')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(anns.title)
    await become(fixtures, 'ann')
    await open('claims_url')
    await expect(claimRow(page, anns.title, '11.43')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(bens.title)
  },

  'keep-private': async (fixtures) => {
    const { page, expect, load } = fixtures
    const [submitted, draft] = [single('Surprise party', '61.00'), single('Unripe idea', '62.00')]
    const address = await claim(fixtures, 'ann', submitted)
    const draftAddress = await begin(fixtures, draft)
    await load(draftAddress)
    await expect(page.locator('body')).toContainText(draft.title)
    await become(fixtures, 'ben')
    await peek(fixtures, address)
    await expect(page.locator('body')).not.toContainText(submitted.title)
    await become(fixtures, 'cleo')
    await peek(fixtures, draftAddress)
    await expect(page.locator('body')).not.toContainText(draft.title)
    await load(address)
    await expect(page.locator('body')).toContainText(submitted.title)
  },

  'list-submitted': async (fixtures) => {
    const { page, expect, open, load } = fixtures
    const [first, second] = [single('Seminar in Ulm', '81.30'), single('Seminar in Jena', '82.40')]
    await become(fixtures, 'ben')
    const later = await begin(fixtures, second)
    await beginAndSubmit(fixtures, first)
    await load(later)
    await submit(fixtures, later)
    await become(fixtures, 'cleo')
    await open('approvals_url')
    await expect(approvalRow(page, first.title, '81.30')).toHaveText(word('Ben'), AS_SEEN)
    await expect(approvalRow(page, WAITING, WAITING_TOTAL)).toHaveText(word('Ann'), AS_SEEN)
    const inOrder = [WAITING, first.title, second.title]
    await expect.poll(() => readingOrder(page, inOrder.toReversed())).toEqual(inOrder)
    await expect(page.locator('body')).not.toContainText(DRAFT)
  },

  'not-for-all': async (fixtures) => {
    const { page, expect, open, url } = fixtures
    const made = single('Office plants', '84.60')
    await claim(fixtures, 'ann', made)
    await become(fixtures, 'ben')
    await peek(fixtures, url('approvals_url'))
    await expect(page.locator('body')).not.toContainText(made.title)
    await become(fixtures, 'dora')
    await open('approvals_url')
    await expect(approvalRow(page, made.title, '84.60')).toBeVisible()
  },

  approve: async (fixtures) => {
    const { page, expect, open } = fixtures
    const made = single('Course in Delft', '120.00')
    const address = await claim(fixtures, 'ann', made)
    await approve(fixtures, 'cleo', address)
    await expectState(fixtures, 'Approved')
    await expectDecision(fixtures, ['cleo'])
    await open('approvals_url')
    await expect(titleLink(page, WAITING)).toBeVisible()
    await expect(titleLink(page, made.title)).toHaveCount(0)
    await become(fixtures, 'ann')
    await open('claims_url')
    await expect(claimRow(page, made.title, '120.00')).toHaveText(word('Approved'), AS_SEEN)
    await expect(claimRow(page, WAITING, WAITING_TOTAL)).toHaveText(word('Submitted'), AS_SEEN)
  },

  'approve-twice': async (fixtures) => {
    const { page, expect, open } = fixtures
    const made = single('New desks', '500.01')
    const address = await claim(fixtures, 'ben', made)
    await approve(fixtures, 'cleo', address)
    await expectState(fixtures, 'Submitted')
    await approveAgain(fixtures, address)
    await expectState(fixtures, 'Submitted')
    await open('approvals_url')
    await expect(titleLink(page, WAITING)).toBeVisible()
    await expect(titleLink(page, made.title)).toHaveCount(0)
    await become(fixtures, 'dora')
    await open('approvals_url')
    await expect(approvalRow(page, made.title, '500.01')).toBeVisible()
    await approveAsSignedIn(fixtures, address)
    await expectState(fixtures, 'Approved')
    await expectDecision(fixtures, ['cleo', 'dora'])
    await open('approvals_url')
    await expect(titleLink(page, WAITING)).toBeVisible()
    await expect(titleLink(page, made.title)).toHaveCount(0)
  },

  'approve-once': async (fixtures) => {
    const address = await claim(fixtures, 'ben', {
      title: 'New chairs',
      items: [
        { date: '2031-03-15', description: 'Four chairs', amount: '499.90' },
        { date: '2031-03-15', description: 'Felt pads', amount: '0.10' },
      ],
    })
    await approve(fixtures, 'dora', address)
    await expectState(fixtures, 'Approved')
  },

  reject: async (fixtures) => {
    const { page, expect, open, load } = fixtures
    const made = single('Champagne', '230.00')
    const address = await claim(fixtures, 'ben', made)
    await reject(fixtures, 'dora', address, 'Water would have done')
    await open('approvals_url')
    await expect(titleLink(page, WAITING)).toBeVisible()
    await expect(titleLink(page, made.title)).toHaveCount(0)
    await become(fixtures, 'ben')
    await load(address)
    await expectState(fixtures, 'Rejected')
    await expectDecision(fixtures, ['dora', 'Water would have done'])
    await open('claims_url')
    await expect(claimRow(page, made.title, '230.00')).toHaveText(word('Rejected'), AS_SEEN)
  },

  'refuse-rejection': async (fixtures) => {
    const { page, expect, open, element, load } = fixtures
    const made = single('Spare keys', '18.70')
    const address = await claim(fixtures, 'ann', made)
    await become(fixtures, 'cleo')
    await load(address)
    await refusal(fixtures, 'reject_error', 'reason', async () => {
      await (await element('reason_field')).fill('  ')
      await rejectControl(page).click()
    })
    await open('approvals_url')
    await expect(approvalRow(page, made.title, '18.70')).toBeVisible()
    await load(address)
    await expectState(fixtures, 'Submitted')
  },

  'begin-anew': async (fixtures) => {
    const { page, expect, open, element, load } = fixtures
    const title = 'Team outing'
    const address = await claim(fixtures, 'ann', single(title, '900.00'))
    await approve(fixtures, 'cleo', address)
    await reject(fixtures, 'dora', address, 'One boat is enough')
    await become(fixtures, 'ann')
    await load(address)
    await expectState(fixtures, 'Rejected')
    await removeControl(page).click()
    await expect(removeControl(page)).toHaveCount(0)
    await addItems(fixtures, [{ date: '2031-03-16', description: 'One boat', amount: '600.40' }])
    await expect(await element('total_text')).toHaveText(money('600.40'), AS_SEEN)
    await submit(fixtures, address)
    await approve(fixtures, 'dora', address)
    await expectState(fixtures, 'Submitted')
    await open('approvals_url')
    await expect(titleLink(page, WAITING)).toBeVisible()
    await expect(titleLink(page, title)).toHaveCount(0)
  },

  'own-approval': async (fixtures) => {
    const { page, expect, open } = fixtures
    const own = single('Cleaning', '70.20')
    const address = await claim(fixtures, 'cleo', own)
    await expect(approveControl(page)).toHaveCount(0)
    await open('approvals_url')
    await expect(titleLink(page, WAITING)).toBeVisible()
    await expect(titleLink(page, own.title)).toHaveCount(0)
    await approve(fixtures, 'dora', address)
    await expectState(fixtures, 'Approved')
  },

  'sum-approved': async (fixtures) => {
    const { expect, load } = fixtures
    const [title, total] = ['Batteries', '15.35'] as const
    const sum = () => approvedSum(fixtures)
    await become(fixtures, 'ben')
    const address = await begin(fixtures, single(title, total))
    await openClaims(fixtures, title, total, 'Draft')
    const before = await sum()
    await load(address)
    await submit(fixtures, address)
    await openClaims(fixtures, title, total, 'Submitted')
    await expect.poll(sum, 'the sum once the claim was submitted').toBe(before)
    await approve(fixtures, 'cleo', address)
    await become(fixtures, 'ben')
    await openClaims(fixtures, title, total, 'Approved')
    await expect.poll(sum, 'the sum once the claim was approved').toBe(before + 1535)
  },

  'sign-out': async (fixtures) => {
    const { page, expect, url } = fixtures
    const made = single('Secret santa', '19.40')
    await become(fixtures, 'ann')
    const address = await begin(fixtures, made)
    await fixtures.open('claims_url')
    await expect(claimRow(page, made.title, '19.40')).toBeVisible()
    await signOutControl(page).first().click()
    await expect(signOutControl(page)).toHaveCount(0)
    for (const closed of [url('claims_url'), address]) {
      await peek(fixtures, closed)
      await expect(page.locator('body')).not.toContainText(made.title)
    }
    await fixtures.open('sign_in_url')
    await expect(await fixtures.element('password_field')).toBeVisible()
  },
} satisfies WebsiteTestcodes
