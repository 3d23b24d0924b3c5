import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { temporaryFolder } from '../helpers.ts'
import { EVERY_LOOK, expectFit } from './looks.ts'
import { TRIAL, VIEWS, expect, shown, test } from './reports.ts'
import { unfold } from './violations.ts'

/** Each has a layout of its own; the others are made of their parts. */
const LAYOUTS: readonly string[] = ['overview', 'mission', 'trial', 'failure', 'compare', 'files', 'provenance']
for (const name of LAYOUTS) if (!(name in VIEWS)) throw new Error(`there is no view ${name}`)

for (const way of ['file', 'served', 'single file'] as const) {
  test.describe(`opened from ${way}`, () => {
    test.use({ way })

    // Otherwise those with a layout of their own when they are served, and two in the other ways.
    const some = way === 'served' ? LAYOUTS : ['overview', 'failure']
    const views = Object.entries(VIEWS).filter(([name]) => EVERY_LOOK || some.includes(name))
    test('every view opens by its own address, and requests only its own files', async ({ page, open }) => {
      const problems: string[] = []
      const asked: string[] = []
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('request', (request) => asked.push(request.url()))
      for (const [name, view] of views) {
        // From another page: a change of the address after "#" alone would not load it.
        await page.goto('about:blank')
        await open(view)
        await expect(page.getByText('This could not be shown'), name).toHaveCount(0)
      }
      expect(problems).toEqual([])
      const own = {
        file: /^(file|data):/,
        served: /^(http:\/\/127\.0\.0\.1:\d+\/|data:)/,
        'single file': /^(file:.*single\.html|data:)/,
      }
      expect(asked).not.toEqual([])
      expect(asked.filter((url) => !own[way].test(url))).toEqual([])
    })
  })
}

/** Those that are not lists or tables in one column. */
const SEARCHED: readonly string[] = ['overview', 'trial', 'failure', 'compare']
for (const [name, view] of Object.entries(VIEWS).filter(([each]) => EVERY_LOOK || SEARCHED.includes(each))) {
  test(`${name}: no sideways scrolling, no serious violation`, async ({ page, open }) => {
    await open(view)
    await unfold(page)
    await expectFit(page, { narrow: 390, wide: 1440 })
  })
}

test.describe('colours', () => {
  const paper = (page: { evaluate<T>(action: () => T): Promise<T> }) =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor)

  test('follow the system, or the reader’s choice, which is kept', async ({ page, open }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open('#/')
    const dark = await paper(page)
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await paper(page)
    expect(dark).not.toBe(light)
    const button = page.getByRole('button', { name: /^Colours/ })
    await button.click()
    await button.click()
    await expect(button).toHaveText('Colours: dark')
    expect(await paper(page)).toBe(dark)
    await page.reload()
    await shown(page)
    expect(await paper(page)).toBe(dark)
  })
})

test.describe('the keyboard alone', () => {
  test('skips to the content, and moves through the bar to a testcode', async ({ page, open }) => {
    await open('#/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    const failed = page.getByRole('link', { name: /^failed 2/ })
    for (
      let presses = 0;
      presses < 30 && !(await failed.evaluate((link) => link === document.activeElement));
      presses += 1
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/status=failed/)
    await expect(failed).toBeFocused()
  })

  test('finds, and moves from cell to cell of a table', async ({ page, open }) => {
    await open('#/')
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('j/?')
    await expect(page.getByRole('searchbox')).toHaveValue('j/?')
    await page.getByRole('searchbox').clear()
    await page.getByRole('link', { name: /^Mission shop, good/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('link', { name: /^Mission shop, bad/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: /^Mission notes, bad/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('link', { name: /^Mission notes, good/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mission notes')
  })

  test('moves through the squares of a mission', async ({ page, open }) => {
    await open('#/mission/shop')
    await page.locator('[data-cell][tabindex="0"]').focus()
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'runnable, sample 1: passed')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'shows, sample 1: passed')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'shows, sample 1: failed')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/shop\.bad\.L1\.direct\.1\/testcode\/shows$/)
  })

  test('applies each key to the page that the previous key leads to, even before it is shown', async ({
    page,
    open,
  }) => {
    await open(`${TRIAL}/testcode/shows`)
    await page.evaluate(() => {
      for (const key of ['j', 'j', 'k', 'j', 'u']) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
    })
    await expect(page).toHaveURL(/direct\.1$/)
    await page.goBack()
    await expect(page).toHaveURL(/testcode\/counts$/)
  })

  test('moves from failure to failure and up, and opens the help', async ({ page, open }) => {
    await open(`${TRIAL}/testcode/shows`)
    await page.keyboard.press('j')
    await expect(page).toHaveURL(/testcode\/adds$/)
    await page.keyboard.press('j')
    await expect(page).toHaveURL(/testcode\/counts$/)
    await page.keyboard.press('k')
    await expect(page).toHaveURL(/testcode\/adds$/)
    await page.keyboard.press('u')
    await expect(page).toHaveURL(/direct\.1$/)
    await page.keyboard.press('u')
    await expect(page).toHaveURL(/#\/$/)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('shows all steps of a failure, the last one too', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(`${TRIAL}/testcode/shows`)
  await expect(page.locator('.steps')).toHaveCSS('max-height', 'none')
  await expect(page.locator('.steps')).toHaveCSS('overflow-y', 'visible')
})

test('prints dark text on white, without controls, and nothing cut off', async ({ page, open }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await open(`${TRIAL}/testcode/shows`)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(28, 30, 34)')
  expect(await page.locator('.steps').evaluate((steps) => steps.scrollHeight - steps.clientHeight)).toBe(0)
  expect((await page.pdf()).length).toBeGreaterThan(10_000)
})

test('a page that was moved without its data names the missing file', async ({ page, reports }) => {
  await using folder = await temporaryFolder()
  await copyFile(fileURLToPath(reports.file), folder.file('index.html'))
  await page.goto(pathToFileURL(folder.file('index.html')).href)
  await expect(page.getByRole('alert')).toContainText('report/overview.js is not beside this page')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('good leads with 93.8%')
})

test('a reader without scripts sees the result', async ({ browser, reports }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(reports.file)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('good leads with 93.8%')
  await expect(page.getByRole('row', { name: /bad/ })).toContainText('6 of 20')
  await expect(page.getByText('is shown by its script')).toBeVisible()
  await context.close()
})

test('a single file needs nothing beside it', async ({ page, reports }) => {
  await using folder = await temporaryFolder()
  const alone = path.join(folder.path, 'alone.html')
  await copyFile(fileURLToPath(reports['single file']), alone)
  await page.goto(`${pathToFileURL(alone).href}${TRIAL}/testcode/shows`)
  await expect(page.getByRole('img', { name: 'The page when shows ended' })).toBeVisible()
  await rm(alone)
})
