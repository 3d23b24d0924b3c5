import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

/** Opens the page with a size in megabytes, and uses it. */
const at =
  (size: string) =>
  async ({ open, page, expect, download }: WebsiteFixtures) => {
    await open('home_url')
    await page.getByRole('link', { name: size, exact: true }).click()
    const { content } = await download(() => page.getByRole('button').click())
    expect(content.length).toBe(Number(size) * 1e6)
  }

const testcodes: WebsiteTestcodes = { ten: at('10'), hundred: at('100'), 'six-hundred': at('600'), quiet: at('0') }
export default testcodes
