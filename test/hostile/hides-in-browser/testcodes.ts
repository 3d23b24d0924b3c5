import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

const PLACES = [
  ...['cookie', 'partitioned-cookie', 'local-storage', 'session-storage', 'indexed-database', 'cache', 'private-files'],
  ...['file-handle', 'storage-bucket', 'service-worker', 'shared-worker', 'other-window', 'relay', 'window-name'],
  ...['history-entries', 'history-state', 'http-cache', 'http-tag', 'http-redirect', 'http-password', 'clipboard'],
]

/** Each place must keep the text for a second visit; otherwise the attack proves nothing. */
async function isKept({ open, page, expect, forget }: WebsiteFixtures, text: string): Promise<void> {
  const [state, kept] = [page.locator('#state'), page.locator('#kept')]
  await open('home_url')
  await expect(state).toHaveText('looked')
  await page.getByRole('textbox').fill(text)
  await page.getByRole('button').click()
  await expect(state).toHaveText('stored')
  await open('home_url')
  await expect(state).toHaveText('looked')
  expect(await kept.textContent(), 'kept for a second visit').toBe(text)
  await forget()
  await open('home_url')
  await expect(state).toHaveText('looked')
  expect(await kept.textContent(), 'kept for a browser that forgot').toBe(text)
}

const testcodes: WebsiteTestcodes = Object.fromEntries(
  PLACES.map((place) => [place, (user: WebsiteFixtures) => isKept(user, `text-${place}`)]),
)
export default testcodes
