/** The other cases of ready.integration.test.ts. */
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { judgeFixture, type Fixture } from './bed.ts'
import { events, sayAgain } from './pushes.ts'
import { press, SAVE, adds } from './ready-cases.ts'

/** Milliseconds. An expectation gives up after a second at rest; one action may take four seconds here. */
const EARLY = 3700

const UNUSABLE: Readonly<Record<string, { fixture: Fixture; reason: RegExp }>> = {
  'a button that is missing': {
    fixture: { body: '<p>Nothing</p>', testcode: press },
    reason: /^No button named "Save" appeared before the page came to rest$/,
  },
  'a field that is missing': {
    fixture: { body: '<p>Nothing</p>', testcode: ({ page }) => page.getByLabel('Name').fill('Ann') },
    reason: /^No .*"Name".* appeared before the page came to rest$/,
  },
  'an option that is missing': {
    fixture: {
      body: '<select><option>One</option></select>',
      testcode: async ({ page }) => {
        await page.locator('option').filter({ hasText: 'Two' }).textContent()
      },
    },
    reason: /^No .*"Two".* appeared before the page came to rest$/,
  },
  'a field that is hidden': {
    fixture: { body: '<input id="a" style="display:none">', testcode: ({ page }) => page.locator('#a').fill('Ann') },
    reason: /did not become visible before the page came to rest: it is on the page, but hidden$/,
  },
  'a button that is disabled': {
    fixture: { body: '<button disabled>Save</button>', testcode: press },
    reason: /^The button named "Save" was still disabled after the page had come to rest, so it could not be used$/,
  },
}

describe('an action whose element cannot be used', () => {
  it('does not hide that several elements match', async () => {
    const { status, reason } = await judgeFixture({ body: `${SAVE}${SAVE}`, testcode: press })
    expect(status).toBe('error')
    expect(reason).toContain('strict mode violation')
  })

  for (const [name, { fixture, reason }] of Object.entries(UNUSABLE))
    it(`fails early on a page at rest: ${name}`, async () => {
      let took = Infinity
      const timed: Fixture['testcode'] = async (given) => {
        const began = performance.now()
        try {
          await fixture.testcode(given)
        } finally {
          took = performance.now() - began
        }
      }
      const { status, reason: given } = await judgeFixture({ ...fixture, testcode: timed })
      expect({ status, reason: given }).toEqual({ status: 'failed', reason: expect.stringMatching(reason) as string })
      expect(took).toBeLessThan(EARLY)
    })

  it('gives the same reason if the page never rests', async () => {
    const body = '<script>setInterval(() => 0, 100)</script>'
    expect(await judgeFixture({ body, testcode: press })).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^No button named "Save" appeared within 4\.\d s$/) as string,
    })
  })

  it('is no reason to distrust a page that changes once the action is done', async () => {
    // The button is enabled after two seconds and then changes the page; after that the page is at rest.
    const body = `<button disabled>Save</button><p id="out"></p><script>
      const button = document.querySelector('button')
      setTimeout(() => { button.disabled = false }, 2000)
      button.onclick = () => { const end = Date.now() + 300; while (Date.now() < end); document.querySelector('#out').textContent = 'Saved' }
    </script>`
    let took = Infinity
    const testcode: Fixture['testcode'] = async (given) => {
      await press(given)
      await given.expect(given.page.locator('#out')).toHaveText('Saved')
      const began = performance.now()
      const found = await given
        .expect(given.page.locator('#out'))
        .toHaveText('Lost')
        .then(
          () => true,
          () => false,
        )
      took = performance.now() - began
      given.expect(found).toBe(false)
    }
    expect(await judgeFixture({ body, testcode })).toMatchObject({ status: 'passed' })
    // A page that is not trusted counts as one that never rests, so an expectation waits its whole time.
    expect(took).toBeLessThan(EARLY)
  })
})

const later = (milliseconds: number) => (_: unknown, response: ServerResponse) =>
  void setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(), milliseconds)
const busy = `const end = Date.now() + 1500; while (Date.now() < end);`

/** Ways in which a button appears late. In each case giving up after a second at rest would be wrong. */
const LATE: Readonly<Record<string, Fixture>> = {
  'after a timer': { body: adds('setTimeout(now, 2500)'), testcode: press },
  'after timers that set timers': {
    body: adds('let n = 0; (function wait() { n += 1; if (n === 25) now(); else setTimeout(wait, 100) })()'),
    testcode: press,
  },
  'after a late answer of the server': {
    body: adds(`fetch('/late').then(now)`),
    paths: { '/late': later(2500) },
    testcode: press,
  },
  'after a worker has computed': {
    body: adds(`new Worker(URL.createObjectURL(new Blob(['${busy} postMessage(1)']))).onmessage = now`),
    testcode: press,
  },
  'after a long computation of the page': {
    body: adds(`setTimeout(() => { ${busy} now() }, 600)`),
    testcode: press,
  },
  'after several rounds of polling': {
    body: adds('let n = 0; setInterval(() => { if (++n === 8) now() }, 300)'),
    testcode: press,
  },
  'with an event of the server': {
    body: adds(`new EventSource('/events').onmessage = ({ data }) => { if (data === '42') now() }`),
    paths: {
      '/events': (_, response) => {
        events(response, String, 50)
      },
    },
    testcode: press,
  },
  'with a message of a WebSocket': {
    body: adds(
      `new WebSocket(location.origin.replace('http', 'ws')).onmessage = ({ data }) => { if (data === '42') now() }`,
    ),
    upgrade: (request, socket) => {
      sayAgain(request, socket, String, 50)
    },
    testcode: press,
  },
  'enabled by an animation that ends late': {
    body: `<style>@keyframes wait { to { opacity: 1 } }</style><button disabled style="animation: wait 2s" onanimationend="this.disabled = false">Save</button>`,
    testcode: press,
  },
}

describe('an action whose element can be used late', () => {
  for (const [name, fixture] of Object.entries(LATE))
    it(name, async () => {
      expect(await judgeFixture(fixture)).toMatchObject({ status: 'passed' })
    })
})
