import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const heading = async ({ open, page, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(page.getByRole('heading')).toHaveText('Numbers')
}

const number =
  (button: string, wanted: string, { out = '#out', isLate = false } = {}) =>
  async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await page.locator(button).click()
    if (isLate) await expect(page.getByRole('heading')).toHaveText('Numbers')
    await expect(page.locator(out)).toShowNumber(wanted)
  }

const testcodes: WebsiteTestcodes = {
  heading,
  'slow-third': number('#slow', '44.8'),
  'slow-fourth': number('#slow', '23.4'),
  'fast-third': number('#fast', '44.8'),
  'fast-fourth': number('#fast', '23.4'),
  'store-third': number('#store', '44.8'),
  'store-fourth': number('#store', '23.4'),
  'questions-third': number('#questions', '44.8'),
  'questions-fourth': number('#questions', '23.4'),
  'other-place-first': number('#fast', '23.4', { isLate: true }),
  'by-style': number('#style', '23.4', { out: '#words' }),
  'by-elements': number('#elements', '23.4'),
}
export default testcodes
