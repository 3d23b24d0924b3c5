import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const testcodes: WebsiteTestcodes = {
  heading: async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await expect(page.getByRole('heading')).toHaveText('Old picture')
  },
  changed: async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await page.locator('#go').click()
    await expect(page.locator('#out')).toShowNumber('42')
  },
}
export default testcodes
