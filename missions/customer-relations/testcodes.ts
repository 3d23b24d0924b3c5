import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<WebsiteFixtures['element']>>
type Page = WebsiteFixtures['page']
type Stage = (typeof STAGES)[number]

interface Company {
  readonly name: string
  readonly city: string
}
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
  readonly kind: (typeof KINDS)[number]
  readonly date: string
  readonly note: string
}
/** For each stage, the number of its deals and the sum of their values in cents. */
type Stages = Readonly<Record<Stage, readonly [number, number]>>

const KINDS = ['Call', 'Meeting', 'Letter'] as const
const STAGES = ['Lead', 'Offer', 'Won', 'Lost'] as const

/** Compares only the text that a person sees, with spaces between separate elements. */
const AS_SEEN = { useInnerText: true }

/** A button or a link: a user sees no difference. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const DELETE = /\bdelete\b/i
const ADVANCE = /\badvance\b/i
const LOSE = /\blose\b/i
const DONE = /\bdone\b/i
const editControl = (within: Page | Locator) => control(within, /\bedit\b/i)
const deleteControl = (within: Page | Locator) => control(within, DELETE)
const doneControl = (within: Page | Locator) => control(within, DONE)
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true })

/** The texts, sorted in reading order. */
const inReadingOrder = ({ page, readingOrder }: WebsiteFixtures, texts: readonly string[]) =>
  readingOrder(texts, (text) => shown(page, text).first())

/** Expects an element to show this sum and no other number, with two decimals and without thousands separators. */
async function expectMoney({ expect }: WebsiteFixtures, element: Locator, sum: string): Promise<void> {
  await expect(element).toShowNumber(sum)
  await expect(element).toContainText(sum, AS_SEEN)
}

/** Matches a word, even directly beside a number or a capital letter: "0.00Lead", "LeadAdvance". */
function word(name: string): string {
  const lower = name.toLowerCase()
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1)
  return `(?<![a-z])(?:${capital}|${lower}|${lower.toUpperCase()})(?![a-z])`
}

/** Matches a message that contains this word. */
const about = (word: string) => new RegExp(String.raw`\b${word}\b`, 'i')

/** Matches a text that contains the wanted word and none of the others. */
function only(wanted: string, all: readonly string[]): RegExp {
  const others = all.filter((each) => each !== wanted).map(word)
  return new RegExp(String.raw`^(?![\s\S]*(?:${others.join('|')}))[\s\S]*(?:${word(wanted)})`)
}

const companyRow = ({ rows }: WebsiteFixtures, name: string, city = '') => rows([name, city], DELETE)
const contactRow = ({ rows }: WebsiteFixtures, { name, email, company }: Contact) =>
  rows([name, email, company], DELETE)
const dealRow = ({ rows }: WebsiteFixtures, { title, value, company }: Deal, button: RegExp) =>
  rows([title, value, company], button)
const activityRow = ({ rows }: WebsiteFixtures, { date, note, kind, contact }: Activity) =>
  rows([date, note, kind, contact], DONE)

// ---- companies -----------------------------------------------------------------------------------------------------

async function submitCompany({ element }: WebsiteFixtures, name: string, city: string): Promise<void> {
  await (await element('company_name_field')).fill(name)
  await (await element('company_city_field')).fill(city)
  await (await element('add_company_button')).click()
}

const companyOf = ({ given }: WebsiteFixtures, key: string): Company => ({
  name: given.company(key),
  city: given.city(key),
})

async function addCompanies(fixtures: WebsiteFixtures, companies: readonly Company[]): Promise<void> {
  const { expect, open } = fixtures
  await open('companies_url')
  for (const { name, city } of companies) {
    await submitCompany(fixtures, name, city)
    await expect(companyRow(fixtures, name, city), `the row of "${name}"`).toBeVisible()
  }
}

/** A company that testcodes refer to and leave as it is. */
function anyCompany(fixtures: WebsiteFixtures, key: string): Promise<Company> {
  return fixtures.once('a company', async () => {
    const company = companyOf(fixtures, key)
    await addCompanies(fixtures, [company])
    return company
  })
}

/** The same name in another case: its first word in capitals, the rest in small letters. */
function otherCase(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  return [first.toUpperCase(), ...rest.map((each) => each.toLowerCase())].join(' ')
}

