import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const shows =
  (id: string) =>
  async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await expect(page.locator(`#${id}`)).toShowNumber('42')
  }

const testcodes: WebsiteTestcodes = {
  far: shows('far'),
  huge: shows('huge'),
  long: shows('long'),
  plain: shows('plain'),
}
export default testcodes
