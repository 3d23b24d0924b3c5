import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const heading = async ({ open, page, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(page.getByRole('heading')).toHaveText('Words')
}

const word =
  (style: string, wanted: string) =>
  async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await page.locator(`#go-${style}`).click()
    await expect(page.locator('#out').getByText(wanted, { exact: true })).toBeVisible()
  }

/** A page may show one wrong word before the right one. */
const WORDS = { third: 'Overweight', fourth: 'Obese', fifth: 'Low', sixth: 'Medium', seventh: 'High', eighth: 'None' }

const words = (style: string): WebsiteTestcodes =>
  Object.fromEntries(Object.entries(WORDS).map(([id, wanted]) => [`${style}-${id}`, word(style, wanted)]))

const testcodes: WebsiteTestcodes = { heading, ...words('display'), ...words('visibility'), ...words('opacity') }
export default testcodes
