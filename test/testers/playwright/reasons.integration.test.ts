/** Messages of failed expectations of a page, with the real library in a real browser. */
import { expect as library, type Locator, type Page } from '@playwright/test'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../harness/lib/browser/launch.ts'
import { boundedExpect } from '../../../harness/testers/bounded-expect.ts'
import { reasonOf } from '../../../harness/testers/classify.ts'
import { steadyExpect } from '../../../harness/testers/playwright/expectations/expect.ts'
import { readText } from '../../../harness/testers/playwright/expectations/reading.ts'
import { rowsOf } from '../../../harness/testers/playwright/expectations/rows.ts'
import { prepareBrowser, prepareContext } from '../../../harness/testers/playwright/stillness/inside.ts'
import { Stillness } from '../../../harness/testers/playwright/stillness/stillness.ts'
import type { TestcodeExpect } from '../../../harness/contracts/types.ts'

const PAGE = `<!doctype html><title>Home</title><h1>Home</h1>
  <p id="out">41   kg</p><p id="hidden" hidden>secret</p><p id="faint" style="opacity:0">faint</p>
  <p id="partly">Result <span style="opacity:0">42</span></p><p id="two">22.9 42</p><p id="empty"></p>
  <p id="long">${'lorem ipsum '.repeat(40)}42</p>
  <p id="cut" style="width:40px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font:20px monospace">42000000</p>
  <input id="name" value="Ada"><input id="blank"><input type="checkbox" id="box"><input type="checkbox" id="on" checked>
  <ul><li>Milk 2.50 <button>Delete</button></li><li>Bread 3.20 <button>Delete</button></li></ul><b>twin</b><b>twin</b>`

/** It never comes to rest. */
const RESTLESS_PAGE = `${PAGE}<p id="ticks"></p>
  <script>setInterval(() => { document.querySelector('#ticks').textContent += '.' }, 20)</script>`
/** Milliseconds: never used up, because the page comes to rest before. */
const LONG = 120_000
/** Milliseconds: always used up. */
const SHORT = 300

let browser: Browser
let page: Page
let stillness: Stillness
let check: TestcodeExpect
beforeAll(async () => {
  browser = await launchBrowser()
  await prepareBrowser(browser)
  ;({ page, stillness, check } = await openPage(PAGE, LONG))
})
afterAll(() => browser.close())

async function openPage(content: string, patience: number) {
  const context = await browser.newContext()
  await prepareContext(context)
  const page = await context.newPage()
  const stillness = new Stillness(page)
  await page.setContent(content)
  return {
    page,
    stillness,
    check: steadyExpect({ base: boundedExpect(library), patience, stillness: () => stillness }),
  }
}

/** The message of the thrown error, with every time as T. */
async function reason(attempt: () => Promise<unknown>): Promise<string> {
  const error = await attempt().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Error)
  return reasonOf(error).replace(/\b\d+\.\d s\b/g, 'T')
}

type Case = readonly [reason: string, attempt: (at: (selector: string) => Locator) => Promise<unknown>]

