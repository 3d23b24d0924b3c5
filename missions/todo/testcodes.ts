import type { Locator, Picture, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

const PRIORITIES = ['low', 'normal', 'high'] as const
type Priority = (typeof PRIORITIES)[number]

interface Task {
  readonly title: string
  readonly date: string
  /** If absent, the default of the form is used. */
  readonly priority?: Priority
}

interface Numbers extends Readonly<Record<Priority, number>> {
  readonly open: number
  readonly done: number
}

/** Dates of tasks. Tasks that must be refused have dates in later years. */
const DATES = { from: '2029-01-01', to: '2036-12-31' }
const LATER_DATES = { from: '2037-01-01', to: '2038-12-31' }

/** The task of this key, due on a drawn day. */
function taskOf(
  { given }: Fixtures,
  key: string,
  priority: Priority = given.pick(`${key} priority`, PRIORITIES),
): Task {
  return { title: given.title(key), date: given.date(key, DATES), priority }
}

/** Tasks that testcodes leave for later testcodes. */
interface Plan {
  /** Added by "add-task"; both stay open. */
  readonly added: readonly [Task, Task]
  /** Added and marked by "mark-done". */
  readonly done: Task
  /** Added by "count-tasks"; all stay open until "chart-changes" marks the first. */
  readonly counted: readonly Task[]
  /** Added by "statistics-numbers", and how many of them it marks as done. */
  readonly measured: readonly Task[]
  readonly marked: number
}

interface Sizes {
  readonly counted: number
  readonly measured: number
  readonly marked: number
}

/**
 * In the end, the numbers of the three priorities differ, and truncating the share of done tasks gives a wrong result:
 * 16.67% is 17%.
 */
function planOf(fixtures: Fixtures): Plan {
  const { given } = fixtures
  const sizes = given.suchThat(
    'numbers of tasks',
    (key): Sizes => ({
      counted: given.integer(`${key} counted`, { from: 1, to: 2 }),
      measured: given.integer(`${key} measured`, { from: 1, to: 3 }),
      marked: given.integer(`${key} marked`, { from: 0, to: 2 }),
    }),
    ({ counted, measured, marked }) => marked <= measured && isRoundedUp(1 + marked, 3 + counted + measured),
  )
  const count = 3 + sizes.counted + sizes.measured
  const priorities = given.suchThat(
    'priorities',
    (key) => Array.from({ length: count }, (_, at) => given.pick(`${key} of ${String(at)}`, PRIORITIES)),
    (drawn) => new Set(PRIORITIES.map((priority) => drawn.filter((each) => each === priority).length)).size === 3,
  )
  const tasks = priorities.map((priority, at) => taskOf(fixtures, `task ${String(at)}`, priority))
  const [first, second, done, ...more] = tasks as [Task, Task, Task, ...Task[]]
  const counted = more.slice(0, sizes.counted)
  return { added: [first, second], done, counted, measured: more.slice(sizes.counted), marked: sizes.marked }
}

function isRoundedUp(done: number, all: number): boolean {
  const twiceTheRest = 2 * ((100 * done) % all)
  return twiceTheRest > all
}

/** The numbers of these tasks if so many of them are done. */
function numbersOf(tasks: readonly Task[], done: number): Numbers {
  const of = (priority: Priority) => tasks.filter((task) => task.priority === priority).length
  return { open: tasks.length - done, done, low: of('low'), normal: of('normal'), high: of('high') }
}

const DONE = /\bdone\b/i
const REOPEN = /\breopen\b/i
const EDIT = /\bedit\b/i
const DELETE = /^(?!.*\b(?:all|completed|finished|selected)\b).*\bdelete\b/i

/** A button of a task, or a link: a user sees no difference. */
function control(within: Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}

/** The row of a task, whatever elements it is made of. */
function row({ rows }: Fixtures, { title, date }: Task): Locator {
  return rows([title, date], DELETE)
}

async function choosePriority({ element, choose }: Fixtures, priority: Priority): Promise<void> {
  await choose(await element('priority_field'), new RegExp(String.raw`^\W*${priority}\b`, 'i'))
}

/** Fills in the form and submits it. */
async function submit(fixtures: Fixtures, { title, date, priority }: Task): Promise<void> {
  const { element } = fixtures
  await (await element('title_field')).fill(title)
  await (await element('date_field')).fill(date)
  if (priority !== undefined) await choosePriority(fixtures, priority)
  await (await element('add_button')).click()
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ')

/** Expects the row of a task: its title as it was typed, and no date but its own. Returns the text of the row. */
async function expectTask(fixtures: Fixtures, task: Task): Promise<string> {
  const { read, expect } = fixtures
  const text = tidy(await read(row(fixtures, task), { within: 300 + task.title.length }))
  expect(text, 'the row of the task').toContain(task.title)
  const dates = new Set(text.replace(task.title, '').match(/\d{4}-\d{2}-\d{2}/g))
  expect([...dates], `the dates in the row of "${task.title}"`).toEqual([task.date])
  return text
}

async function expectNoTask(fixtures: Fixtures, task: Task): Promise<void> {
  await fixtures.expect(row(fixtures, task), `no row with "${task.title}" and ${task.date}`).toHaveCount(0)
}

/** Expects the row of a task to show its priority, and no other. */
async function expectPriority(fixtures: Fixtures, task: Task, priority: Priority): Promise<void> {
  const text = (await expectTask(fixtures, task)).replace(task.title, '')
  const named = PRIORITIES.filter((each) => new RegExp(String.raw`\b${each}\b`, 'i').test(text))
  fixtures.expect(named, `the priorities in the row of "${task.title}"`).toEqual([priority])
}

/** Adds a task that is not listed yet. */
async function add(fixtures: Fixtures, task: Task): Promise<void> {
  await expectNoTask(fixtures, task)
  await submit(fixtures, task)
  await expectTask(fixtures, task)
}

async function expectDone(fixtures: Fixtures, task: Task): Promise<void> {
  const { expect } = fixtures
  const found = row(fixtures, task)
  await expect(control(found, REOPEN), `"Reopen" at "${task.title}"`).toBeVisible()
  await expect(control(found, DONE), `no "Done" at "${task.title}"`).toHaveCount(0)
}

async function expectOpen(fixtures: Fixtures, task: Task): Promise<void> {
  const { expect } = fixtures
  const found = row(fixtures, task)
  await expect(control(found, DONE), `"Done" at "${task.title}"`).toBeVisible()
  await expect(control(found, REOPEN), `no "Reopen" at "${task.title}"`).toHaveCount(0)
}

async function markDone(fixtures: Fixtures, task: Task): Promise<void> {
  await expectOpen(fixtures, task)
  await control(row(fixtures, task), DONE).click()
  await expectDone(fixtures, task)
}

async function expectCounts({ element, expect }: Fixtures, open: number, done: number): Promise<void> {
  await expect(await element('open_count'), 'open tasks').toShowNumber(String(open))
  await expect(await element('done_count'), 'done tasks').toShowNumber(String(done))
}

/** Expects the page of statistics to show these numbers. The share is rounded to whole per cent; no tie occurs. */
async function expectStatistics(fixtures: Fixtures, { open, done, low, normal, high }: Numbers): Promise<void> {
  const { element, expect } = fixtures
  const share = open + done === 0 ? 0 : Math.round((100 * done) / (open + done))
  await expectState(fixtures, { open, done })
  await expect(await element('low_number'), 'low tasks').toShowNumber(String(low))
  await expect(await element('normal_number'), 'normal tasks').toShowNumber(String(normal))
  await expect(await element('high_number'), 'high tasks').toShowNumber(String(high))
  const shown = await element('done_share')
  await expect(shown, 'share of done tasks').toShowNumber(String(share))
  await expect(shown, 'share of done tasks').toHaveText(/\d\s*%/)
}

async function expectState(
  { element, expect }: Fixtures,
  { open, done }: Pick<Numbers, 'open' | 'done'>,
): Promise<void> {
  await expect(await element('open_number'), 'open tasks').toShowNumber(String(open))
  await expect(await element('done_number'), 'done tasks').toShowNumber(String(done))
}

async function chartOf({ element, picture }: Fixtures): Promise<Picture> {
  return picture(await element('chart'))
}

function isSame(one: Picture, other: Picture): boolean {
  return one.width === other.width && Buffer.from(one.pixels).equals(other.pixels)
}

async function deleteAll({ page, expect, confirming }: Fixtures): Promise<void> {
  const buttons = control(page.locator('body'), DELETE)
  await expect(buttons.first()).toBeVisible()
  for (let left = (await buttons.count()) - 1; left >= 0; left--) {
    await confirming(() => buttons.first().click())
    await expect(buttons.nth(left)).toBeHidden()
  }
}

/** The titles of tasks, in the reading order of their rows. */
async function inReadingOrder(fixtures: Fixtures, tasks: readonly Task[]): Promise<string[]> {
  const sorted = await fixtures.readingOrder(tasks, (task) => row(fixtures, task))
  return sorted.map(({ title }) => title)
}

export default {
  'add-task': async (fixtures) => {
    const [first, second] = planOf(fixtures).added
    await fixtures.open('list_url')
    await add(fixtures, first)
    await add(fixtures, second)
    await expectTask(fixtures, first)
    await expectOpen(fixtures, second)
  },

  'mark-done': async (fixtures) => {
    const { page, open } = fixtures
    const {
      added: [other],
      done,
    } = planOf(fixtures)
    await open('list_url')
    await add(fixtures, done)
    await markDone(fixtures, done)
    await expectOpen(fixtures, other)
    await page.reload()
    await expectDone(fixtures, done)
    await expectOpen(fixtures, other)
  },

  'count-tasks': async (fixtures) => {
    const { counted } = planOf(fixtures)
    await fixtures.open('list_url')
    await expectCounts(fixtures, 2, 1)
    for (const task of counted) await add(fixtures, task)
    await expectCounts(fixtures, 2 + counted.length, 1)
    await fixtures.page.reload()
    await expectCounts(fixtures, 2 + counted.length, 1)
  },

  'filter-tasks': async (fixtures) => {
    const { open, element } = fixtures
    const {
      added: [other],
      done,
    } = planOf(fixtures)
    await open('list_url')
    await expectTask(fixtures, other)
    await expectTask(fixtures, done)

    await (await element('show_open')).click()
    await expectNoTask(fixtures, done)
    await expectTask(fixtures, other)
    await (await element('show_done')).click()
    await expectTask(fixtures, done)
    await expectNoTask(fixtures, other)
    await (await element('show_all')).click()
    await expectTask(fixtures, other)
    await expectTask(fixtures, done)
  },

  'count-all-tasks': async (fixtures) => {
    const { open, element } = fixtures
    const {
      added: [other],
      done,
      counted,
    } = planOf(fixtures)
    await open('list_url')
    await (await element('show_done')).click()
    await expectNoTask(fixtures, other)
    await expectTask(fixtures, done)
    await expectCounts(fixtures, 2 + counted.length, 1)
    await (await element('show_open')).click()
    await expectNoTask(fixtures, done)
    await expectTask(fixtures, other)
    await expectCounts(fixtures, 2 + counted.length, 1)
  },

  'statistics-numbers': async (fixtures) => {
    const { open } = fixtures
    const { added, done, counted, measured, marked } = planOf(fixtures)
    const before = [...added, done, ...counted]
    await open('statistics_url')
    await expectStatistics(fixtures, numbersOf(before, 1))
    await open('list_url')
    for (const task of measured) await add(fixtures, task)
    for (const task of measured.slice(0, marked)) await markDone(fixtures, task)
    await open('statistics_url')
    await expectStatistics(fixtures, numbersOf([...before, ...measured], 1 + marked))
  },

  'chart-changes': async (fixtures) => {
    const { page, expect, open } = fixtures
    const { added, done, counted, measured, marked } = planOf(fixtures)
    const { open: left, done: over } = numbersOf([...added, done, ...counted, ...measured], 1 + marked)
    const [task = done] = counted
    await open('statistics_url')
    await expectState(fixtures, { open: left, done: over })
    const first = await chartOf(fixtures)
    await page.reload()
    await expectState(fixtures, { open: left, done: over })
    expect(isSame(await chartOf(fixtures), first), 'the same picture for the same numbers').toBe(true)

    await open('list_url')
    await markDone(fixtures, task)
    await open('statistics_url')
    await expectState(fixtures, { open: left - 1, done: over + 1 })
    expect(isSame(await chartOf(fixtures), first), 'the old picture after the numbers changed').toBe(false)
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
    const { page, expect, open, given } = fixtures
    const titles = given.distinct('sorted', 3, given.title).toSorted() as [string, string, string]
    // Sorting by title, day, month or priority gives another order than sorting by date.
    const tasks: readonly [Task, Task, Task] = [
      { title: titles[2], date: given.date('first', { from: '2030-12-20', to: '2030-12-31' }), priority: 'low' },
      { title: titles[0], date: given.date('second', { from: '2031-11-01', to: '2031-11-09' }), priority: 'high' },
      { title: titles[1], date: given.date('third', { from: '2032-01-10', to: '2032-01-19' }), priority: 'normal' },
    ]
    const [first, second, third] = tasks
    const byDate = tasks.map(({ title }) => title)
    await open('list_url')
    for (const task of [second, third, first]) await add(fixtures, task)
    await expect.poll(() => inReadingOrder(fixtures, tasks)).toEqual(byDate)
    await page.reload()
    for (const task of tasks) await expectTask(fixtures, task)
    await expect.poll(() => inReadingOrder(fixtures, tasks)).toEqual(byDate)
  },

  'reopen-task': async (fixtures) => {
    const { page, open } = fixtures
    const { done } = planOf(fixtures)
    const task = taskOf(fixtures, 'reopened')
    await open('list_url')
    await add(fixtures, task)
    await markDone(fixtures, task)
    await control(row(fixtures, task), REOPEN).click()
    await expectOpen(fixtures, task)
    await expectDone(fixtures, done)
    await page.reload()
    await expectOpen(fixtures, task)
    await expectDone(fixtures, done)
  },

  'filter-stays': async (fixtures) => {
    const { open, element } = fixtures
    const {
      added: [other],
      done,
    } = planOf(fixtures)
    const task = taskOf(fixtures, 'filtered')
    await open('list_url')
    await add(fixtures, task)
    await (await element('show_open')).click()
    await expectNoTask(fixtures, done)
    await expectOpen(fixtures, task)
    await control(row(fixtures, task), DONE).click()
    await expectNoTask(fixtures, task)
    await expectTask(fixtures, other)
    await expectNoTask(fixtures, done)
    await (await element('show_done')).click()
    await expectNoTask(fixtures, other)
    await expectDone(fixtures, task)
  },

  'delete-task': async (fixtures) => {
    const { page, open, given } = fixtures
    const one = taskOf(fixtures, 'twin')
    const other = { ...one, date: given.date('other twin', { ...DATES, except: [one.date] }) }
    const [kept, gone] = given.shuffled('which twin', [one, other]) as [Task, Task]
    await open('list_url')
    await add(fixtures, kept)
    await add(fixtures, gone)
    await fixtures.confirming(() => control(row(fixtures, gone), DELETE).click())
    await expectNoTask(fixtures, gone)
    await expectTask(fixtures, kept)
    await page.reload()
    await expectTask(fixtures, kept)
    await expectNoTask(fixtures, gone)
  },

  'chart-without-tasks': async (fixtures) => {
    const { expect, open } = fixtures
    const task = taskOf(fixtures, 'alone')
    await open('list_url')
    await deleteAll(fixtures)
    await open('statistics_url')
    await expectStatistics(fixtures, numbersOf([], 0))
    const empty = await chartOf(fixtures)
    await open('list_url')
    await add(fixtures, task)
    await open('statistics_url')
    await expectStatistics(fixtures, numbersOf([task], 0))
    expect(isSame(await chartOf(fixtures), empty), 'the picture with a task is the empty one').toBe(false)
  },

  'edit-title': async (fixtures) => {
    const { page, expect, open, element, given } = fixtures
    const priority = given.pick('edited priority', ['low', 'high'] as const)
    const old = taskOf(fixtures, 'edited', priority)
    const corrected: Task = { ...old, title: given.title('corrected') }
    await open('list_url')
    await add(fixtures, old)
    await markDone(fixtures, old)
    await control(row(fixtures, old), EDIT).click()
    const field = await element('edit_field')
    await expect(field).toHaveValue(old.title)
    await field.fill(corrected.title)
    await (await element('save_button')).click()
    await expectTask(fixtures, corrected)
    await page.reload()
    await expectDone(fixtures, corrected)
    await expectPriority(fixtures, corrected, priority)
    await expectNoTask(fixtures, old)
  },

  'refuse-blank-edit': async (fixtures) => {
    const { open, element } = fixtures
    const task = taskOf(fixtures, 'not blank')
    await open('list_url')
    await add(fixtures, task)
    await control(row(fixtures, task), EDIT).click()
    const field = await element('edit_field')
    await fixtures.refusal('edit_error', /\btitle\b/i, async () => {
      await field.fill('   ')
      await (await element('save_button')).click()
    })
    await open('list_url')
    await expectTask(fixtures, task)
  },

  'refuse-task': async (fixtures) => {
    const { page, expect, open, rows, given } = fixtures
    const blank: Task = { title: '   ', date: given.date('blank', LATER_DATES), priority: 'normal' }
    const undated: Task = { ...taskOf(fixtures, 'undated'), date: '' }
    const good = taskOf(fixtures, 'good')
    await open('list_url')
    await fixtures.refusal('add_error', /\btitle\b/i, () => submit(fixtures, blank))
    const message = await fixtures.refusal('add_error', /\bdate\b/i, () => submit(fixtures, undated))
    await add(fixtures, good)
    const shown = async () => (await message.filter({ visible: true }).allInnerTexts()).join(' ')
    await expect.poll(shown, 'the message after a good task').not.toMatch(/\b(?:title|date)\b/i)
    await page.reload()
    await expectTask(fixtures, good)
    await expect(rows([blank.date], DELETE), `no row with ${blank.date}`).toHaveCount(0)
    await expect(rows([undated.title], DELETE), `no row with "${undated.title}"`).toHaveCount(0)
  },

  'hostile-title': async (fixtures) => {
    const { page, expect, open, element, dialogs, given } = fixtures
    const run = `<img src="/none" onerror="alert('run')"><script>alert('run')</script>`
    const title = `${given.personWithApostrophe('hostile')} ${given.textWithMarkup('hostile')} ${run}`
    const task: Task = { ...taskOf(fixtures, 'hostile'), title }
    const changed: Task = { ...task, title: `${title} &lt; ${given.word('changed')}` }
    await open('list_url')
    await add(fixtures, task)
    await page.reload()
    await expectTask(fixtures, task)
    await control(row(fixtures, task), EDIT).click()
    const field = await element('edit_field')
    await expect(field).toHaveValue(title)
    await field.fill(changed.title)
    await (await element('save_button')).click()
    await expectTask(fixtures, changed)
    expect(dialogs, 'dialogues that the title opened').toHaveLength(0)
  },

  'keep-tasks': async (fixtures) => {
    const { open, forget, given, calendar } = fixtures
    const leapDay = given.date('leap day', { ...DATES, month: 2, day: 29 })
    const untouched: Task = { title: given.title('untouched'), date: leapDay }
    const high: Task = { ...taskOf(fixtures, 'kept high', 'high'), date: calendar.addDays(leapDay, 1) }
    const low = taskOf(fixtures, 'kept low', 'low')
    await open('list_url')
    for (const task of [untouched, high, low]) await add(fixtures, task)
    await forget()
    await open('list_url')
    await expectPriority(fixtures, untouched, 'normal')
    await expectPriority(fixtures, high, 'high')
    await expectPriority(fixtures, low, 'low')
  },
} satisfies WebsiteTestcodes
