import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

/** Opens the page with a size in megabytes, and uses it. */
const at =
  (size: string) =>
  async ({ open, page, expect }: WebsiteFixtures) => {
    await open('home_url')
    await page.getByRole('link', { name: size, exact: true }).click()
    const shown = await page.locator('#out').innerText()
    expect(shown).toBe('')
  }

const testcodes: WebsiteTestcodes = { ten: at('10'), hundred: at('100'), 'six-hundred': at('600'), quiet: at('0') }
export default testcodes
