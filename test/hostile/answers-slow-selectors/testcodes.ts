import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const presses = async ({ open, page, element, expect }: WebsiteFixtures) => {
  await open('home_url')
  await (await element('button')).click()
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
}

const SLOW = ['xpath-counts', 'xpath-axes', 'xpath-strings', 'css-has', 'css-siblings', 'css-nested']
const testcodes: WebsiteTestcodes = Object.fromEntries(
  SLOW.flatMap((id) => [id, `after-${id}`]).map((id) => [id, presses]),
)
export default testcodes
