import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const opens = async ({ open, page, expect }: WebsiteFixtures) => {
  await open('home_url')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Real')
}

const OWN = /^(|about:(blank|srcdoc)|chrome-error:.*|data:.*|(blob:)?http:\/\/localhost:\d+\/.*)$/

const testcodes: WebsiteTestcodes = {
  data: opens,
  file: opens,
  refresh: opens,
  form: opens,
  external: opens,
  /** Frames must not show content of the machine or of other hosts, but an error of the browser. */
  frames: async ({ open, page, expect }) => {
    await open('home_url')
    await expect(page.getByText('ready', { exact: true })).toBeVisible()
    const addresses = page.frames().map((frame) => frame.url())
    expect(addresses.filter((address) => !OWN.test(address))).toEqual([])
  },
  blob: opens,
  endless: opens,
}
export default testcodes
