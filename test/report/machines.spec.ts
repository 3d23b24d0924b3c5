import { expect, test } from './reports.ts'

test('the page of machines shows each worker, and where the time of its trials went', async ({ page, open }) => {
  await open('#/')
  await page.getByRole('navigation').getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machines')
  const rows = page.locator('.machines tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1).locator('th, td')).toHaveText([
    ...['one-4711-abcdef', 'one', /^\d+$/, /s$/, /s$/, /s$/, /s$/, /^[\d.]+$/],
  ])
  await expect(page.locator('.ledger-legend')).toContainText(/Waiting .*Agent or model .*Judging/)
  await expect(page.locator('.warnings')).toContainText('run alone after 3 workers had died with it')
})
