import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const sees = async ({ open, element, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(await element('chart')).toBeVisible()
}

const findsInside = async ({ open, element, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect((await element('chart')).getByText('Not on this page')).toBeVisible()
}

const testcodes: WebsiteTestcodes = {
  ...Object.fromEntries(['pattern', 'pattern-of-xpath', 'wrong-flags', 'search'].map((id) => [id, sees])),
  ...Object.fromEntries(['open-list', 'open-quote', 'open-string'].map((id) => [id, findsInside])),
}
export default testcodes
