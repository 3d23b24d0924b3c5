import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<WebsiteFixtures['element']>>
type Page = WebsiteFixtures['page']

interface Task {
  readonly title: string
  readonly date: string
  /** Left as the form offers it where it is absent. */
  readonly priority?: 'low' | 'normal' | 'high'
}

interface Numbers {
  readonly open: number
  readonly done: number
  readonly low: number
  readonly normal: number
  readonly high: number
  readonly share: number
}

// No title holds a word that names a button or a priority, and none is a part of another.
const FERNS: Task = { title: 'Water the ferns', date: '2031-05-09', priority: 'high' }
const PARCEL: Task = { title: 'Post the parcel', date: '2031-02-28', priority: 'low' }
const LADDER: Task = { title: 'Return the ladder', date: '2031-04-01', priority: 'normal' }
const SEEDS: Task = { title: 'Order seeds', date: '2031-06-15', priority: 'high' }
const GATE: Task = { title: 'Fix the gate', date: '2031-08-18', priority: 'normal' }

/** Buttons of a task do something; that some people write them as links makes no difference to a user. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const doneButton = (within: Locator) => control(within, /\bdone\b/i)
const reopenButton = (within: Locator) => control(within, /\breopen\b/i)
const editButton = (within: Locator) => control(within, /\bedit\b/i)
const deleteButton = (within: Page | Locator) =>
  control(within, /^(?!.*\b(?:all|completed|finished|selected)\b).*\bdelete\b/i)

/** The innermost element that holds the title, the date and one "Delete": a row, whatever it is made of. */
function row(page: Page, { title, date }: Task): Locator {
  return page
    .locator('body *')
    .filter({ hasText: title })
    .filter({ hasText: date })
    .filter({ has: deleteButton(page), hasNot: deleteButton(page).nth(1), visible: true })
    .last()
}

/** A number that stands alone, not as a part of a longer one. */
function number(value: number): RegExp {
  return new RegExp(String.raw`(?<![\d.,-])${value}(?!\d|[.,]\d)`)
}

function perCent(value: number): RegExp {
  return new RegExp(String.raw`(?<![\d.,-])${value}\s*%`)
}

async function choosePriority({ element }: WebsiteFixtures, priority: string): Promise<void> {
  const field = await element('priority_field')
  const option = field.locator('option', { hasText: new RegExp(String.raw`^\W*${priority}\b`, 'i') })
  await field.selectOption({ label: ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim() })
}

/** Fills the form in and submits it. */
async function submit(fixtures: WebsiteFixtures, { title, date, priority }: Task): Promise<void> {
  const { element } = fixtures
  await (await element('title_field')).fill(title)
  await (await element('date_field')).fill(date)
  if (priority !== undefined) await choosePriority(fixtures, priority)
  await (await element('add_button')).click()
}

async function expectTask({ page, expect }: WebsiteFixtures, task: Task): Promise<void> {
  await expect(row(page, task), `a row with "${task.title}" and ${task.date}`).toBeVisible()
}

async function expectNoTask({ page, expect }: WebsiteFixtures, task: Task): Promise<void> {
  await expect(row(page, task), `no row with "${task.title}" and ${task.date}`).toHaveCount(0)
}

/** Adds a task that was not there before. */
async function add(fixtures: WebsiteFixtures, task: Task): Promise<void> {
  await expectNoTask(fixtures, task)
  await submit(fixtures, task)
  await expectTask(fixtures, task)
}

async function expectDone({ page, expect }: WebsiteFixtures, task: Task): Promise<void> {
  await expect(reopenButton(row(page, task)), `"Reopen" at "${task.title}"`).toBeVisible()
  await expect(doneButton(row(page, task)), `no "Done" at "${task.title}"`).toHaveCount(0)
}

async function expectOpen({ page, expect }: WebsiteFixtures, task: Task): Promise<void> {
  await expect(doneButton(row(page, task)), `"Done" at "${task.title}"`).toBeVisible()
  await expect(reopenButton(row(page, task)), `no "Reopen" at "${task.title}"`).toHaveCount(0)
}

async function markDone(fixtures: WebsiteFixtures, task: Task): Promise<void> {
  await expectOpen(fixtures, task)
  await doneButton(row(fixtures.page, task)).click()
  await expectDone(fixtures, task)
}

async function expectCounts({ element, expect }: WebsiteFixtures, open: number, done: number): Promise<void> {
  await expect(await element('open_count'), 'open tasks').toHaveText(number(open))
  await expect(await element('done_count'), 'done tasks').toHaveText(number(done))
}

