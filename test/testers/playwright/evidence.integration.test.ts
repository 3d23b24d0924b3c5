import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import type { Call, CallId } from '../../../harness/lib/browser/calls.ts'
import { readZip } from '../../../harness/lib/parsing/zip.ts'
import { stepsOf } from '../../../harness/reporters/html/steps.ts'
import { playwright } from '../../../harness/testers/playwright.ts'
import { CallLog } from '../../../harness/testers/playwright/evidence/call-log.ts'
import { PageLog } from '../../../harness/testers/playwright/evidence/page-log.ts'
import { traceOf } from '../../../harness/testers/playwright/evidence/trace-file.ts'
import type { Judgement, WebsiteTestcodes } from '../../../harness/contracts/types.ts'
import { missionOf, pages, setupFor, testers, website } from '../website.ts'
import { sampled } from '../../part.ts'

const it = sampled('testers/playwright/evidence', 3)

afterAll(() => testers[Symbol.asyncDispose]())

const PAGE = `<!doctype html><title>Home</title><p id="out">not yet</p>
<input id="name"><button onclick="change()">Go</button>
<script>
  fetch('/data')
  console.warn('a line of the console')
  function change() { document.querySelector('#out').textContent = 'changed' }
</script>`

/** Its field can be used after a second: longer than the harness waits before it looks at the element of an action. */
const LATE_FIELD = `<!doctype html><input id="name" disabled><p id="out">shown</p>
<script>setTimeout(() => { document.querySelector('#name').disabled = false }, 1000)</script>`

const GREETING = `<!doctype html><title>Greeting</title><h1>Hello, World!</h1><p id="out">shown</p>
<button>One: "1"</button><button>Two</button><button></button><button>Four</button>`

/** Its root element answers for itself with a field. */
const FORM = `<!doctype html><script>
  const form = document.createElement('form')
  form.innerHTML = '<input name="outerHTML"><p id="out">shown</p>'
  document.documentElement.replaceWith(form)
</script>`

type Read = (file: string | undefined) => Promise<Buffer>

/** Judges testcodes on the page, in order; the evidence is there until `check` has ended. */
async function judge(
  testcodesOf: (origin: string) => WebsiteTestcodes,
  check: (judgements: readonly Judgement[], read: Read, folder: string) => Promise<void>,
): Promise<void> {
  await using target = await website(
    pages({
      '/': PAGE,
      '/first': PAGE,
      '/second': PAGE,
      '/late': LATE_FIELD,
      '/form': FORM,
      '/greeting': GREETING,
      '/data': 'some data',
    }),
  )
  const testcodes = testcodesOf(target.origin)
  await using setup = await setupFor(missionOf(testcodes, {}), testcodes)
  await using session = await playwright.open(target, setup)
  const judgements: Judgement[] = []
  for (const testcode of setup.suite.testcodes) judgements.push(await session.judge(testcode, {}))
  await check(judgements, (file = '') => readFile(path.join(setup.scratch, file)), setup.evidenceFolder ?? '')
}

describe('evidence', () => {
  it('of a failure has the steps, the page before the last action and after it, the console and the network', async () => {
    await judge(
      (origin) => ({
        fails: async ({ page, load, expect: wanted }) => {
          await load(origin)
          await page.locator('#name').fill('Ada')
          await page.getByRole('button', { name: 'Go' }).click()
          await wanted(page.locator('#out')).toHaveText('something else')
        },
      }),
      async ([judgement], read) => {
        if (!judgement) throw new Error('there is one testcode')
        const { status, evidence } = judgement
        expect(status).toBe('failed')
        expect((await read(evidence.before)).toString()).toContain('not yet')
        expect((await read(evidence.page)).toString()).toContain('changed')
        expect((await read(evidence.screenshot)).subarray(1, 4).toString()).toBe('PNG')
        const trace = await read(evidence.trace)
        const steps = await stepsOf(trace)
        expect(steps).toMatchObject([
          { title: 'goto' },
          { title: 'fill', detail: '#name ← Ada' },
          { title: 'click' },
          {
            title: 'expect',
            detail: 'the element "#out" to have text "something else"',
            error: expect.stringContaining('it showed "changed"') as string,
          },
        ])
        expect(steps).toHaveLength(4)
        const [events, network] = (await readZip(trace)).map(({ content }) => content.toString())
        expect(events).toContain('a line of the console')
        expect(network).toMatch(/"url":"[^"]*\/data"/)
      },
    )
  })

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
          { title: 'expect', detail: words, error: judgement?.reason, found },
        ])
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
          { title: 'click', error: judgement?.reason, found: 'heading "Hello, World!"' },
        ])
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
        expect(passed).toEqual({ status: 'passed', evidence: {} })
        expect(failed?.evidence).not.toHaveProperty('before')
        expect((await readdir(folder)).sort()).toEqual(['fails.html.txt', 'fails.png', 'fails.zip'])
        const texts = (await readZip(await read(failed?.evidence.trace))).map(({ content }) => content.toString())
        expect(texts.join('')).toContain('/second')
        expect(texts.join('')).not.toContain('/first')
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
})

describe('the record of calls', () => {
  const call = (id: number, more: Partial<Call> = {}): Call => ({
    ...{ id, guid: 'frame@1', method: 'click', params: {}, internal: false, input: true },
    ...more,
  })

  it('keeps the first and the last calls of very many, and says how many are missing', async () => {
    const log = new CallLog()
    for (let id = 1; id <= 5000; id += 1) {
      log.begun(call(id, { params: { selector: 'x'.repeat(2000) } }))
      log.ended({ id })
    }
    expect(log.calls).toHaveLength(1000)
    expect(log.calls.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 200 }, (_, index) => index + 1),
      ...Array.from({ length: 800 }, (_, index) => index + 4201),
    ])
    expect(log.leftOut).toBe(4000)
    const trace = await traceOf('many', log, new PageLog())
    expect(trace.length).toBeLessThan(100_000)
    expect((await readZip(trace))[0]?.content.toString()).toContain('4000 calls in the middle were left out')
  })

  it('is packed beside other work, as it was when packing began', async () => {
    const log = new CallLog()
    log.begun(call(1, { params: { selector: '#first' } }))
    const packing = traceOf('one', log, new PageLog())
    log.clear()
    const order: string[] = []
    await Promise.all([
      packing.then(() => order.push('packed')),
      new Promise((resolve) => setImmediate(resolve)).then(() => order.push('other work')),
    ])
    expect(order).toEqual(['other work', 'packed'])
    expect((await readZip(await packing))[0]?.content.toString()).toContain('#first')
  })

  it('reports actions before they are sent, but no navigations and no readings', () => {
    const told: CallId[] = []
    const log = new CallLog(({ id }) => told.push(id))
    log.begun(call(1, { method: 'goto' }))
    log.begun(call(2))
    log.begun(call(3, { method: 'textContent', input: false }))
    log.begun(call(4, { method: 'fill' }))
    expect(told).toEqual([2, 4])
  })

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
