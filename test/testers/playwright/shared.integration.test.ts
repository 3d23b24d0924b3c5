/** Fixtures that missions share: things made once, refusals, reading order, options of lists, refused addresses. */
import { describe, expect as check, it } from 'vitest'
import type { WebsiteFixtures } from '../../../harness/contracts/types.ts'
import { judgeFixture, judgeFixtures, type Fixture } from './bed.ts'

const plain = (testcode: Fixture['testcode']): Fixture => ({ body: '<p>A page.</p>', testcode })

describe('once', () => {
  it('makes a thing for all testcodes of a trial, and again if the browser has forgotten', async () => {
    let made = 0
    const got: number[] = []
    const use = async ({ once }: WebsiteFixtures) =>
      void got.push(await once('thing', () => Promise.resolve((made += 1))))
    const judged = await judgeFixtures([
      plain(use),
      plain(use),
      plain(async (fixtures) => {
        await fixtures.forget()
        await use(fixtures)
      }),
      plain(use),
    ])
    check(judged.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed', 'passed'])
    check(got).toEqual([1, 1, 2, 2])
  })

  it('charges a thing that cannot be made to the testcode that asked for it, and lets the next one make its own', async () => {
    let tries = 0
    const use = async ({ once, expect }: WebsiteFixtures) => {
      await once('thing', () => {
        tries += 1
        expect(tries).toBe(2)
        return Promise.resolve()
      })
    }
    const judged = await judgeFixtures([plain(use), plain(use), plain(use)])
    check(judged.map(({ status }) => status)).toEqual(['failed', 'passed', 'passed'])
    check(tries).toBe(2)
  })
})

describe('refusal', () => {
  const page = (before: string, after: string, pattern: RegExp): Fixture => ({
    body: `<p id="it">${before}</p><button onclick="it.textContent = '${after}'">Send</button>`,
    it: 'it',
    testcode: async ({ page: shown, refusal }) => {
      const message = await refusal('it', pattern, () => shown.getByRole('button').click())
      check(await message.textContent()).toBe(after)
    },
  })

  it('wants a message that matches and was not there before', async () => {
    const [fresh, old, wrong] = await judgeFixtures([
      page('', 'Please enter a name.', /\bname\b/i),
      page('Please enter a name.', 'Please enter a name.', /\bname\b/i),
      page('', 'Wrong.', /\bname\b/i),
    ])
    check(fresh).toMatchObject({ status: 'passed' })
    check(old).toMatchObject({ status: 'failed' })
    check(old?.reason).toContain('the page before the message')
    check(wrong).toMatchObject({ status: 'failed' })
  })
})

describe('readingOrder', () => {
  it('sorts by line, then from left to right, with what takes up no space at the end', async () => {
    const at = (id: string, left: number, top: number) =>
      `<p id="${id}" style="position:absolute;left:${String(left)}px;top:${String(top)}px">${id}</p>`
    const judged = await judgeFixture({
      body: `<p id="none" style="display:none">none</p>${at('low', 0, 90)}${at('right', 200, 10)}${at('left', 100, 10)}`,
      testcode: async ({ page, readingOrder }) => {
        const things = ['none', 'low', 'right', 'left']
        check(await readingOrder(things, (id) => page.locator(`#${id}`))).toEqual(['left', 'right', 'low', 'none'])
      },
    })
    check(judged.reason).toBeUndefined()
  })
})

describe('choose', () => {
  it('chooses the option that contains a text, whatever its white space', async () => {
    const judged = await judgeFixture({
      body: '<select id="it"><option>One<option>\n  Two\n  (large) </select>',
      it: 'it',
      testcode: async ({ element, choose, expect }) => {
        const list = await element('it')
        await choose(list, /\btwo\b/i)
        await expect(list).toHaveValue('Two (large)')
        await choose(list, 'One')
        await expect(list).toHaveValue('One')
      },
    })
    check(judged.reason).toBeUndefined()
  })
})

describe('peek', () => {
  const paths: Fixture['paths'] = { '/closed': (request) => request.socket.destroy() }
  const visit = (how: 'peek' | 'load'): Fixture => ({
    ...plain(async (fixtures) => fixtures[how](new URL('/closed', fixtures.page.url()).href)),
    paths,
  })

  it('accepts that a server closes the connection, which load does not', async () => {
    const [peeked, loaded] = await judgeFixtures([visit('peek'), visit('load')])
    check(peeked).toMatchObject({ status: 'passed' })
    check(loaded).toMatchObject({ status: 'error' })
  })
})

describe('element', () => {
  it('knows the kind of a form whose fields hide properties of forms', async () => {
    const judged = await judgeFixture({
      body: '<form id="it"><input name="matches"><input name="ownerDocument"></form>',
      it: 'it',
      testcode: async ({ element, expect }) => expect(await element('it')).toBeVisible(),
    })
    check(judged.reason).toBeUndefined()
  })
})
