import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<WebsiteFixtures['element']>>
type Page = WebsiteFixtures['page']
type Stage = (typeof STAGES)[number]

interface Contact {
  readonly name: string
  readonly email: string
  readonly company: string
}
interface Deal {
  readonly title: string
  readonly company: string
  readonly value: string
}
interface Activity {
  readonly contact: string
  readonly kind: 'Call' | 'Meeting' | 'Letter'
  readonly date: string
  readonly note: string
}
/** How many deals are in a stage, and the sum of their values in cents. */
type Stages = Readonly<Record<Stage, readonly [number, number]>>

const STAGES = ['Lead', 'Offer', 'Won', 'Lost'] as const

/** Text is compared as it is seen: without what is hidden, and with space between what stands apart. */
const AS_SEEN = { useInnerText: true }

/** That some people write a button as a link makes no difference to a user. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const editControl = (within: Page | Locator) => control(within, /\bedit\b/i)
const deleteControl = (within: Page | Locator) => control(within, /\bdelete\b/i)
const advanceControl = (within: Page | Locator) => control(within, /\badvance\b/i)
const loseControl = (within: Page | Locator) => control(within, /\blose\b/i)
const doneControl = (within: Page | Locator) => control(within, /\bdone\b/i)
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true })

/** A sum of money that stands alone, whatever its currency. */
function money(sum: string): RegExp {
  return new RegExp(String.raw`(?<![\d.,])(?<![-−–](?:[€$£]\s?)?)${sum.replace('.', String.raw`\.`)}(?!\d)`)
}

/** A word as pages write it, also where a number or the capital of another word touches it: "0.00Lead", "LeadAdvance". */
function word(name: string): string {
  const lower = name.toLowerCase()
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1)
  return `(?<![a-z])(?:${capital}|${lower}|${lower.toUpperCase()})(?![a-z])`
}

/** The innermost element that holds all the texts. */
function holding(page: Page, ...texts: readonly string[]): Locator {
  return texts.reduce((found, hasText) => found.filter({ hasText }), page.locator('body *'))
}

/** The innermost element that holds all the texts and one such control: a row, whatever it is made of. */
function row(page: Page, controlIn: (within: Page) => Locator, ...texts: readonly string[]): Locator {
  const rows = holding(page, ...texts)
  return rows.filter({ has: controlIn(page), hasNot: controlIn(page).nth(1), visible: true }).last()
}
/** A company has both its buttons once. */
function companyRow(page: Page, name: string, city = ''): Locator {
  const holdingBoth = holding(page, name, city).filter({ has: deleteControl(page) })
  return holdingBoth.filter({ has: editControl(page), hasNot: editControl(page).nth(1), visible: true }).last()
}
const contactRow = (page: Page, { name, email, company }: Contact) => row(page, deleteControl, name, email, company)
/** No two deals of the testcodes have the same value. */
const openDealRow = (page: Page, { title, value, company }: Deal) => row(page, advanceControl, title, value, company)
const activityRow = (page: Page, { date, note, kind, contact }: Activity) =>
  row(page, doneControl, date, note, kind, contact)

/** Chooses the option of a selection list that says this. */
async function choose(field: Locator, text: string): Promise<void> {
  const option = field.locator('option').filter({ hasText: text })
  await field.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
}

// ---- companies ----------------------------------------------------------------------------------------------------

async function submitCompany({ element }: WebsiteFixtures, name: string, city: string): Promise<void> {
  await (await element('company_name_field')).fill(name)
  await (await element('company_city_field')).fill(city)
  await (await element('add_company_button')).click()
}

/** Adds companies that were not there before. */
async function addCompanies(fixtures: WebsiteFixtures, names: readonly string[], city = 'Oslo'): Promise<void> {
  const { page, expect, open } = fixtures
  await open('companies_url')
  for (const name of names) {
    await expect(companyRow(page, name), `no row with "${name}" yet`).toHaveCount(0)
    await submitCompany(fixtures, name, city)
    await expect(companyRow(page, name, city), `the row of "${name}"`).toBeVisible()
  }
}

