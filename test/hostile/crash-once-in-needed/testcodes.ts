import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const opens = async ({ open, page, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Real')
}

const testcodes: WebsiteTestcodes = { needed: opens, second: opens, third: opens, apart: opens }
export default testcodes
