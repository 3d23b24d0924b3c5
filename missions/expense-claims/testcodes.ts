import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<WebsiteFixtures['element']>>
type Page = WebsiteFixtures['page']
type Person = (typeof PEOPLE)[number]
type Approver = (typeof APPROVERS)[number]
type State = (typeof STATES)[number]

interface Item {
  readonly date: string
  readonly description: string
  readonly amount: string
}
interface Claim {
  readonly title: string
  readonly items: readonly Item[]
  readonly total: string
}

const PEOPLE = ['ann', 'ben', 'cleo', 'dora'] as const
const APPROVERS = ['cleo', 'dora'] as const
const STATES = ['Draft', 'Submitted', 'Approved', 'Rejected'] as const
const PASSWORD = 'receipts'
/** One approval is enough up to this total. */
const LIMIT = '500.00'
/** Milliseconds in which a request that changes something is usually answered. */
const ANSWER_PATIENCE = 3000
/** Compares only the text that a person sees, with spaces between separate elements. */
const AS_SEEN = { useInnerText: true }

/** A button or a link: a user sees no difference. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const REMOVE = /\bremove\b/i
const REJECT = /\breject\b/i
const signOutControl = (page: Page) => control(page, /\bsign\s*out\b/i)
const removeControl = (within: Page | Locator) => control(within, REMOVE)
const submitControl = (page: Page) => control(page, /^\W*submit\b(?!.*\bitem\b)/i)
/** The button that approves, and not the link to the claims to approve. */
const approveControl = (page: Page) => control(page, /^\W*approve\b(?!.*\bclaims\b)/i)
/** The button that rejects, or the one that unfolds the field for the reason. */
const rejectControl = (within: Page | Locator) =>
  control(within, REJECT).or(within.locator('summary').filter({ hasText: REJECT, visible: true }))
const titleLink = (page: Page, title: string) => page.getByRole('link', { name: title }).filter({ visible: true })

/** Matches a whole word, even if only its style or its capital letter separates it from adjacent text. */
function word(text: string): string {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()]
  const capitalised = upper.slice(0, 1) + lower.slice(1)
  return String.raw`(?<![A-Za-z])${lower}(?![a-z])|${capitalised}(?![a-z])|(?<![A-Z])${upper}(?![A-Z])`
}

/** Matches a text that contains the wanted word and none of the others. */
function only(wanted: string, all: readonly string[]): RegExp {
  const others = all.filter((each) => each !== wanted).map(word)
  return new RegExp(String.raw`^(?![\s\S]*(?:${others.join('|')}))[\s\S]*(?:${word(wanted)})`)
}

/** The row of a claim in a list: it holds the title, the total and one more word. */
const claimRow = ({ rows }: WebsiteFixtures, { title, total }: Claim, more: State | Person) =>
  rows([title, total, more])
const itemRows = ({ rows }: WebsiteFixtures, { date, description, amount }: Item) =>
  rows([date, description, amount], REMOVE)

// ---- visitors and windows ------------------------------------------------------------------------------------------

async function giveNameAndPassword({ open, element }: WebsiteFixtures, name: string, password: string): Promise<void> {
  await open('sign_in_url')
  await (await element('name_field')).fill(name)
  await (await element('password_field')).fill(password)
  await (await element('sign_in_button')).click()
}

async function signIn(fixtures: WebsiteFixtures, person: Person): Promise<void> {
  await giveNameAndPassword(fixtures, person, PASSWORD)
  await fixtures.expect(signOutControl(fixtures.page).first(), `"Sign out" for ${person}`).toBeVisible()
}

/** From now on the browser is this person's, and remembers nothing of other people. */
async function become(fixtures: WebsiteFixtures, person: Person): Promise<void> {
  const { page, as, settle, url } = fixtures
  await as(person, {
    open: () => fixtures.peek(url('claims_url')),
    isSignedIn: async () => {
      await settle()
      return signOutControl(page).first().isVisible()
    },
    signIn: () => signIn(fixtures, person),
  })
}

// ---- claims --------------------------------------------------------------------------------------------------------

function dateOf({ given }: WebsiteFixtures, key: string): string {
  return given.date(key, { from: '2030-01-01', to: '2033-12-31' })
}