/** Follows the name of a company to its page. */
async function visitCompany({ page, open, element }: WebsiteFixtures, name: string): Promise<void> {
  await open('companies_url')
  await page.getByRole('link', { name }).filter({ hasText: name, visible: true }).first().click()
  await element('open_sum')
}

// ---- contacts -----------------------------------------------------------------------------------------------------

function contactOf(company: string, name: string): Contact {
  return { name, email: `${name.replace(/\W+/g, '.').toLowerCase()}@example.org`, company }
}

async function submitContact({ element }: WebsiteFixtures, { name, email, company }: Contact): Promise<void> {
  await (await element('contact_name_field')).fill(name)
  await (await element('contact_email_field')).fill(email)
  await choose(await element('contact_company_field'), company)
  await (await element('add_contact_button')).click()
}

async function addContacts(fixtures: WebsiteFixtures, contacts: readonly Contact[]): Promise<void> {
  const { page, expect, open } = fixtures
  await open('contacts_url')
  for (const contact of contacts) {
    await submitContact(fixtures, contact)
    await expect(contactRow(page, contact), `the row of "${contact.name}"`).toBeVisible()
  }
}

// ---- deals --------------------------------------------------------------------------------------------------------

async function submitDeal({ element }: WebsiteFixtures, { title, company, value }: Deal): Promise<void> {
  await (await element('deal_title_field')).fill(title)
  await choose(await element('deal_company_field'), company)
  await (await element('deal_value_field')).fill(value)
  await (await element('add_deal_button')).click()
}

/** The deal stands in a row with this stage and no other. */
async function expectDeal({ page, expect }: WebsiteFixtures, { title, value }: Deal, stage: Stage): Promise<void> {
  const staged = holding(page, title, value)
    .filter({ hasText: /lead|offer|won|lost/i, visible: true })
    .last()
  await expect(staged, `"${title}" as ${stage}`).toHaveText(new RegExp(word(stage)), AS_SEEN)
  await expect(staged).toHaveText(money(value), AS_SEEN)
}

async function addDeals(fixtures: WebsiteFixtures, deals: readonly Deal[]): Promise<void> {
  const { page, expect, open } = fixtures
  await open('deals_url')
  for (const deal of deals) {
    await submitDeal(fixtures, deal)
    await expect(openDealRow(page, deal), `the row of "${deal.title}" with "${deal.company}"`).toBeVisible()
    await expectDeal(fixtures, deal, 'Lead')
  }
}

/** Presses "Advance" or "Lose" at a deal, which brings it to this stage. */
async function move(fixtures: WebsiteFixtures, deal: Deal, stage: Stage): Promise<void> {
  const button = stage === 'Lost' ? loseControl : advanceControl
  await button(row(fixtures.page, button, deal.title, deal.value)).click()
  await expectDeal(fixtures, deal, stage)
}

/** Other deals can still be moved, so that nothing but a row holds one such button. */
async function expectClosed({ page, expect }: WebsiteFixtures, { title, value }: Deal): Promise<void> {
  await expect(row(page, advanceControl, title, value), `"Advance" at "${title}"`).toHaveCount(0)
  await expect(row(page, loseControl, title, value), `"Lose" at "${title}"`).toHaveCount(0)
}

/** Number and sum of each stage, as the page says them now; those that it does not say are left out. */
async function stages({ element }: WebsiteFixtures): Promise<Partial<Stages>> {
  const text = await (await element('stages_list')).innerText()
  const entries = STAGES.map((stage) => {
    const name = `(?:${word(stage)}|${word(`${stage}s`)})`
    const found = new RegExp(String.raw`${name}\D*(\d+)\D+(\d+\.\d\d)(?!\d)`).exec(text)
    return [stage, found ? [Number(found[1]), Math.round(Number(found[2]) * 100)] : undefined]
  })
  return Object.fromEntries(entries) as Partial<Stages>
}

