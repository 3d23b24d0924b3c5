import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const opens = async ({ open, page, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Real')
}

const testcodes: WebsiteTestcodes = { before: opens, counted: opens, later: opens }
export default testcodes
