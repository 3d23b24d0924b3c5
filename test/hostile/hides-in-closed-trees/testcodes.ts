import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const shows =
  (id: string) =>
  async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await expect(page.locator(`#${id}`)).toShowNumber('42')
  }

const testcodes: WebsiteTestcodes = {
  plain: shows('plain'),
  transparent: shows('transparent'),
  filtered: shows('filtered'),
  masked: shows('masked'),
}
export default testcodes
