import type { Locator, WebsiteFixtures as Fixtures, WebsiteTestcodes } from 'pe'

const WORLD = 'Hello, World!'

/** All visible greetings. */
function greetings({ page }: Fixtures): Locator {
  return page.getByRole('heading', { name: /^hello,/i })
}

/** Types a name and presses the button. */
async function greet({ element }: Fixtures, name: string): Promise<void> {
  await (await element('name_field')).fill(name)
  await (await element('greet_button')).click()
}

/** Expects this greeting to be visible, and no other. */
async function seesGreeting(fixtures: Fixtures, greeting: string): Promise<void> {
  const { page, expect } = fixtures
  await expect(page.getByRole('heading', { name: greeting, exact: true })).toBeVisible()
  await expect(greetings(fixtures)).toHaveCount(1)
}

/** Opens the page and expects each name in turn to be greeted. */
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
    const { page, expect, open, given } = fixtures
    const name = given.firstName('guest')
    await open('hello_url')
    await expect(page).toHaveTitle('Hello')
    await seesGreeting(fixtures, WORLD)
    await greet(fixtures, name)
    await expect(page.getByRole('heading', { name: WORLD, exact: true })).toHaveCount(0)
    await seesGreeting(fixtures, `Hello, ${name}!`)
  },

  'blank-name': async (fixtures) => {
    const name = fixtures.given.firstName('guest before')
    await fixtures.open('hello_url')
    for (const blank of ['', '   ']) {
      await greet(fixtures, name)
      await seesGreeting(fixtures, `Hello, ${name}!`)
      await greet(fixtures, blank)
      await seesGreeting(fixtures, WORLD)
    }
  },

  'greet-by-name': (fixtures) => {
    const { given } = fixtures
    return greetsEach(fixtures, [given.firstName('one'), given.firstName('another')])
  },

  'spaces-around': (fixtures) => {
    const { given } = fixtures
    return greetsEach(fixtures, [`  ${given.person('among spaces')}   `, ` ${given.firstName('behind a space')}`])
  },

  'letters-and-signs': (fixtures) => {
    const { given } = fixtures
    const other = given.pick('other alphabet', ['山田 太郎', '王小明', 'Ольга Ким', 'Ελένη Παππά'])
    return greetsEach(fixtures, [
      `${given.word('small')} ${given.word('letters')}`,
      given.nameWithUmlaut('accents'),
      `${given.firstName('accents of others')} Świętek`,
      `${given.firstName('other letters')} ${other}`,
      `${given.firstName('signs')}++ 100% a=1&b=2?#`,
    ])
  },

  'name-like-html': async (fixtures) => {
    const { given } = fixtures
    const attack = `<img src="/none" onerror="alert('run')"><script>alert('run')</script>`
    const name = `${given.firstName('html')} ${given.textWithMarkup('html')} 'x' ${attack}`
    await greetsEach(fixtures, [name, given.firstName('after html')])
    fixtures.expect(fixtures.dialogs, 'dialogues that the name opened').toHaveLength(0)
  },
} satisfies WebsiteTestcodes
