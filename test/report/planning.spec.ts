/** The planning graph of an agent in the page of its trial. */
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../helpers.ts'
import { largeWork } from './planning-work.ts'
import { PLANNED_TRIAL, RUN_ID, writeWorkRun } from './rich-run.ts'
import { expect, shown, test, writeReport } from './reports.ts'

const PLANNED = `#/trial/${RUN_ID}/${PLANNED_TRIAL}`

test.describe('a planning graph', () => {
  test('has every part with its state, and files to the right of those that they import', async ({ page, open }) => {
    await open(PLANNED)
    const graph = page.getByRole('listbox', { name: /^Planning graph: 11 parts/ })
    await expect(graph.getByRole('option')).toHaveCount(11)
    await expect(graph.getByRole('option', { name: 'function total, shop/total.py: failed' })).toBeVisible()
    await expect(page.getByText('3 capabilities, 2 files, 1 class, 5 functions.')).toBeVisible()
    await expect(page.getByText(/^✗ failed 1$/)).toBeVisible()
    await expect(page.getByText('data flow in a circle: shop/list.py to shop/total.py')).toBeVisible()
    const box = (name: string) => graph.getByRole('option', { name }).locator('rect').boundingBox()
    const [list, total] = [await box('file shop/list.py: passing'), await box('file shop/total.py: failed')]
    expect(total?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0))
  })

  test('is found in, and shows the votes on a failure, by keyboard alone', async ({ page, open }) => {
    await open(PLANNED)
    await page.keyboard.press('/')
    await page.keyboard.type('class items')
    await expect(page.getByRole('status').filter({ hasText: '1 part' })).toBeVisible()
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: 'The selected part' })
    await expect(details).toContainText('class Items')
    await expect(details).toContainText('repaired after 1 repair')
    await expect(details).toContainText('first version: 1 of 2 tests passed; the test is to blame (majority)')
    await details.getByText('3 votes').press('Enter')
    await expect(details.getByText('nobody asks for two items')).toBeVisible()

    const graph = page.getByRole('listbox')
    await graph.focus()
    await page.keyboard.press('ArrowRight')
    await expect(details.getByRole('heading')).toHaveText('function total')
    const selected = await graph.getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${selected ?? ''}"]`)).toHaveAttribute('aria-selected', 'true')
    await expect(graph.locator('[aria-selected="true"]')).toHaveCount(1)
    // Markup of a description is text.
    await expect(details.getByText('Adds up. <img src=x onerror=alert(1)>')).toBeVisible()
    const zoom = async () => Number.parseInt((await page.locator('.planning-zoom output').textContent()) ?? '', 10)
    const before = await zoom()
    await page.keyboard.press('-')
    await expect.poll(zoom).toBe(Math.round(before / 1.25))
    await page.keyboard.press('End')
    await expect(details.getByRole('heading')).toHaveText('function discount')
  })

  test('leads along its edges', async ({ page, open }) => {
    await open(PLANNED)
    await page.getByRole('option', { name: 'function total, shop/total.py: failed' }).click()
    const details = page.getByRole('region', { name: 'The selected part' })
    await expect(details.getByText('failed after 8 repairs')).toBeVisible()
    await details.getByRole('button', { name: 'Items' }).click()
    await expect(details.getByRole('heading')).toHaveText('class Items')
    await expect(details.getByText('is invoked by')).toBeVisible()
    await page.getByRole('option', { name: 'file shop/total.py: failed' }).click()
    await expect(details.getByText('the items: Items')).toBeVisible()
  })
})

test(
  '2,000 parts: each is selected, searched and zoomed in less than two seconds of processor time',
  { tag: '@prove' },
  async ({ page }) => {
    test.setTimeout(120_000)
    await using folder = await temporaryFolder()
    const written = await writeWorkRun(folder.path, largeWork(2000))
    await page.goto(pathToFileURL(await writeReport(written.folder, [written])).href + written.trial)
    await shown(page)
    await expect(page.getByRole('option')).toHaveCount(2000)
    // Processor time of the page: what else the machine does only adds to elapsed time.
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const processor = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    }
    const timed = async (act: () => Promise<void>) => {
      const began = await processor()
      await act()
      await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      return Math.round((await processor()) - began)
    }
    const graph = page.getByRole('listbox')
    await graph.focus()
    // The best of three counts: the first one also compiles the program of the page.
    const best = async (act: (time: number) => Promise<void>) =>
      Math.min(await timed(() => act(1)), await timed(() => act(2)), await timed(() => act(3)))
    const search = page.getByLabel('Find a part of the plan')
    const times = {
      select: await best(() => page.keyboard.press('ArrowRight')),
      zoom: await best(() => page.keyboard.press('+')),
      find: await best((time) => search.fill(`function_${String(time)} failed`)),
    }
    process.stdout.write(`      ${JSON.stringify(times)}\n`)
    for (const [what, milliseconds] of Object.entries(times)) expect(milliseconds, what).toBeLessThan(2000)
    await expect(page.getByRole('status').filter({ hasText: '50 parts' })).toBeVisible()
  },
)
