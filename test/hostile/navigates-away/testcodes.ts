import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const opens = async ({ open, page, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Real')
}

const testcodes: WebsiteTestcodes = {
  data: opens,
  file: opens,
  refresh: opens,
  form: opens,
  external: opens,
  endless: opens,
  /** What stands in frames must not be of the machine. */
  frames: async ({ open, page, expect }) => {
    await open('home_url')
    await expect(page.getByText('ready', { exact: true })).toBeVisible()
    for (const id of ['file', 'external', 'chrome']) {
      await expect(page.frameLocator(`#${id}`).getByText('root:')).toHaveCount(0)
      await expect(page.frameLocator(`#${id}`).getByText('Chromium')).toHaveCount(0)
    }
  },
  blob: opens,
}
export default testcodes
