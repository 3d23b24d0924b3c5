/** The other cases of evidence.integration.test.ts. */
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readZip } from '../../../harness/lib/parsing/zip.ts'
import { stepsOf } from '../../../harness/reporters/html/steps.ts'
import { CallLog } from '../../../harness/testers/playwright/evidence/call-log.ts'
import type { WebsiteTestcodes } from '../../../harness/contracts/types.ts'
import { judge, call } from './evidence-cases.ts'

describe('evidence', () => {
  it.each<readonly [words: string, found: string, expectation: NonNullable<WebsiteTestcodes[string]>]>([
    [
      'no heading named "Hello, World!" exactly',
      'heading "Hello, World!"',
      ({ page, expect: wanted }) =>
        wanted(page.getByRole('heading', { name: 'Hello, World!', exact: true })).toHaveCount(0),
    ],
    [
      'no visible heading named "Hello, World!"',
      'heading "Hello, World!"',
      ({ page, expect: wanted }) => wanted(page.getByRole('heading', { name: 'Hello, World!' })).not.toBeVisible(),
    ],
    [
      'first heading named "Hello, Ada!"',
      'heading "Hello, World!"',
      ({ page, expect: wanted }) => wanted(page.getByRole('heading', { name: 'Hello, Ada!' }).first()).toBeVisible(),
    ],
    [
      'button named "Save"',
      'button "One: \\"1\\""; button "Two"; button without a name; 1 more',
      ({ page, expect: wanted }) => wanted(page.getByRole('button', { name: 'Save' })).toBeVisible(),
    ],
    [
      'button named "Save" in the element "#out"',
      'no button',
      ({ page, expect: wanted }) => wanted(page.locator('#out').getByRole('button', { name: 'Save' })).toBeVisible(),
    ],
  ])('names one step for an expectation, however often it looked: %s', async (words, found, expectation) => {
    await judge(
      (origin) => ({
        fails: async (fixtures) => {
          await fixtures.load(`${origin}/greeting`)
          await fixtures.expect(fixtures.page).toHaveTitle('Greeting')
          await expectation(fixtures)
        },
      }),
      async ([judgement], read) => {
        expect(judgement?.status).toBe('failed')
        const steps = await stepsOf(await read(judgement?.evidence.trace))
        expect(steps).toMatchObject([
          { title: 'goto' },
          { title: 'expect', detail: 'the page to have title "Greeting"' },
          { title: 'expect', detail: words, error: judgement?.reason },
        ])
        expect(judgement?.evidence.found).toBe(found)
        expect(steps).toHaveLength(3)
      },
    )
  })

  it('has a text that could not be read as a step, and nothing else that the harness does for it', async () => {
    await judge(
      (origin) => ({
        fails: async ({ page, load, forget, read, expect: wanted }) => {
          await load(`${origin}/greeting`)
          await forget()
          await load(`${origin}/greeting`)
          await wanted.poll(() => page.locator('#out').textContent(), 'the text').not.toBe('other')
          await read(page.locator('#missing'))
        },
      }),
      async ([judgement], read) => {
        const steps = await stepsOf(await read(judgement?.evidence.trace))
        expect(steps).toMatchObject([
          { title: 'goto' },
          { title: 'goto' },
          { title: 'expect', detail: 'the text not to be "other"' },
          { title: 'read', detail: 'element "#missing"', error: judgement?.reason },
        ])
        expect(steps).toHaveLength(4)
      },
    )
  })

  it('says what a page has instead of the element of an action', async () => {
    await judge(
      (origin) => ({
        fails: async ({ page, load }) => {
          await load(`${origin}/greeting`)
          await page.getByRole('button', { name: 'Two' }).click()
          await page.getByRole('heading', { name: 'Hello, Ada!' }).click()
        },
      }),
      async ([judgement], read) => {
        const steps = await stepsOf(await read(judgement?.evidence.trace))
        expect(steps).toMatchObject([
          { title: 'goto' },
          { title: 'click' },
          { title: 'click', error: judgement?.reason },
        ])
        expect(judgement?.evidence.found).toBe('heading "Hello, World!"')
      },
    )
  })

  it('has no questions that the harness asks about the element of an action', async () => {
    await judge(
      (origin) => ({
        fails: async ({ page, load, expect: wanted }) => {
          await load(`${origin}/late`)
          await page.locator('#name').fill('Ada')
          await wanted(page.locator('#out')).toHaveText('something else')
        },
      }),
      async ([judgement], read) => {
        const steps = await stepsOf(await read(judgement?.evidence.trace))
        expect(steps).toHaveLength(3)
        expect(steps).toMatchObject([{ title: 'goto' }, { title: 'fill' }, { title: 'expect' }])
      },
    )
  })

  it('has the page even if a form with a field of that name stands in place of its root', async () => {
    await judge(
      (origin) => ({
        fails: async ({ page, load, expect: wanted }) => {
          await load(`${origin}/form`)
          await wanted(page.locator('#out')).toHaveText('something else')
        },
      }),
      async ([judgement], read) => {
        expect((await read(judgement?.evidence.page)).toString()).toMatch(/^<form><input name="outerHTML">.*shown/)
      },
    )
  })

  it('is still there after the browser was made to forget everything', async () => {
    await judge(
      (origin) => ({
        fails: async ({ page, load, forget, expect: wanted }) => {
          await load(`${origin}/first`)
          await forget()
          await load(`${origin}/second`)
          await wanted(page.locator('#out')).toHaveText('something else')
        },
      }),
      async ([judgement], read) => {
        const [, network] = (await readZip(await read(judgement?.evidence.trace))).map(({ content }) =>
          content.toString(),
        )
        expect(network).toContain('/first')
        expect(network).toContain('/second')
      },
    )
  })

  it('of one testcode has nothing of the others, and a testcode that passes leaves none', async () => {
    await judge(
      (origin) => ({
        passes: async ({ page, load, expect: wanted }) => {
          await load(`${origin}/first`)
          await page.getByRole('button', { name: 'Go' }).click()
          await wanted(page.locator('#out')).toHaveText('changed')
        },
        fails: async ({ page, load, expect: wanted }) => {
          await load(`${origin}/second`)
          await wanted(page.locator('#out')).toHaveText('something else')
        },
      }),
      async ([passed, failed], read, folder) => {
        expect(passed).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
        expect(failed?.evidence).not.toHaveProperty('before')
        expect((await readdir(folder)).sort()).toEqual(['fails.html.txt', 'fails.png', 'fails.zip'])
        const texts = (await readZip(await read(failed?.evidence.trace))).map(({ content }) => content.toString())
        expect(texts.join('')).toContain('/second')
        expect(texts.join('')).not.toContain('/first')
      },
    )
  })
})

describe('the record of calls', () => {
  it('leaves out files, and questions of the harness itself', () => {
    const log = new CallLog()
    log.begun(call(1, { params: { selector: 'pe=%7B%22ask%22%3A%22state%22%7D' } }))
    log.begun(call(2, { internal: true }))
    log.begun(call(3, { method: 'setInputFiles', params: { selector: '#file', payloads: [{ buffer: 'AAAA' }] } }))
    log.ended({ id: 3, error: 'it broke' })
    expect(log.calls).toMatchObject([{ id: 3, kind: 'Frame', params: { selector: '#file' }, error: 'it broke' }])
    expect(log.calls[0]?.params).not.toHaveProperty('payloads')
  })
})