const CASES: readonly Case[] = [
  [
    'No element with the text "Hello, Ada" became visible before the page came to rest',
    () => check(page.getByText('Hello, Ada')).toBeVisible(),
  ],
  [
    'the greeting: No element with the text "Hello, Ada" became visible before the page came to rest',
    () => check(page.getByText('Hello, Ada').first(), 'the greeting').toBeVisible(),
  ],
  [
    'The element "#hidden" did not become visible before the page came to rest: it is on the page, but hidden',
    (at) => check(at('#hidden')).not.toBeHidden(),
  ],
  [
    'faint: A person could not see the element "#faint" before the page came to rest: it is transparent',
    (at) => check(at('#faint'), 'faint').toBeVisible(),
  ],
  ['The element "#out" was still visible after the page had come to rest', (at) => check(at('#out')).toBeHidden()],
  [
    'The heading named "Home" was still visible after the page had come to rest',
    () => check(page.getByRole('heading', { name: 'Home' })).not.toBeVisible(),
  ],
  [
    'Found 2 elements with the text "twin" after the page had come to rest instead of one: <b>twin</b>; <b>twin</b>',
    () => check(page.getByText('twin')).toBeVisible(),
  ],
  [
    'The element "#out" did not show "42" before the page came to rest; it showed "41 kg"',
    (at) => check(at('#out')).toHaveText('42'),
  ],
  [
    'The element "#empty" did not show "42" before the page came to rest; it showed no text',
    (at) => check(at('#empty')).toHaveText('42'),
  ],
  [
    'The element "#out" did not show a text that matches /4[2-9]/ before the page came to rest; it showed "41 kg"',
    (at) => check(at('#out')).toHaveText(/4[2-9]/),
  ],
  [
    'No element "#none" appeared before the page came to rest; expected one to show "42"',
    (at) => check(at('#none')).toHaveText('42'),
  ],
  [
    'No element "#none" appeared before the page came to rest; expected one not to show a text with "42"',
    (at) => check(at('#none')).not.toContainText('42'),
  ],
  [
    'The element "#out" still showed "41 kg" after the page had come to rest',
    (at) => check(at('#out')).not.toHaveText('41 kg'),
  ],
  [
    'The element "#out" still showed a text that matches /kg/ after the page had come to rest: "41 kg"',
    (at) => check(at('#out')).not.toHaveText(/kg/),
  ],
  [
    'The elements "li" did not show the texts ["Milk 2.50 Delete", "Eggs"] before the page came to rest; they showed ["Milk 2.50 Delete", "Bread 3.20 Delete"]',
    (at) => check(at('li')).toHaveText(['Milk 2.50 Delete', 'Eggs']),
  ],
  [
    'The element "#out" did not show a text with "42" before the page came to rest; it showed "41 kg"',
    (at) => check(at('#out')).toContainText('42'),
  ],
  [
    'The element "#out" still showed a text with "kg" after the page had come to rest: "41 kg"',
    (at) => check(at('#out')).not.toContainText('kg'),
  ],
  [
    'A person could not see "42" in the element "#partly" before the page came to rest: the visible text was "Result"',
    (at) => check(at('#partly')).toContainText('42'),
  ],
  [
    'The element "#long" has 482 characters; a text found in an element counts only if it has at most 302',
    (at) => check(at('#long')).toContainText('42'),
  ],
  ['Found 2 elements "li" after the page had come to rest, not 3', (at) => check(at('li')).toHaveCount(3)],
  [
    'Found 1 element "#out" after the page had come to rest, although none is expected',
    (at) => check(at('#out')).toHaveCount(0),
  ],
  [
    `No row with "Ada's note" and "100%" and a control named /Delete/i appeared before the page came to rest; 1 expected`,
    (at) => check(rowsOf(at('body'), ["Ada's note", '100%'], /Delete/i)).toHaveCount(1),
  ],
  ['There were still 2 elements "li" after the page had come to rest', (at) => check(at('li')).not.toHaveCount(2)],
  [
    'The element "#name" did not hold "Eve" before the page came to rest; it held "Ada"',
    (at) => check(at('#name')).toHaveValue('Eve'),
  ],
  [
    'The element "#blank" did not hold "Eve" before the page came to rest; it was empty',
    (at) => check(at('#blank')).toHaveValue('Eve'),
  ],
  [
    'The element "#name" still held "Ada" after the page had come to rest',
    (at) => check(at('#name')).not.toHaveValue('Ada'),
  ],
  ['The element "#out" could not be checked: Not an input element', (at) => check(at('#out')).toHaveValue('Ada')],
  [
    'The address of the page did not match /\\/done$/ before the page came to rest; it was "about:blank"',
    () => check(page).toHaveURL(/\/done$/),
  ],
  [
    'The address of the page was still "about:blank" after the page had come to rest',
    () => check(page).not.toHaveURL('about:blank'),
  ],
  [
    'The title of the page did not become "Shop" before the page came to rest; it was "Home"',
    () => check(page).toHaveTitle('Shop'),
  ],
  ['The element "#box" did not become checked before the page came to rest', (at) => check(at('#box')).toBeChecked()],
  ['The element "#on" was still checked after the page had come to rest', (at) => check(at('#on')).not.toBeChecked()],
  [
    'The element "#on" did not become unchecked before the page came to rest',
    (at) => check(at('#on')).toBeChecked({ checked: false }),
  ],
  [
    'No element "#none" appeared before the page came to rest; expected one to be checked',
    (at) => check(at('#none')).toBeChecked(),
  ],
  [
    'The element "#name" was still visible in the window after the page had come to rest',
    (at) => check(at('#name')).not.toBeInViewport(),
  ],
  [
    'The attribute "value" of the element "#name" did not become "Eve" before the page came to rest; it was "Ada"',
    (at) => check(at('#name')).toHaveAttribute('value', 'Eve'),
  ],
  [
    'The element "#name" did not get the attribute "title" before the page came to rest',
    (at) => check(at('#name')).toHaveAttribute('title'),
  ],
  [
    'The element "#two" did not show 42 as its only number before the page came to rest; it showed "22.9 42"',
    (at) => check(at('#two')).toShowNumber('42'),
  ],
  [
    'The element "#two" still showed the number 42 after the page had come to rest: "22.9 42"',
    (at) => check(at('#two')).not.toShowNumber('42'),
  ],
  ['No element "#none" appeared before the page came to rest', (at) => check(at('#none')).toShowNumber('42')],
  [
    'The element "#cut" was still cut off after the page had come to rest, so its number cannot be read in full; expected 42',
    (at) => check(at('#cut')).toShowNumber('42'),
  ],
  ['The value is 2, not 3 (waited until the page was at rest)', (at) => check.poll(() => at('li').count()).toBe(3)],
  [
    'the list: The value is 2, not 3 (waited until the page was at rest)',
    (at) => check.poll(() => at('li').count(), { message: 'the list' }).toBe(3),
  ],
  [
    'A person could not see the element "#faint" before the page came to rest: it is transparent',
    (at) => readText(at('#faint'), stillness, { patience: LONG }),
  ],
  [
    'Found 2 elements "li" after the page had come to rest instead of one',
    (at) => readText(at('li'), stillness, { patience: LONG }),
  ],
  [
    'The element "#long" has 482 characters; at most 100 are read',
    (at) => readText(at('#long'), stillness, { patience: LONG }, 100),
  ],
]

