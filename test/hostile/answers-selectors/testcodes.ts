import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const presses = async ({ open, page, element, expect }: WebsiteFixtures) => {
  await open('home_url')
  await (await element('button')).click()
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
}

const ANSWERS = [
  ...['chain', 'text-engine', 'role-engine', 'internal', 'frame', 'nth-engine', 'react', 'script', 'xpath-code'],
  ...['has-text', 'upper-case', 'text-is', 'text-matches', 'nth-match', 'visible', 'right-of'],
  ...['near', 'above', 'light', 'escaped', 'comment', 'nested', 'nested-twice'],
  ...['negated', 'inside-has', 'engine', 'too-long', 'xpath-parent', 'in-shadow', 'standard'],
  ...['many', 'twice', 'hidden-in-shadow', 'quotes', 'selector-as-id', 'digits'],
]
const testcodes: WebsiteTestcodes = Object.fromEntries(ANSWERS.map((id) => [id, presses]))
export default testcodes