/** The same three, unsorted: first the one whose name is in the middle. */
function unsorted<T extends { readonly name: string }>(drawn: readonly T[]): [T, T, T] {
  const [first, second, third] = drawn.toSorted((a, b) => (a.name < b.name ? -1 : 1)) as [T, T, T]
  return [second, first, third]
}

/** Follows the name of a company to its page. */
async function visitCompany({ page, open, element }: WebsiteFixtures, name: string): Promise<void> {
  await open('companies_url')
  await page.getByRole('link', { name }).filter({ hasText: name, visible: true }).first().click()
  await element('open_sum')
}

// ---- contacts ------------------------------------------------------------------------------------------------------

function contactOf({ given }: WebsiteFixtures, key: string, company: Company): Contact {
  return { name: given.person(key), email: given.email(key), company: company.name }
}

async function submitContact({ element, choose }: WebsiteFixtures, { name, email, company }: Contact): Promise<void> {
  await (await element('contact_name_field')).fill(name)
  await (await element('contact_email_field')).fill(email)
  await choose(await element('contact_company_field'), company)
  await (await element('add_contact_button')).click()
}

async function addContacts(fixtures: WebsiteFixtures, contacts: readonly Contact[]): Promise<void> {
  const { expect, open } = fixtures
  await open('contacts_url')
  for (const contact of contacts) {
    await submitContact(fixtures, contact)
    await expect(contactRow(fixtures, contact), `the row of "${contact.name}"`).toBeVisible()
  }
}

/** A contact that testcodes refer to and leave as it is. */
async function anyContact(fixtures: WebsiteFixtures, key: string): Promise<Contact> {
  const company = await anyCompany(fixtures, key)
  return fixtures.once('a contact', async () => {
    const contact = contactOf(fixtures, key, company)
    await addContacts(fixtures, [contact])
    return contact
  })
}

// ---- deals ---------------------------------------------------------------------------------------------------------

async function submitDeal({ element, choose }: WebsiteFixtures, { title, company, value }: Deal): Promise<void> {
  await (await element('deal_title_field')).fill(title)
  await choose(await element('deal_company_field'), company)
  await (await element('deal_value_field')).fill(value)
  await (await element('add_deal_button')).click()
}

function dealOf({ given }: WebsiteFixtures, key: string, company: Company, value?: string): Deal {
  return {
    title: given.title(key),
    company: company.name,
    value: value ?? given.amount(key, { from: '1.01', to: '999.99' }),
  }
}

/** Expects the row of the deal to show this stage and no other, and its value as the only number. */
async function expectDeal(fixtures: WebsiteFixtures, { title, value }: Deal, stage: Stage): Promise<void> {
  const { expect, rows } = fixtures
  const row = rows([title, value, stage])
  await expect(row, `"${title}" as ${stage}`).toHaveText(only(stage, STAGES), AS_SEEN)
  // The row has been found by the value, so it shows the number with these decimals.
  await expect(row).toShowNumber(value)
}

async function addDeals(fixtures: WebsiteFixtures, deals: readonly Deal[]): Promise<void> {
  const { expect, open } = fixtures
  await open('deals_url')
  for (const deal of deals) {
    await submitDeal(fixtures, deal)
    await expect(dealRow(fixtures, deal, ADVANCE), `the row of "${deal.title}" with "${deal.company}"`).toBeVisible()
  }
}

/** Presses "Advance" or "Lose" in the row of a deal, which moves it to this stage. */
async function move(fixtures: WebsiteFixtures, deal: Deal, stage: Stage): Promise<void> {
  const button = stage === 'Lost' ? LOSE : ADVANCE
  await fixtures.confirming(() => control(dealRow(fixtures, deal, button), button).click())
  await expectDeal(fixtures, deal, stage)
}

/** Expects the deal to have no more buttons. There are other deals with buttons, so only a row holds exactly one. */
async function expectClosed(fixtures: WebsiteFixtures, deal: Deal): Promise<void> {
  const { expect } = fixtures
  await expect(dealRow(fixtures, deal, ADVANCE), `"Advance" at "${deal.title}"`).toHaveCount(0)
  await expect(dealRow(fixtures, deal, LOSE), `"Lose" at "${deal.title}"`).toHaveCount(0)
}