/** A claim with one item for each amount. */
function claimOf(fixtures: WebsiteFixtures, key: string, amounts: readonly string[]): Claim {
  const { given, decimal } = fixtures
  const items = amounts.map((amount, at): Item => {
    const name = `${key} item ${String(at + 1)}`
    return { date: dateOf(fixtures, name), description: given.title(name), amount }
  })
  return { title: given.title(key), items, total: decimal.sum(['0.00', ...amounts]) }
}

/** A claim for which one approval is enough. */
function smallClaim(fixtures: WebsiteFixtures, key: string): Claim {
  return claimOf(fixtures, key, [fixtures.given.amount(key, { from: '10.01', to: '499.99' })])
}

/** Ann's claim, which the testcode "submit-claim" submits and nobody approves or rejects. */
const waitingClaim = (fixtures: WebsiteFixtures) => smallClaim(fixtures, 'waiting')

/** Ann's draft in "add-items": above a thousand, with an amount ending in 0 and others that floats add up wrong. */
function draftClaim(fixtures: WebsiteFixtures): Claim {
  const { given } = fixtures
  const { amounts } = given.amountsThatFloatsGetWrong('draft', { from: '501.01', to: '998.99', count: 2 })
  const round = `${given.decimal('draft, tenths', { from: '1.1', to: '9.9', decimals: 1 })}0`
  return claimOf(fixtures, 'draft', [...amounts, round])
}

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

/** Expects an element to show this sum and no other number, with two decimals and without thousands separators. */
async function expectMoney({ expect }: WebsiteFixtures, element: Locator, sum: string): Promise<void> {
  await expect(element).toShowNumber(sum)
  await expect(element).toContainText(sum, AS_SEEN)
}

/** Expects the row of an item to hold its date, its description and its amount, and no other number. */
async function expectItem(fixtures: WebsiteFixtures, item: Item): Promise<void> {
  const { expect, read } = fixtures
  const row = itemRows(fixtures, item)
  await expect(row, `the row of "${item.description}"`).toHaveCount(1)
  for (const text of Object.values(item) as string[]) await expect(row).toContainText(text, AS_SEEN)
  const rest = [item.description, item.date, item.amount].reduce(
    (text, part) => text.replace(part, ' '),
    await read(row),
  )
  expect(rest, 'the rest of the row of an item').not.toMatch(/\d|[-−–]\s*[€$£]?\s*$/)
}

/** Adds items to the claim on the current page. */
async function addItems(fixtures: WebsiteFixtures, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    await submitItem(fixtures, item)
    await expectItem(fixtures, item)
  }
}

/** Begins a claim with items, as the person who is signed in. Returns the address of its page, which is then shown. */
async function begin(fixtures: WebsiteFixtures, { title, items }: Claim): Promise<string> {
  const { page, open, url, element } = fixtures
  await submitTitle(fixtures, title)
  await element('item_date_field')
  if (page.url() === url('claims_url')) {
    // The answer to the form may not have the claim's own address. The list has a link with it.
    await open('claims_url')
    await titleLink(page, title).first().click()
    await element('item_date_field')
  }
  const address = page.url()
  await addItems(fixtures, items)
  return address
}

/** Presses a button on the page of a claim, and returns to that page once the request is answered. */
async function press(
  { page, load, settle, confirming }: WebsiteFixtures,
  button: Locator,
  address: string,
): Promise<void> {
  // A page that polls its server never comes to rest.
  const answered = page
    .waitForResponse((response) => response.request().method() !== 'GET', { timeout: ANSWER_PATIENCE })
    .then(
      () => true,
      () => false,
    )
  await confirming(() => button.click())
  if (!(await answered)) await settle()
  await load(address)
}

async function expectState({ element, expect }: WebsiteFixtures, state: State): Promise<void> {
  await expect(await element('state_text'), `the state ${state}`).toHaveText(only(state, STATES), AS_SEEN)
}

/** Expects the claim in the list of the person who is signed in, with its total and this state. */
async function expectListed(fixtures: WebsiteFixtures, claim: Claim, state: State): Promise<void> {
  const row = claimRow(fixtures, claim, state)
  await fixtures.expect(row, `the row of "${claim.title}"`).toHaveText(only(state, STATES), AS_SEEN)
  await expectMoney(fixtures, row, claim.total)
}