async function expectStatistics({ element, expect }: WebsiteFixtures, numbers: Numbers): Promise<void> {
  await expect(await element('open_number'), 'open tasks').toHaveText(number(numbers.open))
  await expect(await element('done_number'), 'done tasks').toHaveText(number(numbers.done))
  await expect(await element('low_number'), 'low tasks').toHaveText(number(numbers.low))
  await expect(await element('normal_number'), 'normal tasks').toHaveText(number(numbers.normal))
  await expect(await element('high_number'), 'high tasks').toHaveText(number(numbers.high))
  await expect(await element('done_share'), 'share of done tasks').toHaveText(perCent(numbers.share))
}

async function expectState({ element, expect }: WebsiteFixtures, open: number, done: number): Promise<void> {
  await expect(await element('open_number'), 'open tasks').toHaveText(number(open))
  await expect(await element('done_number'), 'done tasks').toHaveText(number(done))
}

/** The chart as it looks once it has come to rest. */
async function picture({ page, element, expect }: WebsiteFixtures): Promise<Buffer> {
  const chart = await element('chart')
  await page.mouse.move(0, 0)
  let last = await chart.screenshot({ animations: 'disabled' })
  const rests = async () => {
    const before = last
    last = await chart.screenshot({ animations: 'disabled' })
    return last.equals(before)
  }
  await expect.poll(rests, { message: 'the chart comes to rest', intervals: [250] }).toBe(true)
  return last
}

/** Submits something that must be refused, and gives the message, whose text was not on the page before. */
async function refusal(
  { page, element, expect }: WebsiteFixtures,
  parameter: 'add_error' | 'edit_error',
  word: RegExp,
  submitBad: () => Promise<void>,
): Promise<Locator> {
  const before = await page.locator('body').innerText()
  await submitBad()
  const message = await element(parameter)
  await expect(message).toBeVisible()
  await expect(message).toContainText(word)
  expect(before, 'the page before it').not.toContain((await message.innerText()).trim())
  return message
}

/** Titles in the order in which a reader meets them. */
async function readingOrder(page: Page, tasks: readonly Task[]): Promise<string[]> {
  const places = await Promise.all(
    tasks.map(async (task) => ({ title: task.title, box: await row(page, task).boundingBox() })),
  )
  return places
    .sort((a, b) => (a.box?.y ?? Infinity) - (b.box?.y ?? Infinity) || (a.box?.x ?? Infinity) - (b.box?.x ?? Infinity))
    .map((place) => place.title)
}

async function deleteAll({ page, expect }: WebsiteFixtures): Promise<void> {
  const buttons = deleteButton(page)
  await expect(buttons.first()).toBeVisible()
  for (let left = (await buttons.count()) - 1; left >= 0; left--) {
    await buttons.first().click()
    await expect(buttons).toHaveCount(left)
  }
}