describe('the reason of a failed expectation', () => {
  it.each(CASES)('%s', async (expected, attempt) => {
    expect(await reason(() => attempt((selector) => page.locator(selector)))).toBe(expected)
  })

  it('names the time if the page never came to rest', async () => {
    const { page, check } = await openPage(RESTLESS_PAGE, SHORT)
    const attempts = [
      check(page.getByText('Hello, Ada')).toBeVisible(),
      check(page.getByText('Hello, Ada').first(), 'the greeting').toBeVisible(),
      check(page.locator('#hidden')).not.toBeHidden(),
      check(page.locator('#out')).not.toHaveText('41 kg'),
      check.poll(() => page.locator('li').count()).toBe(3),
    ]
    expect(await Promise.all(attempts.map((attempt) => reason(() => attempt)))).toEqual([
      'No element with the text "Hello, Ada" became visible within T',
      'the greeting: No element with the text "Hello, Ada" became visible within T',
      'The element "#hidden" did not become visible within T: it is on the page, but hidden',
      'The element "#out" still showed "41 kg" after T',
      'The value is 2, not 3 (waited T)',
    ])
  })

  it('is one bounded line without control characters, whatever the page shows', async () => {
    await page.evaluate(() => {
      const out = document.querySelector('#out')
      if (out) out.textContent = '\u001b[31mred\u0000\u0007 '.repeat(2000)
    })
    const text = await reason(() => check(page.locator('#out')).toHaveText('42'))
    expect(text).toMatch(
      /^The element "#out" did not show "42" before the page came to rest; it showed "[^]*…" \(\d+ characters\)$/,
    )
    expect(text.length).toBeLessThan(1000)
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
  })
})
