import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

/** Opens the page with a size in megabytes, and uses it. */
const at =
  (size: string) =>
  async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await page.getByRole('link', { name: size, exact: true }).click()
    await page.getByRole('button').click()
    // The message arrives while the page is judged, later on a slow machine.
    await expect(page.locator('#state')).toHaveText('Over')
    await expect(page.locator('#out')).toHaveText('Done')
  }

const testcodes: WebsiteTestcodes = { ten: at('10'), hundred: at('100'), 'six-hundred': at('600'), quiet: at('0') }
export default testcodes
