import { expect, test } from './reports.ts'

test.describe('the overview', () => {
  test('wraps a long name of an agent without shrinking its bar', async ({ page, open }) => {
    await open('#/')
    const link = page.locator('.scoreboard tbody th a').first()
    await link.evaluate(
      (element) => (element.textContent = 'openai/gpt-4o-mini-2024-07-18 · L1 · cascade · 01-01 00-00'),
    )
    const [name, bar] = [await link.boundingBox(), await page.locator('.scoreboard td.grow').first().boundingBox()]
    expect((name?.x ?? Infinity) + (name?.width ?? 0)).toBeLessThanOrEqual(bar?.x ?? 0)
  })

  test('states the result in one sentence, and the score of each agent', async ({ page, open }) => {
    await open('#/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'good leads with 93.8% of the points; bad follows with at least 30.0%.',
    )
    const row = page.getByRole('table', { name: 'Agents by score' }).getByRole('row', { name: /good/ })
    await expect(row).toContainText('15/16')
    await expect(row).toContainText('4/4')
    await expect(row).toContainText('unknown')
    await expect(page.getByText('counted as not passed').first()).toBeVisible()
  })

  for (const width of [390, 1440]) {
    test(`shows each number of an agent once, at ${String(width)} px`, async ({ page, open }) => {
      await page.setViewportSize({ width, height: 844 })
      await open('#/')
      const table = page.getByRole('table', { name: 'Agents by score' })
      for (const text of [/15\/16/, /4\/4/])
        await expect(table.getByText(text).and(page.locator(':visible'))).toHaveCount(1)
      const line = table.getByText(/95% interval .* · 15\/16 points · 4\/4 runnable · .* · cost /)
      await expect(line).toBeVisible({ visible: width === 390 })
      const columns = table.getByRole('columnheader', { name: 'Runnable' })
      await expect(columns).toHaveCount(width === 390 ? 0 : 1)
    })
  }

  test('shows the parts of the denominator', async ({ page, open }) => {
    await open('#/')
    const legend = page.getByRole('region', { name: /Status of 36 points/ }).getByRole('listitem')
    await expect(legend).toHaveText([
      /passed 21/,
      /failed 2/,
      /timeout 1/,
      /error 1/,
      /blocked 1/,
      /bad parameter 1/,
      /not run 4/,
      /unjudged 1 2.8% counted as not passed/,
      /pending 4 11.1%/,
    ])
  })

  test('shows the step at which projects fail', async ({ page, open }) => {
    await open('#/')
    const funnel = page.getByRole('region', { name: /How far projects come/ })
    await expect(funnel.getByRole('columnheader')).toHaveText([
      'Agent',
      ...['generated', 'parsed', 'installed', 'launched', 'answered', 'passed'],
    ])
    await expect(funnel.getByRole('row', { name: /^good/ }).getByRole('cell')).toHaveText([
      '4',
      '4',
      '4',
      '4',
      '4',
      '3 −1',
    ])
    await expect(funnel.getByRole('row', { name: /^bad/ }).getByRole('cell')).toHaveText([
      '4',
      '4',
      '4',
      '3 −1',
      '3',
      '0–1',
    ])
  })

  test('links from a cell through page and function to a testcode, and back', async ({ page, open }) => {
    await open('#/')
    await page.getByRole('link', { name: 'Mission shop, bad: 37.5%, 3 of 8 points' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mission shop')
    const row = page.getByRole('row', { name: /Add to the list/ })
    await expect(row.getByRole('link')).toHaveCount(4)
    await row.getByRole('link', { name: 'adds, sample 1: bad parameter' }).click()
    await expect(page).toHaveURL(/shop\.bad\.L1\.direct\.1\/testcode\/adds$/)
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('good leads')
  })

  test('links from a dot to its trial', async ({ page, open }) => {
    await open('#/')
    await page.getByRole('link', { name: 'Sample 2 of Mission shop, good: 75.0%' }).click()
    await expect(page.getByText('3 of 4 points')).toBeVisible()
  })

  test('counts an unjudged point as not passed, in the cell of its mission and in its trial', async ({
    page,
    open,
  }) => {
    await open('#/')
    await expect(page.getByRole('link', { name: 'Mission notes, bad: at least 25.0%, 3 of 12 points' })).toHaveText(
      '≥ 25.0%',
    )
    await page.getByRole('link', { name: 'Sample 2 of Mission notes, bad: at least 75.0%' }).click()
    await expect(page.getByText('at least 75.0% 3 of 4 points')).toBeVisible()
  })
})

test.describe('filters', () => {
  test('by status: in the bar and in the legend, one and several, and none again', async ({ page, open }) => {
    await open('#/')
    const rows = page.locator('#list-title ~ .points > li')
    // Four of the eleven points are one row: they did not run for one reason.
    await expect(rows).toHaveCount(8)
    await expect(rows.first()).toContainText('4 points for the same reason')
    await page.getByRole('link', { name: /^failed 2/ }).click()
    await expect(page).toHaveURL(/#\/\?status=failed$/)
    await expect(rows).toHaveCount(2)
    await page.locator('.bar .fill-timeout').click()
    await expect(page).toHaveURL(/status=failed%2Ctimeout$/)
    await expect(rows).toHaveCount(3)
    await page.getByRole('link', { name: /^failed 2/ }).click()
    await expect(rows).toHaveCount(1)
    await page.getByRole('link', { name: 'Show everything' }).click()
    await expect(rows).toHaveCount(8)
  })

  test('show the matches in the heatmap', async ({ page, open }) => {
    await open('#/?status=not-run')
    await expect(page.getByRole('link', { name: 'Mission notes, bad: 4 matches' })).toHaveText('4')
    await expect(page.getByRole('link', { name: 'Mission shop, good: 0 matches' })).toHaveText('0')
  })

  test('by agent, mission and text together, and keep this in the address', async ({ page, open }) => {
    await open('#/')
    await page.getByLabel('Agent', { exact: true }).selectOption('bad')
    await page.getByLabel('Mission', { exact: true }).selectOption('Mission shop')
    await page.getByRole('searchbox').fill('statistics')
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await page.getByRole('searchbox').fill('COUNT')
    await expect(page.locator('#list-title ~ .points > li')).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('COUNT')
    await expect(page.locator('#list-title ~ .points > li')).toHaveCount(2)
    await expect(page.getByRole('heading', { name: /Status of 8 points/ })).toBeVisible()
  })

  test('by agent in the row of its score', async ({ page, open }) => {
    await open('#/')
    await page.getByRole('table', { name: 'Agents by score' }).getByRole('link', { name: 'bad' }).click()
    await expect(page.getByLabel('Agent', { exact: true })).toHaveValue('bad/L1/direct')
  })
})