/** Expects the claim in the list of claims to approve, with its claimant and its total. */
async function expectApprovable(fixtures: WebsiteFixtures, claim: Claim, claimant: Person): Promise<void> {
  const row = claimRow(fixtures, claim, claimant)
  await fixtures.expect(row, `the row of "${claim.title}"`).toHaveText(only(claimant, PEOPLE), AS_SEEN)
  await expectMoney(fixtures, row, claim.total)
}

/** Submits the claim at this address, which is the current page. */
async function submit(fixtures: WebsiteFixtures, address: string): Promise<void> {
  await press(fixtures, submitControl(fixtures.page), address)
  await expectState(fixtures, 'Submitted')
}

/** Signs a person in, begins a claim and submits it. Returns the address of its page. */
async function claim(fixtures: WebsiteFixtures, person: Person, made: Claim): Promise<string> {
  await become(fixtures, person)
  return beginAndSubmit(fixtures, made)
}

async function beginAndSubmit(fixtures: WebsiteFixtures, made: Claim): Promise<string> {
  const address = await begin(fixtures, made)
  await submit(fixtures, address)
  return address
}

// ---- approvals -----------------------------------------------------------------------------------------------------

const otherThan = (approver: Approver): Approver => (approver === 'cleo' ? 'dora' : 'cleo')

/** Opens the claim at this address and approves it, as the person who is signed in. */
async function approveAsSignedIn(fixtures: WebsiteFixtures, address: string): Promise<void> {
  await fixtures.load(address)
  await press(fixtures, approveControl(fixtures.page), address)
}

/** Signs an approver in and approves the claim at this address. */
async function approve(fixtures: WebsiteFixtures, approver: Approver, address: string): Promise<void> {
  await become(fixtures, approver)
  await approveAsSignedIn(fixtures, address)
}

/** Presses the buttons if a person who has approved a claim still finds them. They must have no effect. */
async function decideAgain(fixtures: WebsiteFixtures, address: string): Promise<void> {
  const { page, given } = fixtures
  if (await isUsable(approveControl(page))) await press(fixtures, approveControl(page).first(), address)
  if (!(await isUsable(rejectControl(page)))) return
  await press(fixtures, await filledIn(fixtures, given.sentence('second thoughts')), address)
}

async function isUsable(button: Locator): Promise<boolean> {
  return (await button.count()) > 0 && (await button.first().isEnabled())
}

/** Fills in the reason for a rejection, on the page of a claim. Returns the button that rejects the claim. */
async function filledIn(fixtures: WebsiteFixtures, reason: string): Promise<Locator> {
  const { page, element } = fixtures
  const folded = await element('reason_field').catch(() => undefined)
  if (folded === undefined || !(await folded.isVisible())) await rejectControl(page).first().click()
  const field = await element('reason_field')
  await field.fill(reason)
  // The button that unfolded the field may have the same name.
  const form = field.locator('xpath=ancestor::*').filter({ has: rejectControl(page) })
  return rejectControl(form.last()).last()
}

/** Signs an approver in and rejects the claim at this address. */
async function reject(fixtures: WebsiteFixtures, approver: Approver, address: string, reason: string): Promise<void> {
  const { page, expect, load } = fixtures
  await become(fixtures, approver)
  await load(address)
  await press(fixtures, await filledIn(fixtures, reason), address)
  await expectState(fixtures, 'Rejected')
  await expect(rejectControl(page), `"Reject" after ${approver} rejected`).toHaveCount(0)
}

/** Expects the page of a claim to say who has decided, and to name no other approver there. */
async function expectDecision(
  { element, expect }: WebsiteFixtures,
  deciders: readonly Approver[],
  reason = '',
): Promise<void> {
  const decisions = await element('decisions_text')
  await expect(decisions).toContainText(reason, AS_SEEN)
  for (const approver of APPROVERS) {
    const named = new RegExp(word(approver))
    if (deciders.includes(approver)) await expect(decisions).toHaveText(named, AS_SEEN)
    else await expect(decisions).not.toHaveText(named, AS_SEEN)
  }
}

/** Expects the approver's list to hold the undecided claim, but not this one. */
async function expectOffTheList(fixtures: WebsiteFixtures, { title }: Claim): Promise<void> {
  const { page, expect, open } = fixtures
  await open('approvals_url')
  await expect(titleLink(page, waitingClaim(fixtures).title)).toBeVisible()
  await expect(titleLink(page, title)).toHaveCount(0)
}

