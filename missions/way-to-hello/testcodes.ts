import type { WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

interface Page {
  readonly heading: string
  readonly link: string
}

const START: Page = { heading: 'Start', link: 'Go to hello' }
const HELLO: Page = { heading: 'Hello, World!', link: 'Back to start' }

/** Expects one page to be visible, and nothing of the other. */
async function sees({ page, expect }: Fixtures, shown: Page): Promise<void> {
  const other = shown === START ? HELLO : START
  await expect(page.getByRole('heading', { name: shown.heading, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: shown.link, exact: true })).toBeVisible()
  await expect(page).toHaveTitle(shown.heading)
  await expect(page.getByRole('heading', { name: other.heading, exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: other.link, exact: true })).toHaveCount(0)
}

/** Follows the link on the current page. */
async function follow({ page }: Fixtures, { link }: Page): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).click()
}

export default {
  'start-page': async (fixtures) => {
    await fixtures.open('start_url')
    await sees(fixtures, START)
    await fixtures.page.reload()
    await sees(fixtures, START)
  },

  'go-to-hello': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('start_url')
    await sees(fixtures, START)
    const start = page.url()
    await follow(fixtures, START)
    await sees(fixtures, HELLO)
    await expect(page).not.toHaveURL(start)
  },

  'browser-buttons': async (fixtures) => {
    const { page, open } = fixtures
    await open('start_url')
    await follow(fixtures, START)
    await sees(fixtures, HELLO)
    await page.goBack()
    await sees(fixtures, START)
    await page.goForward()
    await sees(fixtures, HELLO)
  },

  'hello-page': async (fixtures) => {
    await fixtures.open('hello_url')
    await sees(fixtures, HELLO)
    await fixtures.page.reload()
    await sees(fixtures, HELLO)
  },

  'back-to-start': async (fixtures) => {
    await fixtures.open('hello_url')
    await follow(fixtures, HELLO)
    await sees(fixtures, START)
    await follow(fixtures, START)
    await sees(fixtures, HELLO)
    await follow(fixtures, HELLO)
    await sees(fixtures, START)
  },
} satisfies WebsiteTestcodes