export default {
  'add-task': async (fixtures) => {
    await fixtures.open('list_url')
    await add(fixtures, FERNS)
    await add(fixtures, PARCEL)
    await expectTask(fixtures, FERNS)
    await expectOpen(fixtures, PARCEL)
  },

  'mark-done': async (fixtures) => {
    const { page, open } = fixtures
    await open('list_url')
    await add(fixtures, LADDER)
    await markDone(fixtures, LADDER)
    await expectOpen(fixtures, FERNS)
    await page.reload()
    await expectDone(fixtures, LADDER)
    await expectOpen(fixtures, FERNS)
  },

  'count-tasks': async (fixtures) => {
    await fixtures.open('list_url')
    await expectCounts(fixtures, 2, 1)
    await add(fixtures, SEEDS)
    await expectCounts(fixtures, 3, 1)
    await fixtures.page.reload()
    await expectCounts(fixtures, 3, 1)
  },

  'filter-tasks': async (fixtures) => {
    const { open, element } = fixtures
    await open('list_url')
    await expectTask(fixtures, FERNS)
    await expectTask(fixtures, LADDER)

    await (await element('show_open')).click()
    await expectNoTask(fixtures, LADDER)
    await expectTask(fixtures, FERNS)
    await (await element('show_done')).click()
    await expectTask(fixtures, LADDER)
    await expectNoTask(fixtures, FERNS)
    await (await element('show_all')).click()
    await expectTask(fixtures, FERNS)
    await expectTask(fixtures, LADDER)
  },

  'count-all-tasks': async (fixtures) => {
    const { open, element } = fixtures
    await open('list_url')
    await (await element('show_done')).click()
    await expectNoTask(fixtures, FERNS)
    await expectTask(fixtures, LADDER)
    await expectCounts(fixtures, 3, 1)
    await (await element('show_open')).click()
    await expectNoTask(fixtures, LADDER)
    await expectTask(fixtures, FERNS)
    await expectCounts(fixtures, 3, 1)
  },

  'statistics-numbers': async (fixtures) => {
    const { open } = fixtures
    await open('statistics_url')
    await expectStatistics(fixtures, { open: 3, done: 1, low: 1, normal: 1, high: 2, share: 25 })
    await open('list_url')
    await add(fixtures, GATE)
    await add(fixtures, { title: 'Oil the hinges', date: '2031-08-19', priority: 'normal' })
    await open('statistics_url')
    // One of six: 16.67 %, which cutting off would make 16.
    await expectStatistics(fixtures, { open: 5, done: 1, low: 1, normal: 3, high: 2, share: 17 })
  },

  'chart-changes': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    await open('statistics_url')
    await expectState(fixtures, 5, 1)
    const first = await picture(fixtures)
    await page.reload()
    const chart = await element('chart')
    const same = async () => (await chart.screenshot({ animations: 'disabled' })).equals(first)
    await expect.poll(same, 'the same picture for the same numbers').toBe(true)

    await open('list_url')
    await markDone(fixtures, GATE)
    await open('statistics_url')
    await expectState(fixtures, 4, 2)
    expect((await picture(fixtures)).equals(first), 'the old picture after the numbers changed').toBe(false)
  },

  'go-between-pages': async ({ page, expect, open, url, element }) => {
    await open('list_url')
    const form = await element('title_field')
    await expect(form).toBeVisible()
    await (await element('statistics_link')).click()
    await expect(page).toHaveURL(url('statistics_url'))
    await expect(await element('chart')).toBeVisible()
    await expect(form).toBeHidden()
    await (await element('list_link')).click()
    await expect(page).not.toHaveURL(url('statistics_url'))
    await expect(await element('title_field')).toBeVisible()
  },

  'sort-by-date': async (fixtures) => {
    const { page, expect, open } = fixtures
    const fence: Task = { title: 'Mend the fence', date: '2031-11-05', priority: 'high' }
    const shed: Task = { title: 'Paint the shed', date: '2032-01-20', priority: 'normal' }
    const doctor: Task = { title: 'Ring the doctor', date: '2030-12-24', priority: 'low' }
    const byDate = [doctor.title, fence.title, shed.title]
    await open('list_url')
    for (const task of [fence, shed, doctor]) await add(fixtures, task)
    await expect.poll(() => readingOrder(page, [fence, shed, doctor])).toEqual(byDate)
    await page.reload()
    for (const task of [fence, shed, doctor]) await expectTask(fixtures, task)
    await expect.poll(() => readingOrder(page, [fence, shed, doctor])).toEqual(byDate)
  },

  'reopen-task': async (fixtures) => {
    const { page, open } = fixtures
    const task: Task = { title: 'Empty the bins', date: '2031-01-01', priority: 'normal' }
    await open('list_url')
    await add(fixtures, task)
    await markDone(fixtures, task)
    await reopenButton(row(page, task)).click()
    await expectOpen(fixtures, task)
    await expectDone(fixtures, LADDER)
    await page.reload()
    await expectOpen(fixtures, task)
    await expectDone(fixtures, LADDER)
  },

  'filter-stays': async (fixtures) => {
    const { page, open, element } = fixtures
    const task: Task = { title: 'Beat the carpet', date: '2031-03-31', priority: 'normal' }
    await open('list_url')
    await add(fixtures, task)
    await (await element('show_open')).click()
    await expectNoTask(fixtures, LADDER)
    await expectOpen(fixtures, task)
    await doneButton(row(page, task)).click()
    await expectNoTask(fixtures, task)
    await expectTask(fixtures, FERNS)
    await expectNoTask(fixtures, LADDER)
    await (await element('show_done')).click()
    await expectNoTask(fixtures, FERNS)
    await expectDone(fixtures, task)
  },

  'delete-task': async (fixtures) => {
    const { page, open } = fixtures
    const kept: Task = { title: 'Bake bread', date: '2031-09-03', priority: 'low' }
    const gone: Task = { ...kept, date: '2031-09-17' }
    await open('list_url')
    await add(fixtures, kept)
    await add(fixtures, gone)
    await deleteButton(row(page, gone)).click()
    await expectNoTask(fixtures, gone)
    await expectTask(fixtures, kept)
    await page.reload()
    await expectTask(fixtures, kept)
    await expectNoTask(fixtures, gone)
  },

  'chart-without-tasks': async (fixtures) => {
    const { expect, open } = fixtures
    await open('list_url')
    await deleteAll(fixtures)
    await open('statistics_url')
    await expectStatistics(fixtures, { open: 0, done: 0, low: 0, normal: 0, high: 0, share: 0 })
    const empty = await picture(fixtures)
    await open('list_url')
    await add(fixtures, FERNS)
    await open('statistics_url')
    await expectStatistics(fixtures, { open: 1, done: 0, low: 0, normal: 0, high: 1, share: 0 })
    expect((await picture(fixtures)).equals(empty), 'the empty picture although there is a task').toBe(false)
  },

  'edit-title': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const old: Task = { title: 'Sweep the yrad', date: '2031-07-07', priority: 'high' }
    const corrected: Task = { ...old, title: 'Sweep the yard' }
    await open('list_url')
    await add(fixtures, old)
    await markDone(fixtures, old)
    await editButton(row(page, old)).click()
    const field = await element('edit_field')
    await expect(field).toHaveValue(old.title)
    await field.fill(corrected.title)
    await (await element('save_button')).click()
    await expectTask(fixtures, corrected)
    await page.reload()
    await expectDone(fixtures, corrected)
    await expect(row(page, corrected)).toContainText(/high/i)
    await expectNoTask(fixtures, old)
  },

  'refuse-blank-edit': async (fixtures) => {
    const { page, open, element } = fixtures
    const task: Task = { title: 'Wash the car', date: '2031-07-21', priority: 'low' }
    await open('list_url')
    await add(fixtures, task)
    await editButton(row(page, task)).click()
    await refusal(fixtures, 'edit_error', /\btitle\b/i, async () => {
      await (await element('edit_field')).fill('   ')
      await (await element('save_button')).click()
    })
    await open('list_url')
    await expectTask(fixtures, task)
  },

  'refuse-task': async (fixtures) => {
    const { page, expect, open } = fixtures
    const blank: Task = { title: '   ', date: '2033-10-11', priority: 'normal' }
    const undated: Task = { title: 'Prune the roses', date: '', priority: 'normal' }
    const good: Task = { title: 'Trim the hedge', date: '2033-10-12', priority: 'normal' }
    await open('list_url')
    await refusal(fixtures, 'add_error', /\btitle\b/i, () => submit(fixtures, blank))
    const message = await refusal(fixtures, 'add_error', /\bdate\b/i, () => submit(fixtures, undated))
    await add(fixtures, good)
    const shown = async () => (await message.filter({ visible: true }).allInnerTexts()).join(' ')
    await expect.poll(shown, 'the message after a good task').not.toMatch(/\b(?:title|date)\b/i)
    await page.reload()
    await expectTask(fixtures, good)
    await expectNoTask(fixtures, { ...blank, title: '' })
    await expectNoTask(fixtures, undated)
  },

  'hostile-title': async (fixtures) => {
    const { page, expect, open, element, dialogs } = fixtures
    const title = `Tom's "pet" & <b>bold</b> <img src="/none" onerror="alert('run')"><script>alert('run')</script>`
    const task: Task = { title, date: '2031-10-26', priority: 'low' }
    await open('list_url')
    await add(fixtures, task)
    await page.reload()
    await expectTask(fixtures, task)
    await editButton(row(page, task)).click()
    const field = await element('edit_field')
    await expect(field).toHaveValue(title)
    await field.fill(`${title} &lt;`)
    await (await element('save_button')).click()
    await expectTask(fixtures, { ...task, title: `${title} &lt;` })
    expect(dialogs, 'dialogues that the title opened').toHaveLength(0)
  },

  'keep-tasks': async (fixtures) => {
    const { page, expect, open, forget } = fixtures
    const untouched: Task = { title: 'Renew the passport', date: '2032-02-29' }
    const high: Task = { title: 'Book the train', date: '2032-03-01', priority: 'high' }
    const low: Task = { title: 'Sharpen the knives', date: '2032-03-02', priority: 'low' }
    await open('list_url')
    for (const task of [untouched, high, low]) await add(fixtures, task)
    await forget()
    await open('list_url')
    for (const task of [untouched, high, low]) await expectTask(fixtures, task)
    await expect(row(page, untouched)).toContainText(/normal/i)
    await expect(row(page, high)).toContainText(/high/i)
    await expect(row(page, low)).toContainText(/low/i)
  },
} satisfies WebsiteTestcodes
