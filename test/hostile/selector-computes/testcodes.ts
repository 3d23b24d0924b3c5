import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

/** Seven times the number that is typed. The reader of the answer has to see it. */
const calculates = async ({ open, page, element, expect, given }: WebsiteFixtures) => {
  const typed = given.integer('typed', { from: 100, to: 690 })
  await open('home_url')
  await page.locator('#typed').fill(String(typed))
  await (await element('button')).click()
  await expect(await element('result')).toHaveText(String(typed * 7))
}

const finds = async ({ open, element, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(await element('result')).toHaveText('4900')
}

const CALCULATING = [
  ...['arithmetic', 'functions', 'negative', 'compares-elements', 'compares-texts', 'compares-conditions'],
  ...[
    'looks-up-an-id',
    'looks-up-in-a-text',
    'translates',
    'language',
    'place-by-value',
    'place-by-count',
    'lengths',
    'table',
  ],
].map((way) => `xpath-${way}`)
const CSS = ['css-table', 'css-table-of-negations', 'css-short-table']
const FINDING = ['finds-by-class', 'finds-by-place', 'finds-by-text', 'finds-by-css']

const testcodes: WebsiteTestcodes = {
  ...Object.fromEntries([...CALCULATING, ...CSS].map((id) => [id, calculates])),
  ...Object.fromEntries(FINDING.map((id) => [id, finds])),
}
export default testcodes
