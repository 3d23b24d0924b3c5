import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const shows =
  (id: string) =>
  async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await expect(page.locator(`#${id}`)).toHaveText('Real')
  }

const testcodes: WebsiteTestcodes = {
  plain: shows('plain'),
  semicolon: shows('semicolon'),
  bar: shows('bar'),
  quote: shows('quote'),
  invisible: shows('invisible'),
  wide: shows('wide'),
  answer: async ({ open, element }) => {
    await open('home_url')
    await (await element('button')).click()
  },
}
export default testcodes