export default {
  'sign-in': async (fixtures) => {
    const { page, expect, open, forget, given } = fixtures
    await forget()
    const known = given.pick('known', PEOPLE)
    const wrong = given.pick('wrong password', [PASSWORD.slice(0, -1), PASSWORD + given.word('password')])
    for (const [name, password] of [
      [known, wrong],
      [given.word('stranger'), PASSWORD],
    ] as const) {
      await open('sign_in_url')
      await fixtures.refusal('sign_in_error', /\bpassword/i, () => giveNameAndPassword(fixtures, name, password))
      await expect(signOutControl(page)).toHaveCount(0)
    }
    for (const person of given.shuffled('people', ['ann', 'ben', given.pick('approver', APPROVERS)] as const)) {
      await forget()
      await signIn(fixtures, person)
      const name = page.getByText(new RegExp(word(person))).filter({ hasText: only(person, PEOPLE), visible: true })
      await expect(name.first(), `the name of ${person}`).toBeVisible()
    }
  },

  'begin-claim': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const begun = claimOf(fixtures, 'begun', [])
    await become(fixtures, 'ann')
    await open('claims_url')
    await expect(titleLink(page, begun.title)).toHaveCount(0)
    await submitTitle(fixtures, begun.title)
    await expectState(fixtures, 'Draft')
    await expectMoney(fixtures, await element('total_text'), '0.00')
    await expect(page.getByText(begun.title).filter({ visible: true }).first()).toBeVisible()
    await open('claims_url')
    await expectListed(fixtures, begun, 'Draft')
    await titleLink(page, begun.title).first().click()
    await expectState(fixtures, 'Draft')
  },

  'refuse-title': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const title = given.title('titled')
    await become(fixtures, 'ann')
    await submitTitle(fixtures, title)
    const form = await fixtures.element('item_date_field')
    await open('claims_url')
    await fixtures.refusal('title_error', /\btitle/i, () => submitTitle(fixtures, '   '))
    await expect(form).toBeHidden()
    await open('claims_url')
    await expect(titleLink(page, title)).toBeVisible()
  },

  'add-items': async (fixtures) => {
    const { open, element } = fixtures
    const draft = draftClaim(fixtures)
    await become(fixtures, 'ann')
    await begin(fixtures, draft)
    for (const item of draft.items) await expectItem(fixtures, item)
    await expectMoney(fixtures, await element('total_text'), draft.total)
    await open('claims_url')
    await expectListed(fixtures, draft, 'Draft')
  },

  'hostile-text': async (fixtures) => {
    const { page, expect, open, dialogs, given } = fixtures
    const hostile = (key: string) =>
      `${given.textWithMarkup(key)} &amp; ${given.personWithApostrophe(key)} <img src="/none" onerror="alert('${given.word(key)}')">`
    const drawn = smallClaim(fixtures, 'hostile')
    const made: Claim = {
      ...drawn,
      title: hostile('hostile title'),
      items: drawn.items.map((item) => ({ ...item, description: hostile('hostile description') })),
    }
    await become(fixtures, 'ben')
    await begin(fixtures, made)
    await open('claims_url')
    await expectListed(fixtures, made, 'Draft')
    await titleLink(page, made.title).first().click()
    for (const item of made.items) await expectItem(fixtures, item)
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  'remove-item': async (fixtures) => {
    const { page, expect, element, decimal, given } = fixtures
    const amountOf = (key: string) => given.amount(key, { from: '1.01', to: '99.99' })
    const made = claimOf(fixtures, 'twins', [amountOf('single'), amountOf('twin')])
    const [other, twin] = made.items as [Item, Item]
    await become(fixtures, 'ann')
    await begin(fixtures, made)
    await submitItem(fixtures, twin)
    await expect(removeControl(page)).toHaveCount(3)
    await expect(itemRows(fixtures, twin)).toHaveCount(2)
    await expectMoney(fixtures, await element('total_text'), decimal.sum([other.amount, twin.amount, twin.amount]))
    await fixtures.confirming(() => removeControl(itemRows(fixtures, twin).last()).click())
    await expect(removeControl(page)).toHaveCount(2)
    await page.reload()
    for (const item of [twin, other]) await expectItem(fixtures, item)
    await expectMoney(fixtures, await element('total_text'), decimal.sum([other.amount, twin.amount]))
  },

  'refuse-amount': async (fixtures) => {
    const { page, expect, element, load, given } = fixtures
    const { title, items, total } = smallClaim(fixtures, 'amounts')
    const [good] = items as [Item]
    const below = `-${given.amount('below zero', { from: '1.01', to: '99.99' })}`
    const threeDecimals = `${given.amount('three decimals', { from: '1.01', to: '99.99' })}5`
    await become(fixtures, 'ann')
    const address = await begin(fixtures, { title, items: [], total: '0.00' })
    for (const amount of ['', '0', below, threeDecimals]) {
      await load(address)
      await fixtures.refusal('item_error', /\bamount/i, () => submitItem(fixtures, { ...good, amount }))
    }
    await load(address)
    await addItems(fixtures, [good])
    await expectMoney(fixtures, await element('total_text'), total)
    await expect(removeControl(page)).toHaveCount(1)
  },

  'refuse-item': async (fixtures) => {
    const { page, expect, element, load } = fixtures
    const { title, items, total } = smallClaim(fixtures, 'incomplete')
    const [good] = items as [Item]
    await become(fixtures, 'ann')
    const address = await begin(fixtures, { title, items: [], total: '0.00' })
    await fixtures.refusal('item_error', /\bdate/i, () => submitItem(fixtures, { ...good, date: '' }))
    await load(address)
    await fixtures.refusal('item_error', /\bdescription/i, () => submitItem(fixtures, { ...good, description: '  ' }))
    await load(address)
    await addItems(fixtures, [good])
    await expectMoney(fixtures, await element('total_text'), total)
    await expect(removeControl(page)).toHaveCount(1)
  },

  'refuse-empty-claim': async (fixtures) => {
    const { page, load } = fixtures
    const { title, items } = smallClaim(fixtures, 'empty')
    await become(fixtures, 'ann')
    const address = await begin(fixtures, { title, items: [], total: '0.00' })
    await fixtures.refusal('submit_error', /\bitem/i, () => fixtures.confirming(() => submitControl(page).click()))
    await load(address)
    await expectState(fixtures, 'Draft')
    await addItems(fixtures, items)
    await submit(fixtures, address)
  },

  'submit-claim': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const made = waitingClaim(fixtures)
    await become(fixtures, 'ann')
    const address = await begin(fixtures, made)
    await expectState(fixtures, 'Draft')
    const form = await element('item_description_field')
    await submit(fixtures, address)
    await expect(form).toBeHidden()
    await expect(removeControl(page)).toHaveCount(0)
    await expect(submitControl(page)).toHaveCount(0)
    await open('claims_url')
    await expectListed(fixtures, made, 'Submitted')
  },

  'own-claims-only': async (fixtures) => {
    const { page, expect, open } = fixtures
    const [anns, bens] = [smallClaim(fixtures, "ann's own"), smallClaim(fixtures, "ben's own")]
    await become(fixtures, 'ann')
    await begin(fixtures, anns)
    await become(fixtures, 'ben')
    await begin(fixtures, bens)
    await open('claims_url')
    await expectListed(fixtures, bens, 'Draft')
    await expect(page.locator('body')).not.toContainText(anns.title)
    await become(fixtures, 'ann')
    await open('claims_url')
    await expectListed(fixtures, anns, 'Draft')
    await expect(page.locator('body')).not.toContainText(bens.title)
  },

  'keep-private': async (fixtures) => {
    const { page, expect, load } = fixtures
    const [submitted, draft] = [smallClaim(fixtures, 'private'), smallClaim(fixtures, 'unripe')]
    const titleOf = ({ title }: Claim) => page.getByText(title).filter({ visible: true }).first()
    const address = await claim(fixtures, 'ann', submitted)
    const draftAddress = await begin(fixtures, draft)
    await load(draftAddress)
    await expect(titleOf(draft)).toBeVisible()
    await become(fixtures, 'ben')
    await fixtures.peek(address)
    await expect(page.locator('body')).not.toContainText(submitted.title)
    await become(fixtures, 'cleo')
    await fixtures.peek(draftAddress)
    await expect(page.locator('body')).not.toContainText(draft.title)
    await load(address)
    await expect(titleOf(submitted)).toBeVisible()
  },

  'list-submitted': async (fixtures) => {
    const { page, expect, open, load } = fixtures
    const [first, second] = [smallClaim(fixtures, 'first submitted'), smallClaim(fixtures, 'second submitted')]
    const waiting = waitingClaim(fixtures)
    await become(fixtures, 'ben')
    const later = await begin(fixtures, second)
    await beginAndSubmit(fixtures, first)
    await load(later)
    await submit(fixtures, later)
    await become(fixtures, 'cleo')
    await open('approvals_url')
    for (const bens of [first, second]) await expectApprovable(fixtures, bens, 'ben')
    await expectApprovable(fixtures, waiting, 'ann')
    const inOrder = [waiting.title, first.title, second.title]
    await expect
      .poll(() => fixtures.readingOrder(inOrder.toReversed(), (title) => titleLink(page, title)))
      .toEqual(inOrder)
    await expect(page.locator('body')).not.toContainText(draftClaim(fixtures).title)
  },

  'not-for-all': async (fixtures) => {
    const { page, expect, open, url } = fixtures
    const made = smallClaim(fixtures, 'not for all')
    await claim(fixtures, 'ann', made)
    await become(fixtures, 'ben')
    await fixtures.peek(url('approvals_url'))
    await expect(page.locator('body')).not.toContainText(made.title)
    await become(fixtures, 'dora')
    await open('approvals_url')
    await expectApprovable(fixtures, made, 'ann')
  },

  approve: async (fixtures) => {
    const { open, given } = fixtures
    const made = smallClaim(fixtures, 'approved')
    const approver = given.pick('who approves', APPROVERS)
    const address = await claim(fixtures, 'ann', made)
    await approve(fixtures, approver, address)
    await expectState(fixtures, 'Approved')
    await expectDecision(fixtures, [approver])
    await expectOffTheList(fixtures, made)
    await become(fixtures, 'ann')
    await open('claims_url')
    await expectListed(fixtures, made, 'Approved')
    await expectListed(fixtures, waitingClaim(fixtures), 'Submitted')
  },

  'approve-twice': async (fixtures) => {
    const { open, given, decimal } = fixtures
    const part = given.amount('part of a large claim', { from: '100.01', to: '399.99' })
    const justAbove = decimal.sum([LIMIT, '0.01'])
    const made = claimOf(fixtures, 'large', [part, decimal.difference(justAbove, part)])
    const approver = given.pick('who approves first', APPROVERS)
    const address = await claim(fixtures, 'ben', made)
    await approve(fixtures, approver, address)
    await expectState(fixtures, 'Submitted')
    await decideAgain(fixtures, address)
    await expectState(fixtures, 'Submitted')
    await expectOffTheList(fixtures, made)
    await become(fixtures, otherThan(approver))
    await open('approvals_url')
    await expectApprovable(fixtures, made, 'ben')
    await approveAsSignedIn(fixtures, address)
    await expectState(fixtures, 'Approved')
    await expectDecision(fixtures, APPROVERS)
    await expectOffTheList(fixtures, made)
  },

  'approve-once': async (fixtures) => {
    const { given, decimal } = fixtures
    // Exactly the limit, although the sum of the floats is more.
    const amounts = given.suchThat(
      'amounts at the limit',
      (key) => {
        const parts = ['one', 'two'].map((each) => given.amount(`${key}, ${each}`, { from: '0.01', to: '249.99' }))
        return [...parts, decimal.difference(LIMIT, decimal.sum(parts))]
      },
      (drawn) => drawn.reduce((sum, amount) => sum + Number(amount), 0) > Number(LIMIT),
    )
    const address = await claim(fixtures, 'ben', claimOf(fixtures, 'at the limit', amounts))
    await approve(fixtures, given.pick('who approves alone', APPROVERS), address)
    await expectState(fixtures, 'Approved')
  },

  reject: async (fixtures) => {
    const { open, load, given } = fixtures
    const made = smallClaim(fixtures, 'rejected')
    const reason = given.sentence('rejected')
    const approver = given.pick('who rejects', APPROVERS)
    const address = await claim(fixtures, 'ben', made)
    await reject(fixtures, approver, address, reason)
    await expectOffTheList(fixtures, made)
    await become(fixtures, 'ben')
    await load(address)
    await expectState(fixtures, 'Rejected')
    await expectDecision(fixtures, [approver], reason)
    await open('claims_url')
    await expectListed(fixtures, made, 'Rejected')
  },

  'refuse-rejection': async (fixtures) => {
    const { open, load } = fixtures
    const made = smallClaim(fixtures, 'without reason')
    const address = await claim(fixtures, 'ann', made)
    await become(fixtures, 'cleo')
    await load(address)
    await fixtures.refusal('reject_error', /\breason/i, async () => {
      const button = await filledIn(fixtures, '  ')
      await fixtures.confirming(() => button.click())
    })
    await open('approvals_url')
    await expectApprovable(fixtures, made, 'ann')
    await load(address)
    await expectState(fixtures, 'Submitted')
  },

  'begin-anew': async (fixtures) => {
    const { page, expect, element, load, given, decimal } = fixtures
    const large = (key: string) => given.amount(key, { from: decimal.sum([LIMIT, '0.01']), to: '999.99' })
    const made = claimOf(fixtures, 'anew', [large('before')])
    const changed = claimOf(fixtures, 'changed', [large('after')])
    const rejecter = given.pick('who rejects and then approves', APPROVERS)
    const address = await claim(fixtures, 'ann', made)
    await approve(fixtures, otherThan(rejecter), address)
    await reject(fixtures, rejecter, address, given.sentence('anew'))
    await become(fixtures, 'ann')
    await load(address)
    await expectState(fixtures, 'Rejected')
    await fixtures.confirming(() => removeControl(page).click())
    await expect(removeControl(page)).toHaveCount(0)
    await addItems(fixtures, changed.items)
    await expectMoney(fixtures, await element('total_text'), changed.total)
    await submit(fixtures, address)
    await approve(fixtures, rejecter, address)
    await expectState(fixtures, 'Submitted')
    await expectOffTheList(fixtures, made)
  },

  'own-approval': async (fixtures) => {
    const { page, expect, given } = fixtures
    const own = smallClaim(fixtures, 'own')
    const claimant = given.pick('who claims', APPROVERS)
    const address = await claim(fixtures, claimant, own)
    await expect(approveControl(page)).toHaveCount(0)
    await expectOffTheList(fixtures, own)
    await approve(fixtures, otherThan(claimant), address)
    await expectState(fixtures, 'Approved')
  },

  'sum-approved': async (fixtures) => {
    const { expect, load, open, element, read, decimal, given } = fixtures
    const made = smallClaim(fixtures, 'summed up')
    const expectSum = async (sum: string) => expectMoney(fixtures, await element('approved_sum'), sum)
    await become(fixtures, 'ben')
    const address = await begin(fixtures, made)
    await open('claims_url')
    await expectListed(fixtures, made, 'Draft')
    const text = await read(await element('approved_sum'))
    expect(text, 'the sum of the approved claims').toMatch(/\d\.\d\d/)
    const before = /(?<!\d)\d+\.\d\d/.exec(text)?.[0] ?? ''
    await expectSum(before)
    await load(address)
    await submit(fixtures, address)
    await open('claims_url')
    await expectListed(fixtures, made, 'Submitted')
    await expectSum(before)
    await approve(fixtures, given.pick('whose approval counts', APPROVERS), address)
    await become(fixtures, 'ben')
    await open('claims_url')
    await expectListed(fixtures, made, 'Approved')
    await expectSum(decimal.sum([before, made.total]))
  },

  'sign-out': async (fixtures) => {
    const { page, expect, open, url } = fixtures
    const made = smallClaim(fixtures, 'signed out')
    await become(fixtures, 'ann')
    const address = await begin(fixtures, made)
    await open('claims_url')
    await expectListed(fixtures, made, 'Draft')
    await signOutControl(page).first().click()
    await expect(signOutControl(page)).toHaveCount(0)
    for (const closed of [url('claims_url'), address]) {
      await fixtures.peek(closed)
      await expect(page.locator('body')).not.toContainText(made.title)
    }
    await open('sign_in_url')
    await expect(await fixtures.element('password_field')).toBeVisible()
  },
} satisfies WebsiteTestcodes