/** Number and sum of each stage, on a page that says of the Leads that there is one of at least so many cents. */
async function stagesWithLead(fixtures: WebsiteFixtures, leastCents: number): Promise<Stages> {
  let said: Partial<Stages> = {}
  const complete = async () => {
    said = await stages(fixtures)
    const [count, cents] = said.Lead ?? [0, 0]
    return STAGES.every((stage) => said[stage]) && count >= 1 && cents >= leastCents
  }
  await fixtures.expect.poll(complete, 'whether all stages are said, and a Lead').toBe(true)
  return said as Stages
}

async function expectStages(fixtures: WebsiteFixtures, before: Stages, changes: Partial<Stages>): Promise<void> {
  const right = STAGES.map((stage) => {
    const [count = 0, cents = 0] = changes[stage] ?? []
    return [stage, [before[stage][0] + count, before[stage][1] + cents]]
  })
  await fixtures.expect.poll(() => stages(fixtures)).toEqual(Object.fromEntries(right))
}

// ---- activities ---------------------------------------------------------------------------------------------------

async function submitActivity({ element }: WebsiteFixtures, { contact, kind, date, note }: Activity): Promise<void> {
  await choose(await element('activity_contact_field'), contact)
  await choose(await element('activity_kind_field'), kind)
  await (await element('activity_date_field')).fill(date)
  await (await element('activity_note_field')).fill(note)
  await (await element('add_activity_button')).click()
}

async function addActivities(fixtures: WebsiteFixtures, activities: readonly Activity[]): Promise<void> {
  const { page, expect, open } = fixtures
  await open('activities_url')
  for (const activity of activities) {
    await submitActivity(fixtures, activity)
    await expect(activityRow(page, activity), `the row of "${activity.note}"`).toBeVisible()
  }
}

// ---- what is wrong, and in which order ----------------------------------------------------------------------------

type ErrorParameter = `${'company' | 'edit' | 'delete' | 'contact' | 'deal' | 'activity'}_error`

/** Does something that must be refused with a message that says the word and was not on the page before. */
async function refusal(
  { page, element, expect }: WebsiteFixtures,
  parameter: ErrorParameter,
  word: string,
  submitBad: () => Promise<void>,
): Promise<void> {
  const before = await page.locator('body').innerText()
  await submitBad()
  const message = await element(parameter)
  await expect(message).toBeVisible()
  await expect(message).toHaveText(new RegExp(String.raw`\b${word}\b`, 'i'), AS_SEEN)
  expect(before, 'the page before it').not.toContain((await message.innerText()).trim())
}

/** The texts in the order in which a reader meets them. */
async function readingOrder(page: Page, texts: readonly string[]): Promise<string[]> {
  const places = await Promise.all(
    texts.map(async (text) => ({ text, box: await shown(page, text).first().boundingBox() })),
  )
  return places
    .sort((a, b) => (a.box?.y ?? Infinity) - (b.box?.y ?? Infinity) || (a.box?.x ?? Infinity) - (b.box?.x ?? Infinity))
    .map((place) => place.text)
}