const centsOf = (value: string) => Number(value.replace('.', ''))

/** Number and sum of each stage on the page. Omits stages without both, and all stages if there are other numbers. */
async function stages({ element }: WebsiteFixtures): Promise<Partial<Stages>> {
  const text = await (await element('stages_list')).innerText()
  if (text.match(/\d+(?:[.,]\d+)*/g)?.length !== 2 * STAGES.length) return {}
  const entries = STAGES.map((stage) => {
    const name = `(?:${word(stage)}|${word(`${stage}s`)})`
    const found = new RegExp(String.raw`${name}\D{0,200}(\d+)\D{1,200}?(?<![-−–])(\d+\.\d\d)(?!\d)`).exec(text)
    return [stage, found ? [Number(found[1]), Math.round(Number(found[2]) * 100)] : undefined]
  })
  return Object.fromEntries(entries) as Partial<Stages>
}

/** Number and sum of each stage, once the page shows all stages and a Lead of at least so many cents. */
async function stagesWithLead(fixtures: WebsiteFixtures, leastCents: number): Promise<Stages> {
  let said: Partial<Stages> = {}
  const complete = async () => {
    said = await stages(fixtures)
    const [count, cents] = said.Lead ?? [0, 0]
    return STAGES.every((stage) => said[stage]) && count >= 1 && cents >= leastCents
  }
  await fixtures.expect.poll(complete, 'the page shows all stages, and the Lead').toBe(true)
  return said as Stages
}

async function expectStages(fixtures: WebsiteFixtures, before: Stages, changes: Partial<Stages>): Promise<void> {
  const right = STAGES.map((stage) => {
    const [count = 0, cents = 0] = changes[stage] ?? []
    return [stage, [before[stage][0] + count, before[stage][1] + cents]]
  })
  await fixtures.expect.poll(() => stages(fixtures)).toEqual(Object.fromEntries(right))
}

// ---- activities ----------------------------------------------------------------------------------------------------

async function submitActivity(
  { element, choose }: WebsiteFixtures,
  { contact, kind, date, note }: Activity,
): Promise<void> {
  await choose(await element('activity_contact_field'), contact)
  await choose(await element('activity_kind_field'), kind)
  await (await element('activity_date_field')).fill(date)
  await (await element('activity_note_field')).fill(note)
  await (await element('add_activity_button')).click()
}

function activityOf({ given }: WebsiteFixtures, key: string, contact: Contact, date?: string): Activity {
  return {
    contact: contact.name,
    kind: given.pick(`kind of ${key}`, KINDS),
    date: date ?? given.date(key, { from: '2031-01-01', to: '2032-12-31' }),
    note: given.title(`note on ${key}`),
  }
}

/** Expects an activity in a row, in which only its date has digits. */
async function expectActivity(fixtures: WebsiteFixtures, activity: Activity): Promise<void> {
  const { expect, read } = fixtures
  const row = activityRow(fixtures, activity)
  await expect(row, `the row of "${activity.note}"`).toHaveText(only(activity.kind, KINDS), AS_SEEN)
  expect((await read(row)).replace(activity.date, ''), 'the rest of the row').not.toMatch(/\d/)
}

async function addActivities(fixtures: WebsiteFixtures, activities: readonly Activity[]): Promise<void> {
  const { expect, open } = fixtures
  await open('activities_url')
  for (const activity of activities) {
    await submitActivity(fixtures, activity)
    await expect(activityRow(fixtures, activity), `the row of "${activity.note}"`).toBeVisible()
  }
}

