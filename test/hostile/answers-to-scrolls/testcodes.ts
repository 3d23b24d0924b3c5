import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const heading = async ({ open, page, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(page.getByRole('heading')).toHaveText('Scrolls')
}

const word =
  (wanted: string) =>
  async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await page.locator('#go').click()
    await expect(page.locator('#out')).toHaveText(wanted)
  }

const testcodes: WebsiteTestcodes = {
  heading,
  'second-word': word('Normal'),
  'third-word': word('Overweight'),
  'fourth-word': word('Obese'),
}
export default testcodes