export default {
  'add-company': async (fixtures) => {
    const { page, expect, open, forget } = fixtures
    await addCompanies(fixtures, ['Fjord Ferries'], 'Bergen')
    await addCompanies(fixtures, ['Harbour Cranes'], 'Turku')
    await forget()
    await open('companies_url')
    await expect(companyRow(page, 'Fjord Ferries', 'Bergen')).toBeVisible()
    await expect(deleteControl(companyRow(page, 'Harbour Cranes', 'Turku'))).toBeVisible()
  },

  'sort-companies': async (fixtures) => {
    const { page, expect } = fixtures
    const names = ['Maple Mills', 'Aspen Works', 'Rowan Press']
    await addCompanies(fixtures, names)
    await expect.poll(() => readingOrder(page, names)).toEqual(names.toSorted())
    await page.reload()
    for (const name of names) await expect(companyRow(page, name)).toBeVisible()
    await expect.poll(() => readingOrder(page, names)).toEqual(names.toSorted())
  },

  search: async (fixtures) => {
    const { page, expect, open, element } = fixtures
    await addCompanies(fixtures, ['Velvet Looms'], 'Tampere')
    await addCompanies(fixtures, ['Cotton Gins'], 'Velvetbury')
    await addCompanies(fixtures, ['Linen Sheds'], 'Tampere')
    await open('companies_url')
    await (await element('search_field')).fill('VELVET')
    await (await element('search_button')).click()
    await expect(companyRow(page, 'Linen Sheds')).toHaveCount(0)
    await expect(companyRow(page, 'Velvet Looms')).toBeVisible()
    await expect(companyRow(page, 'Cotton Gins')).toBeVisible()
  },

  'refuse-company': async (fixtures) => {
    const { page, expect, open } = fixtures
    await addCompanies(fixtures, ['Copper Kettles'], 'Delft')
    for (const name of ['   ', 'Copper Kettles', 'COPPER kettles']) {
      await open('companies_url')
      await refusal(fixtures, 'company_error', 'name', () => submitCompany(fixtures, name, 'Nowhereville'))
    }
    await open('companies_url')
    await expect(companyRow(page, 'Copper Kettles', 'Delft')).toBeVisible()
    await expect(page.locator('body')).not.toContainText('Nowhereville')
  },

  'delete-company': async (fixtures) => {
    const { page, expect } = fixtures
    const [before, gone, after] = ['Quarry North', 'Quarry Middle', 'Quarry South']
    await addCompanies(fixtures, [before, gone, after])
    await deleteControl(companyRow(page, gone)).click()
    await expect(companyRow(page, gone)).toHaveCount(0)
    await page.reload()
    await expect(companyRow(page, before)).toBeVisible()
    await expect(companyRow(page, after)).toBeVisible()
    await expect(companyRow(page, gone)).toHaveCount(0)
  },

  'add-contact': async (fixtures) => {
    const { page, expect } = fixtures
    const company = 'Beryl Optics'
    const contacts = [contactOf(company, 'Ines Holm'), contactOf(company, 'Jonas Berg')]
    await addCompanies(fixtures, ['Amber Optics', company])
    await addContacts(fixtures, contacts)
    await page.reload()
    for (const contact of contacts) await expect(contactRow(page, contact)).toBeVisible()
  },

  'sort-contacts': async (fixtures) => {
    const { page, expect } = fixtures
    const names = ['Mona Kvist', 'Abel Norr', 'Zita Falk']
    await addCompanies(fixtures, ['Garnet Glass'])
    await addContacts(
      fixtures,
      names.map((name) => contactOf('Garnet Glass', name)),
    )
    await expect.poll(() => readingOrder(page, names)).toEqual(names.toSorted())
  },

  'refuse-contact': async (fixtures) => {
    const { page, expect, open } = fixtures
    const good = contactOf('Topaz Tools', 'Karin Lund')
    await addCompanies(fixtures, [good.company])
    await open('contacts_url')
    await refusal(fixtures, 'contact_error', 'name', () =>
      submitContact(fixtures, { ...good, name: '  ', email: 'nobody@example.org' }),
    )
    for (const email of ['', 'karin.example.org', '@example.org', 'karin@']) {
      await open('contacts_url')
      await refusal(fixtures, 'contact_error', 'email', () => submitContact(fixtures, { ...good, email }))
    }
    await addContacts(fixtures, [good])
    // A message that it was added may name it too.
    await open('contacts_url')
    await expect(contactRow(page, good)).toBeVisible()
    await expect(shown(page, good.name)).toHaveCount(1)
    await expect(page.locator('body')).not.toContainText('nobody@example.org')
  },

  'add-deal': async (fixtures) => {
    const company = 'Juniper Farms'
    const deals: Deal[] = [
      { title: 'Hay balers', company, value: '12345.60' },
      { title: 'Fence posts', company, value: '80.05' },
    ]
    await addCompanies(fixtures, [company, 'Lupin Farms'])
    await addDeals(fixtures, deals)
    await fixtures.page.reload()
    for (const deal of deals) await expectDeal(fixtures, deal, 'Lead')
  },

  'refuse-deal': async (fixtures) => {
    const { page, expect, open } = fixtures
    const good: Deal = { title: 'Rain barrels', company: 'Clover Fields', value: '61.05' }
    await addCompanies(fixtures, [good.company])
    await open('deals_url')
    await refusal(fixtures, 'deal_error', 'title', () => submitDeal(fixtures, { ...good, title: '  ', value: '62.07' }))
    for (const value of ['', '0', '-1', '2.005']) {
      await open('deals_url')
      await refusal(fixtures, 'deal_error', 'value', () => submitDeal(fixtures, { ...good, value }))
    }
    await addDeals(fixtures, [good])
    await open('deals_url')
    await expectDeal(fixtures, good, 'Lead')
    await expect(shown(page, good.title)).toHaveCount(1)
    await expect(page.locator('body')).not.toContainText('62.07')
  },

  'advance-deal': async (fixtures) => {
    const { page } = fixtures
    const company = 'Thistle Tea'
    const moved: Deal = { title: 'Tea chests', company, value: '410.00' }
    const still: Deal = { title: 'Tea spoons', company, value: '411.00' }
    await addCompanies(fixtures, [company])
    await addDeals(fixtures, [still, moved])
    await move(fixtures, moved, 'Offer')
    await expectDeal(fixtures, still, 'Lead')
    await move(fixtures, moved, 'Won')
    await page.reload()
    await expectDeal(fixtures, moved, 'Won')
    await expectClosed(fixtures, moved)
    await expectDeal(fixtures, still, 'Lead')
  },

  'lose-deal': async (fixtures) => {
    const company = 'Nettle Soups'
    const early: Deal = { title: 'Soup bowls', company, value: '510.00' }
    const late: Deal = { title: 'Soup ladles', company, value: '511.00' }
    await addCompanies(fixtures, [company])
    await addDeals(fixtures, [early, late])
    await move(fixtures, late, 'Offer')
    await move(fixtures, late, 'Lost')
    await expectDeal(fixtures, early, 'Lead')
    await move(fixtures, early, 'Lost')
    await expectClosed(fixtures, early)
    await expectClosed(fixtures, late)
  },

  'sum-stages': async (fixtures) => {
    const { open } = fixtures
    const company = 'Sorrel Salads'
    const earlier: Deal = { title: 'Salad tongs', company, value: '21.35' }
    const [first, second]: [Deal, Deal] = [
      { title: 'Salad bowls', company, value: '19.99' },
      { title: 'Salad forks', company, value: '0.20' },
    ]
    await addCompanies(fixtures, [company])
    await addDeals(fixtures, [earlier])
    await open('deals_url')
    await expectDeal(fixtures, earlier, 'Lead')
    const before = await stagesWithLead(fixtures, 2135)
    await addDeals(fixtures, [first, second])
    await expectStages(fixtures, before, { Lead: [2, 2019] })
    await move(fixtures, first, 'Offer')
    await expectStages(fixtures, before, { Lead: [1, 20], Offer: [1, 1999] })
    await move(fixtures, second, 'Lost')
    await move(fixtures, first, 'Won')
    await expectStages(fixtures, before, { Won: [1, 1999], Lost: [1, 20] })
  },

  'keep-used-company': async (fixtures) => {
    const { page, expect, open } = fixtures
    const [peopled, dealing] = ['Cedar Chests', 'Cedar Boxes']
    await addCompanies(fixtures, [peopled, dealing])
    await addContacts(fixtures, [contactOf(peopled, 'Lisa Grann')])
    await addDeals(fixtures, [{ title: 'Box lids', company: dealing, value: '610.00' }])
    for (const [name, word] of [
      [peopled, 'contacts'],
      [dealing, 'deals'],
    ] as const) {
      await open('companies_url')
      await refusal(fixtures, 'delete_error', word, () => deleteControl(companyRow(page, name)).click())
    }
    await open('companies_url')
    await expect(companyRow(page, peopled)).toBeVisible()
    await expect(companyRow(page, dealing)).toBeVisible()
  },

  'add-activity': async (fixtures) => {
    const { page, expect } = fixtures
    const contact = contactOf('Slate Roofs', 'Nils Dahl')
    const activities: Activity[] = [
      { contact: contact.name, kind: 'Call', date: '2031-04-02', note: 'Asks for samples' },
      { contact: contact.name, kind: 'Letter', date: '2031-04-09', note: 'Price list' },
    ]
    await addCompanies(fixtures, [contact.company])
    await addContacts(fixtures, [contact, contactOf(contact.company, 'Olav Strand')])
    await addActivities(fixtures, activities)
    await page.reload()
    for (const activity of activities) await expect(activityRow(page, activity)).toBeVisible()
  },

  'sort-activities': async (fixtures) => {
    const { page, expect } = fixtures
    const contact = contactOf('Pebble Paths', 'Petra Rask')
    const on = (date: string, note: string): Activity => ({ contact: contact.name, kind: 'Meeting', date, note })
    await addCompanies(fixtures, [contact.company])
    await addContacts(fixtures, [contact])
    await addActivities(fixtures, [
      on('2031-06-15', 'Midsummer talk'),
      on('2031-11-02', 'Autumn talk'),
      on('2031-06-03', 'Early talk'),
      on('2030-12-31', 'Winter talk'),
    ])
    const notes = ['Winter talk', 'Early talk', 'Midsummer talk', 'Autumn talk']
    await expect.poll(() => readingOrder(page, notes)).toEqual(notes)
  },

  'refuse-activity': async (fixtures) => {
    const { page, expect, open } = fixtures
    const contact = contactOf('Gravel Pits', 'Rolf Sand')
    const good: Activity = { contact: contact.name, kind: 'Call', date: '2031-07-07', note: 'Which gravel' }
    await addCompanies(fixtures, [contact.company])
    await addContacts(fixtures, [contact])
    await open('activities_url')
    await refusal(fixtures, 'activity_error', 'date', () => submitActivity(fixtures, { ...good, date: '' }))
    await open('activities_url')
    await refusal(fixtures, 'activity_error', 'note', () => submitActivity(fixtures, { ...good, note: '   ' }))
    await addActivities(fixtures, [good])
    await open('activities_url')
    await expect(activityRow(page, good)).toBeVisible()
    await expect(shown(page, good.note)).toHaveCount(1)
    await expect(shown(page, good.date)).toHaveCount(1)
  },

  'finish-activity': async (fixtures) => {
    const { page, expect } = fixtures
    const contact = contactOf('Marble Tiles', 'Siri Moe')
    const finished: Activity = { contact: contact.name, kind: 'Call', date: '2031-08-01', note: 'Choose colours' }
    const open: Activity = { ...finished, note: 'Choose shapes' }
    await addCompanies(fixtures, [contact.company])
    await addContacts(fixtures, [contact])
    await addActivities(fixtures, [open, finished])
    await doneControl(activityRow(page, finished)).click()
    await expect(shown(page, finished.note)).toHaveCount(0)
    await page.reload()
    await expect(activityRow(page, open)).toBeVisible()
    await expect(shown(page, finished.note)).toHaveCount(0)
  },

  'company-page': async (fixtures) => {
    const { page, expect } = fixtures
    const [own, foreign] = [contactOf('Otter Boats', 'Tora Vik'), contactOf('Heron Boats', 'Ulf Nes')]
    const ownDeal: Deal = { title: 'Oars', company: own.company, value: '710.00' }
    const foreignDeal: Deal = { title: 'Anchors', company: foreign.company, value: '711.00' }
    await addCompanies(fixtures, [own.company], 'Malmö')
    await addCompanies(fixtures, [foreign.company], 'Aarhus')
    await addContacts(fixtures, [own, foreign])
    await addDeals(fixtures, [ownDeal, foreignDeal])
    await move(fixtures, ownDeal, 'Offer')
    await visitCompany(fixtures, own.company)
    const body = page.locator('body')
    for (const text of [own.company, 'Malmö', own.name, own.email]) await expect(body).toContainText(text, AS_SEEN)
    await expectDeal(fixtures, ownDeal, 'Offer')
    for (const text of [foreign.email, foreignDeal.title]) await expect(body).not.toContainText(text)
  },

  'company-sums': async (fixtures) => {
    const { expect, element } = fixtures
    const company = 'Lantern Lights'
    const deal = (title: string, value: string): Deal => ({ title, company, value })
    const [lead, offer, won, lost] = [
      deal('Wicks', '1000.10'),
      deal('Globes', '0.25'),
      deal('Hooks', '33.30'),
      deal('Chains', '44.40'),
    ] as const
    await addCompanies(fixtures, [company])
    await addDeals(fixtures, [lead, offer, won, lost])
    await move(fixtures, offer, 'Offer')
    await move(fixtures, won, 'Offer')
    await move(fixtures, won, 'Won')
    await move(fixtures, lost, 'Lost')
    await visitCompany(fixtures, company)
    await expect(await element('open_sum')).toHaveText(money('1000.35'), AS_SEEN)
    await expect(await element('won_sum')).toHaveText(money('33.30'), AS_SEEN)
  },

  'company-activities': async (fixtures) => {
    const { page, expect } = fixtures
    const company = 'Bramble Jams'
    const [one, two, stranger] = [
      contactOf(company, 'Vera Lie'),
      contactOf(company, 'Wim Aas'),
      contactOf('Damson Jams', 'Xenia Ro'),
    ]
    const first: Activity = { contact: one.name, kind: 'Call', date: '2031-09-01', note: 'Jar sizes' }
    const second: Activity = { contact: two.name, kind: 'Meeting', date: '2031-09-20', note: 'Lid colours' }
    const third: Activity = { contact: one.name, kind: 'Letter', date: '2031-09-08', note: 'Label texts' }
    await addCompanies(fixtures, [company, stranger.company])
    await addContacts(fixtures, [one, two, stranger])
    const foreign: Activity = { ...first, contact: stranger.name, note: 'Sugar prices' }
    await addActivities(fixtures, [first, second, third, foreign])
    await doneControl(activityRow(page, third)).click()
    await expect(shown(page, third.note)).toHaveCount(0)
    await visitCompany(fixtures, company)
    const rowOf = ({ date, note, kind, contact }: Activity) =>
      holding(page, date, note, kind, contact)
        .filter({ hasText: /open|done/i, visible: true })
        .last()
    for (const [activity, state] of [
      [first, 'open'],
      [second, 'open'],
      [third, 'done'],
    ] as const) {
      await expect(rowOf(activity)).toHaveText(new RegExp(word(state)), AS_SEEN)
    }
    await expect(rowOf(third)).not.toHaveText(new RegExp(word('open')), AS_SEEN)
    const notes = [first.note, second.note, third.note]
    await expect.poll(() => readingOrder(page, notes)).toEqual([second.note, third.note, first.note])
    await expect(page.locator('body')).not.toContainText(foreign.note)
  },

  'edit-company': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const [old, renamed] = ['Pinewod Pulp', 'Pinewood Pulp']
    const contact = contactOf(old, 'Yngve Haug')
    const deal: Deal = { title: 'Paper rolls', company: old, value: '810.00' }
    await addCompanies(fixtures, [old], 'Kirstad')
    await addContacts(fixtures, [contact])
    await addDeals(fixtures, [deal])
    await open('companies_url')
    await editControl(companyRow(page, old)).click()
    const [name, city] = [await element('edit_name_field'), await element('edit_city_field')]
    await expect(name).toHaveValue(old)
    await expect(city).toHaveValue('Kirstad')
    await name.fill(renamed)
    await city.fill('Kirkstad')
    await (await element('save_company_button')).click()
    await expect(shown(page, 'Kirkstad').first()).toBeVisible()
    await open('companies_url')
    await expect(companyRow(page, renamed, 'Kirkstad')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(old)
    await open('contacts_url')
    await expect(contactRow(page, { ...contact, company: renamed })).toBeVisible()
    await open('deals_url')
    await expect(openDealRow(page, { ...deal, company: renamed })).toBeVisible()
  },

  'refuse-edit': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const [own, other] = ['Birch Brooms', 'Beech Brooms']
    await addCompanies(fixtures, [own, other])
    for (const name of ['  ', 'BEECH brooms']) {
      await open('companies_url')
      await editControl(companyRow(page, own)).click()
      await refusal(fixtures, 'edit_error', 'name', async () => {
        await (await element('edit_name_field')).fill(name)
        await (await element('save_company_button')).click()
      })
    }
    await open('companies_url')
    await expect(companyRow(page, own)).toBeVisible()
    await editControl(companyRow(page, own)).click()
    await (await element('edit_city_field')).fill('Lund')
    await (await element('save_company_button')).click()
    await expect(shown(page, 'Lund').first()).toBeVisible()
  },

  'delete-contact': async (fixtures) => {
    const { page, expect, open } = fixtures
    const kept = contactOf('Willow Wicker', 'Zara Bakke')
    const gone: Contact = { ...kept, name: 'Zara Bakken', email: 'other.zara@example.org' }
    const other = contactOf(kept.company, 'Runa Eide')
    const lost: Activity = { contact: gone.name, kind: 'Call', date: '2031-10-10', note: 'Basket handles' }
    const stays: Activity = { ...lost, contact: other.name, note: 'Basket lids' }
    await addCompanies(fixtures, [kept.company])
    await addContacts(fixtures, [kept, gone, other])
    await addActivities(fixtures, [lost, stays])
    await open('contacts_url')
    await deleteControl(contactRow(page, gone)).click()
    await expect(shown(page, gone.email)).toHaveCount(0)
    await page.reload()
    await expect(contactRow(page, kept)).toBeVisible()
    await expect(shown(page, gone.email)).toHaveCount(0)
    await open('activities_url')
    await expect(activityRow(page, stays)).toBeVisible()
    await expect(page.locator('body')).not.toContainText(lost.note)
  },

  'hostile-text': async (fixtures) => {
    const { page, expect, dialogs } = fixtures
    const hostile = (name: string) => `${name} &amp; <b>O'Hara</b> <img src="/none" onerror="alert('run')">`
    const contact: Contact = { name: hostile('Eve'), email: 'eve@example.org', company: hostile('Evil') }
    const deal: Deal = { title: hostile('Trap'), company: contact.company, value: '910.00' }
    const activity: Activity = { contact: contact.name, kind: 'Meeting', date: '2031-12-13', note: hostile('Beware') }
    await addCompanies(fixtures, [contact.company], hostile('City'))
    await addContacts(fixtures, [contact])
    await addDeals(fixtures, [deal])
    await addActivities(fixtures, [activity])
    await visitCompany(fixtures, contact.company)
    for (const text of [contact.company, hostile('City'), contact.name, deal.title, activity.note]) {
      await expect(page.locator('body')).toContainText(text, AS_SEEN)
    }
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  'go-between-pages': async ({ expect, open, element }) => {
    await open('companies_url')
    const companies = await element('company_city_field')
    await (await element('companies_to_contacts')).click()
    const contacts = await element('contact_email_field')
    await expect(companies).toBeHidden()
    await (await element('contacts_to_deals')).click()
    const deals = await element('deal_value_field')
    await expect(contacts).toBeHidden()
    await (await element('deals_to_activities')).click()
    const activities = await element('activity_note_field')
    await expect(deals).toBeHidden()
    await (await element('activities_to_companies')).click()
    await expect(companies).toBeVisible()
    await expect(activities).toBeHidden()
  },
} satisfies WebsiteTestcodes
