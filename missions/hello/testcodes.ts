import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

const WORLD = 'Hello, World!'

/** The greetings on view, whatever they say. */
function greetings({ page }: Fixtures): Locator {
  return page.getByRole('heading', { name: /^hello,/i })
}

/** Types a name and presses the button. */
async function greet({ element }: Fixtures, name: string): Promise<void> {
  await (await element('name_field')).fill(name)
  await (await element('greet_button')).click()
}

/** This greeting is on view and no other. */
async function seesGreeting(fixtures: Fixtures, greeting: string): Promise<void> {
  const { page, expect } = fixtures
  await expect(page.getByRole('heading', { name: greeting, exact: true })).toBeVisible()
  await expect(greetings(fixtures)).toHaveCount(1)
}

/** From a fresh page, each name is greeted in its turn. */
async function greetsEach(fixtures: Fixtures, names: readonly string[]): Promise<void> {
  await fixtures.open('hello_url')
  await seesGreeting(fixtures, WORLD)
  for (const name of names) {
    await greet(fixtures, name)
    await seesGreeting(fixtures, `Hello, ${name.trim()}!`)
  }
}

export default {
  'greet-world': async (fixtures) => {
    const { page, expect, open } = fixtures
    await open('hello_url')
    await expect(page).toHaveTitle('Hello')
    await seesGreeting(fixtures, WORLD)
    await greet(fixtures, 'Linus')
    await expect(page.getByRole('heading', { name: WORLD, exact: true })).toHaveCount(0)
    await seesGreeting(fixtures, 'Hello, Linus!')
  },

  'blank-name': async (fixtures) => {
    await fixtures.open('hello_url')
    for (const blank of ['', '   ']) {
      await greet(fixtures, 'Edsger')
      await seesGreeting(fixtures, 'Hello, Edsger!')
      await greet(fixtures, blank)
      await seesGreeting(fixtures, WORLD)
    }
  },

  'greet-by-name': (fixtures) => greetsEach(fixtures, ['Ada', 'Grace']),

  'spaces-around': (fixtures) => greetsEach(fixtures, ['  Ada Lovelace   ', ' Grace']),

  'letters-and-signs': (fixtures) =>
    greetsEach(fixtures, ['bell hooks', 'Zoë Świętek', '山田 太郎', 'C++ 100% a=1&b=2?#']),

  'name-like-html': async (fixtures) => {
    const name = `Tom <b>bold</b> &lt; "pet" 'x' <img src="/none" onerror="alert('run')"><script>alert('run')</script>`
    await greetsEach(fixtures, [name, 'Ada'])
    fixtures.expect(fixtures.dialogs, 'dialogues that the name opened').toHaveLength(0)
  },
} satisfies WebsiteTestcodes