export default {
  'add-company': async (fixtures) => {
    const { expect, open, forget } = fixtures
    const companies = [companyOf(fixtures, 'first added'), companyOf(fixtures, 'second added')]
    await open('companies_url')
    for (const { name } of companies)
      await expect(companyRow(fixtures, name), `no row with "${name}" yet`).toHaveCount(0)
    await addCompanies(fixtures, companies)
    await forget()
    await open('companies_url')
    for (const { name, city } of companies) {
      await expect(companyRow(fixtures, name, city)).toBeVisible()
      await expect(editControl(companyRow(fixtures, name, city))).toBeVisible()
    }
  },

  'sort-companies': async (fixtures) => {
    const { page, expect } = fixtures
    const companies = unsorted(['one', 'two', 'three'].map((key) => companyOf(fixtures, `sorted ${key}`)))
    const names = companies.map(({ name }) => name)
    await addCompanies(fixtures, companies)
    await expect.poll(() => inReadingOrder(fixtures, names)).toEqual(names.toSorted())
    await page.reload()
    for (const name of names) await expect(companyRow(fixtures, name)).toBeVisible()
    await expect.poll(() => inReadingOrder(fixtures, names)).toEqual(names.toSorted())
  },

  search: async (fixtures) => {
    const { expect, open, element, given } = fixtures
    const wanted = given.word('wanted')
    const [named, placed, other] = ['named', 'placed', 'not wanted'].map((key) => companyOf(fixtures, key)) as [
      Company,
      Company,
      Company,
    ]
    const byName = { ...named, name: `${wanted.slice(0, 1).toUpperCase()}${wanted.slice(1)} ${named.name}` }
    const byCity = { ...placed, city: `${placed.city} ${wanted}` }
    await addCompanies(fixtures, [byName, byCity, other])
    await open('companies_url')
    await (await element('search_field')).fill(wanted.toUpperCase())
    await (await element('search_button')).click()
    await expect(companyRow(fixtures, other.name)).toHaveCount(0)
    await expect(companyRow(fixtures, byName.name)).toBeVisible()
    await expect(companyRow(fixtures, byCity.name)).toBeVisible()
  },

  'refuse-company': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const { name, city } = companyOf(fixtures, 'taken')
    const nowhere = given.city('nowhere')
    await addCompanies(fixtures, [{ name, city }])
    for (const bad of ['   ', name, otherCase(name)]) {
      await open('companies_url')
      await fixtures.refusal('company_error', about('name'), () => submitCompany(fixtures, bad, nowhere))
    }
    await open('companies_url')
    await expect(companyRow(fixtures, name, city)).toBeVisible()
    await expect(page.locator('body')).not.toContainText(nowhere)
  },

  'delete-company': async (fixtures) => {
    const { page, expect } = fixtures
    const companies = unsorted(['one', 'two', 'three'].map((key) => companyOf(fixtures, `deleted ${key}`)))
    const [gone, ...kept] = companies
    await addCompanies(fixtures, companies)
    await fixtures.confirming(() => deleteControl(companyRow(fixtures, gone.name)).click())
    await expect(companyRow(fixtures, gone.name)).toHaveCount(0)
    await page.reload()
    for (const { name, city } of kept) await expect(companyRow(fixtures, name, city)).toBeVisible()
    await expect(companyRow(fixtures, gone.name)).toHaveCount(0)
  },

  'add-contact': async (fixtures) => {
    const { page, expect } = fixtures
    const [company, other] = [companyOf(fixtures, 'employer'), companyOf(fixtures, 'other employer')]
    const contacts = [contactOf(fixtures, 'first contact', company), contactOf(fixtures, 'second contact', other)]
    await addCompanies(fixtures, [other, company])
    await addContacts(fixtures, contacts)
    await page.reload()
    for (const contact of contacts) await expect(contactRow(fixtures, contact)).toBeVisible()
  },

  'sort-contacts': async (fixtures) => {
    const { expect } = fixtures
    const company = await anyCompany(fixtures, 'employer of sorted ones')
    const contacts = unsorted(['one', 'two', 'three'].map((key) => contactOf(fixtures, `sorted ${key}`, company)))
    const names = contacts.map(({ name }) => name)
    await addContacts(fixtures, contacts)
    await expect.poll(() => inReadingOrder(fixtures, names)).toEqual(names.toSorted())
  },

  'refuse-contact': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const company = await anyCompany(fixtures, 'strict employer')
    const good = contactOf(fixtures, 'good contact', company)
    const nobody = given.email('nobody')
    const [user, host] = nobody.split('@') as [string, string]
    await open('contacts_url')
    await fixtures.refusal('contact_error', about('name'), () =>
      submitContact(fixtures, { ...good, name: '  ', email: nobody }),
    )
    for (const email of ['', `${user}.${host}`, `@${host}`, `${user}@`]) {
      await open('contacts_url')
      await fixtures.refusal('contact_error', about('email'), () => submitContact(fixtures, { ...good, email }))
    }
    await addContacts(fixtures, [good])
    // A message about the addition may contain the name, too.
    await open('contacts_url')
    await expect(contactRow(fixtures, good)).toBeVisible()
    await expect(shown(page, good.name)).toHaveCount(1)
    await expect(page.locator('body')).not.toContainText(nobody)
  },

  'add-deal': async (fixtures) => {
    const { page, given } = fixtures
    const [company, other] = [companyOf(fixtures, 'buyer'), companyOf(fixtures, 'other buyer')]
    const thousands = `${given.decimal('thousands', { from: '10000.1', to: '99999.9', decimals: 1 })}0`
    const deals = [
      dealOf(fixtures, 'dear deal', company, thousands),
      dealOf(fixtures, 'cheap deal', company, `${given.integer('cheap', { from: 11, to: 99 })}.05`),
    ]
    await addCompanies(fixtures, [company, other])
    await addDeals(fixtures, deals)
    await page.reload()
    for (const deal of deals) await expectDeal(fixtures, deal, 'Lead')
  },

  'refuse-deal': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const company = await anyCompany(fixtures, 'strict buyer')
    const good = dealOf(fixtures, 'good deal', company)
    // More than the value of any other deal, and than the sum of those before.
    const untitled = given.amount('untitled', { from: '200001.01', to: '299999.99' })
    const below = `-${given.amount('below zero', { from: '1.01', to: '99.99' })}`
    const threeDecimals = `${given.amount('three decimals', { from: '1.01', to: '99.99' })}5`
    await open('deals_url')
    await fixtures.refusal('deal_error', about('title'), () =>
      submitDeal(fixtures, { ...good, title: '  ', value: untitled }),
    )
    for (const value of ['', '0', below, threeDecimals]) {
      await open('deals_url')
      await fixtures.refusal('deal_error', about('value'), () => submitDeal(fixtures, { ...good, value }))
    }
    await addDeals(fixtures, [good])
    await open('deals_url')
    await expectDeal(fixtures, good, 'Lead')
    await expect(shown(page, good.title)).toHaveCount(1)
    await expect(page.locator('body')).not.toContainText(untitled)
  },

  'advance-deal': async (fixtures) => {
    const { page } = fixtures
    const company = await anyCompany(fixtures, 'advanced')
    const [still, moved] = [dealOf(fixtures, 'still deal', company), dealOf(fixtures, 'moved deal', company)]
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
    const company = await anyCompany(fixtures, 'lost')
    const [early, late] = [dealOf(fixtures, 'early deal', company), dealOf(fixtures, 'late deal', company)]
    await addDeals(fixtures, [early, late])
    await move(fixtures, late, 'Offer')
    await move(fixtures, late, 'Lost')
    await expectDeal(fixtures, early, 'Lead')
    await move(fixtures, early, 'Lost')
    await expectClosed(fixtures, early)
    await expectClosed(fixtures, late)
  },

  'sum-stages': async (fixtures) => {
    const { open, given } = fixtures
    const company = await anyCompany(fixtures, 'summed up')
    const { amounts, total } = given.amountsThatFloatsGetWrong('summed up', { from: '0.11', to: '99.99', count: 2 })
    const [first, second] = amounts.map((value, at) => dealOf(fixtures, `summed up ${String(at)}`, company, value)) as [
      Deal,
      Deal,
    ]
    const earlier = dealOf(fixtures, 'earlier deal', company)
    const [one, other] = [centsOf(first.value), centsOf(second.value)]
    await addDeals(fixtures, [earlier])
    await open('deals_url')
    await expectDeal(fixtures, earlier, 'Lead')
    const before = await stagesWithLead(fixtures, centsOf(earlier.value))
    await addDeals(fixtures, [first, second])
    await expectStages(fixtures, before, { Lead: [2, centsOf(total)] })
    await move(fixtures, first, 'Offer')
    await expectStages(fixtures, before, { Lead: [1, other], Offer: [1, one] })
    await move(fixtures, second, 'Lost')
    await move(fixtures, first, 'Won')
    await expectStages(fixtures, before, { Won: [1, one], Lost: [1, other] })
  },

  'keep-used-company': async (fixtures) => {
    const { expect, open } = fixtures
    const [peopled, dealing] = [companyOf(fixtures, 'peopled'), companyOf(fixtures, 'dealing')]
    await addCompanies(fixtures, [peopled, dealing])
    await addContacts(fixtures, [contactOf(fixtures, 'who keeps it', peopled)])
    await addDeals(fixtures, [dealOf(fixtures, 'what keeps it', dealing)])
    for (const [{ name }, word] of [
      [peopled, 'contacts'],
      [dealing, 'deals'],
    ] as const) {
      await open('companies_url')
      await fixtures.refusal('delete_error', about(word), () =>
        fixtures.confirming(() => deleteControl(companyRow(fixtures, name)).click()),
      )
    }
    await open('companies_url')
    for (const { name, city } of [peopled, dealing]) await expect(companyRow(fixtures, name, city)).toBeVisible()
  },

  'add-activity': async (fixtures) => {
    const company = await anyCompany(fixtures, 'active')
    const [contact, other] = [contactOf(fixtures, 'active', company), contactOf(fixtures, 'idle', company)]
    const activities: Activity[] = [
      { ...activityOf(fixtures, 'first activity', contact), kind: 'Call' },
      { ...activityOf(fixtures, 'second activity', contact), kind: 'Letter' },
    ]
    await addContacts(fixtures, [contact, other])
    await addActivities(fixtures, activities)
    await fixtures.page.reload()
    for (const activity of activities) await expectActivity(fixtures, activity)
  },

  'sort-activities': async (fixtures) => {
    const { expect, given } = fixtures
    const contact = await anyContact(fixtures, 'busy')
    // Sorted by month or by day, the earlier year would not come first; sorted by day, the earlier month would not.
    const yearBefore = given.date('year before', { from: '2030-11-01', to: '2030-12-31' })
    const [early, late] = [
      given.date('early', { from: '2031-06-01', to: '2031-06-09' }),
      given.date('late', { from: '2031-06-10', to: '2031-06-30' }),
    ]
    const autumn = given.date('autumn', { from: '2031-10-01', to: '2031-10-09' })
    // The keys do not depend on the seed, so neither does it whether two keys give the same word.
    const inOrder = [yearBefore, early, late, autumn].map((date, at) =>
      activityOf(fixtures, `sorted by date ${String(at)}`, contact, date),
    )
    const [first, second, third, fourth] = inOrder as [Activity, Activity, Activity, Activity]
    await addActivities(fixtures, [third, fourth, second, first])
    const notes = inOrder.map(({ note }) => note)
    await expect.poll(() => inReadingOrder(fixtures, notes)).toEqual(notes)
  },

  'refuse-activity': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const contact = await anyContact(fixtures, 'strict')
    // Only this activity has a date in this year.
    const date = given.date('good activity', { from: '2034-01-01', to: '2034-12-31' })
    const good = activityOf(fixtures, 'good activity', contact, date)
    await open('activities_url')
    await fixtures.refusal('activity_error', about('date'), () => submitActivity(fixtures, { ...good, date: '' }))
    await open('activities_url')
    await fixtures.refusal('activity_error', about('note'), () => submitActivity(fixtures, { ...good, note: '   ' }))
    await addActivities(fixtures, [good])
    await open('activities_url')
    await expectActivity(fixtures, good)
    await expect(shown(page, good.note)).toHaveCount(1)
    await expect(shown(page, good.date)).toHaveCount(1)
  },

  'finish-activity': async (fixtures) => {
    const { page, expect } = fixtures
    const contact = await anyContact(fixtures, 'finished')
    const finished = activityOf(fixtures, 'finished activity', contact)
    const open: Activity = { ...finished, note: activityOf(fixtures, 'open activity', contact).note }
    await addActivities(fixtures, [open, finished])
    await fixtures.confirming(() => doneControl(activityRow(fixtures, finished)).click())
    await expect(shown(page, finished.note)).toHaveCount(0)
    await page.reload()
    await expectActivity(fixtures, open)
    await expect(shown(page, finished.note)).toHaveCount(0)
  },

  'company-page': async (fixtures) => {
    const { page, expect } = fixtures
    const [company, stranger] = [companyOf(fixtures, 'own page'), companyOf(fixtures, 'foreign page')]
    const [own, foreign] = [contactOf(fixtures, 'own', company), contactOf(fixtures, 'foreign', stranger)]
    const ownDeal = dealOf(fixtures, 'own deal', company)
    const foreignDeal = dealOf(fixtures, 'foreign deal', stranger)
    await addCompanies(fixtures, [company, stranger])
    await addContacts(fixtures, [own, foreign])
    await addDeals(fixtures, [ownDeal, foreignDeal])
    await move(fixtures, ownDeal, 'Offer')
    await visitCompany(fixtures, company.name)
    for (const text of [company.name, company.city, own.name, own.email])
      await expect(shown(page, text).first()).toBeVisible()
    await expectDeal(fixtures, ownDeal, 'Offer')
    for (const text of [foreign.email, foreignDeal.title]) await expect(page.locator('body')).not.toContainText(text)
  },

  'company-sums': async (fixtures) => {
    const { element, given } = fixtures
    const company = companyOf(fixtures, 'sums')
    // Together more than a thousand.
    const open = given.amountsThatFloatsGetWrong('open sum', { from: '501.01', to: '999.99', count: 2 })
    const [lead, offer] = open.amounts.map((value, at) => dealOf(fixtures, `open ${String(at)}`, company, value)) as [
      Deal,
      Deal,
    ]
    const won = dealOf(
      fixtures,
      'won deal',
      company,
      `${given.decimal('won', { from: '10.1', to: '99.9', decimals: 1 })}0`,
    )
    const lost = dealOf(fixtures, 'lost deal', company)
    await addCompanies(fixtures, [company])
    await addDeals(fixtures, [lead, offer, won, lost])
    await move(fixtures, offer, 'Offer')
    await move(fixtures, won, 'Offer')
    await move(fixtures, won, 'Won')
    await move(fixtures, lost, 'Lost')
    await visitCompany(fixtures, company.name)
    await expectMoney(fixtures, await element('open_sum'), open.total)
    await expectMoney(fixtures, await element('won_sum'), won.value)
  },

  'company-activities': async (fixtures) => {
    const { page, expect, rows, given } = fixtures
    const [company, other] = [companyOf(fixtures, 'with activities'), companyOf(fixtures, 'with others')]
    const [one, two] = [contactOf(fixtures, 'one of two', company), contactOf(fixtures, 'two of two', company)]
    const stranger = contactOf(fixtures, 'stranger', other)
    const dates = given.distinct('of a company', 3, (key) => given.date(key, { from: '2031-01-01', to: '2032-12-31' }))
    const [early, middle, late] = dates.toSorted() as [string, string, string]
    const first = activityOf(fixtures, 'first of a company', one, early)
    const second = activityOf(fixtures, 'second of a company', two, late)
    const third = activityOf(fixtures, 'third of a company', one, middle)
    const foreign = activityOf(fixtures, 'foreign', stranger, early)
    await addCompanies(fixtures, [company, other])
    await addContacts(fixtures, [one, two, stranger])
    await addActivities(fixtures, [first, second, third, foreign])
    await fixtures.confirming(() => doneControl(activityRow(fixtures, third)).click())
    await expect(shown(page, third.note)).toHaveCount(0)
    await visitCompany(fixtures, company.name)
    const rowOf = ({ date, note, kind, contact }: Activity, state: string) => rows([date, note, kind, contact, state])
    for (const activity of [first, second]) {
      const row = rowOf(activity, 'open')
      await expect(row).toHaveText(new RegExp(word('open')), AS_SEEN)
      // The button may be there instead.
      if ((await doneControl(row).count()) === 0) await expect(row).not.toHaveText(new RegExp(word('done')), AS_SEEN)
    }
    await expect(rowOf(third, 'done')).toHaveText(only('done', ['open', 'done']), AS_SEEN)
    const notes = [first.note, second.note, third.note]
    await expect.poll(() => inReadingOrder(fixtures, notes)).toEqual([second.note, third.note, first.note])
    await expect(page.locator('body')).not.toContainText(foreign.note)
  },

  'edit-company': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const [old, renamed] = [companyOf(fixtures, 'old'), companyOf(fixtures, 'renamed')]
    const contact = contactOf(fixtures, 'who stays', old)
    const deal = dealOf(fixtures, 'what stays', old)
    await addCompanies(fixtures, [old])
    await addContacts(fixtures, [contact])
    await addDeals(fixtures, [deal])
    await open('companies_url')
    await editControl(companyRow(fixtures, old.name)).click()
    const [name, city] = [await element('edit_name_field'), await element('edit_city_field')]
    await expect(name).toHaveValue(old.name)
    await expect(city).toHaveValue(old.city)
    await name.fill(renamed.name)
    await city.fill(renamed.city)
    await (await element('save_company_button')).click()
    await expect(shown(page, renamed.city).first()).toBeVisible()
    await open('companies_url')
    await expect(companyRow(fixtures, renamed.name, renamed.city)).toBeVisible()
    await expect(page.locator('body')).not.toContainText(old.name)
    await open('contacts_url')
    await expect(contactRow(fixtures, { ...contact, company: renamed.name })).toBeVisible()
    await open('deals_url')
    await expect(dealRow(fixtures, { ...deal, company: renamed.name }, ADVANCE)).toBeVisible()
  },

  'refuse-edit': async (fixtures) => {
    const { page, expect, open, element, given } = fixtures
    const [own, other] = [companyOf(fixtures, 'edited'), companyOf(fixtures, 'not edited')]
    const city = given.city('moved to')
    await addCompanies(fixtures, [own, other])
    for (const name of ['  ', otherCase(other.name)]) {
      await open('companies_url')
      await editControl(companyRow(fixtures, own.name)).click()
      await fixtures.refusal('edit_error', about('name'), async () => {
        await (await element('edit_name_field')).fill(name)
        await (await element('save_company_button')).click()
      })
    }
    await open('companies_url')
    await expect(companyRow(fixtures, own.name)).toBeVisible()
    await editControl(companyRow(fixtures, own.name)).click()
    await (await element('edit_city_field')).fill(city)
    await (await element('save_company_button')).click()
    await expect(shown(page, city).first()).toBeVisible()
  },

  'delete-contact': async (fixtures) => {
    const { page, expect, open, given } = fixtures
    const company = await anyCompany(fixtures, 'smaller')
    const [kept, other] = [contactOf(fixtures, 'kept', company), contactOf(fixtures, 'other', company)]
    const gone: Contact = { ...kept, name: `${kept.name}n`, email: given.email('gone') }
    const lost = activityOf(fixtures, 'lost', gone)
    const stays = activityOf(fixtures, 'stays', other, lost.date)
    await addContacts(fixtures, [kept, gone, other])
    await addActivities(fixtures, [lost, stays])
    await open('contacts_url')
    await fixtures.confirming(() => deleteControl(contactRow(fixtures, gone)).click())
    await expect(shown(page, gone.email)).toHaveCount(0)
    await page.reload()
    await expect(contactRow(fixtures, kept)).toBeVisible()
    await expect(shown(page, gone.email)).toHaveCount(0)
    await open('activities_url')
    await expectActivity(fixtures, stays)
    await expect(page.locator('body')).not.toContainText(lost.note)
  },

  'hostile-text': async (fixtures) => {
    const { page, expect, dialogs, given } = fixtures
    const hostile = (key: string) =>
      `${given.textWithMarkup(key)} &amp; ${given.personWithApostrophe(key)} <img src="/none" onerror="alert('run')">`
    const company: Company = { name: hostile('company'), city: hostile('city') }
    const contact: Contact = { ...contactOf(fixtures, 'hostile', company), name: hostile('contact') }
    const deal: Deal = { ...dealOf(fixtures, 'hostile', company), title: hostile('deal') }
    const activity: Activity = { ...activityOf(fixtures, 'hostile', contact), note: hostile('note') }
    await addCompanies(fixtures, [company])
    await addContacts(fixtures, [contact])
    await addDeals(fixtures, [deal])
    await addActivities(fixtures, [activity])
    await visitCompany(fixtures, company.name)
    for (const text of [company.name, company.city, contact.name, deal.title, activity.note])
      await expect(shown(page, text).first()).toBeVisible()
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
