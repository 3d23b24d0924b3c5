/** Honest pages that never rest, or come to rest late: their right testcodes pass. */
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { judgeFixture, type Fixture } from './bed.ts'
import { events, sayAgain } from './pushes.ts'

/** A form that adds a number; each page shows the sum in its own way (`show`). */
const FORM = `<input id="a" value="19"><button id="go">Add</button><p id="out"></p>`
const SUM = `Number(document.querySelector('#a').value) + 23`
const press =
  (show: string) =>
  (text = '42') =>
    `${FORM}<script>const out = document.querySelector('#out'); let text = ''
    document.querySelector('#go').onclick = () => { text = String(${SUM}); ${show} }</script><!--${text}-->`

const shows42: Fixture['testcode'] = async ({ page, expect }) => {
  await page.locator('#go').click()
  await expect(page.locator('#out')).toShowNumber('42')
}
const says42: Fixture['testcode'] = async ({ page, expect }) => {
  await page.locator('#go').click()
  await expect(page.locator('#out')).toHaveText('42')
}
const NOW = press('out.textContent = text')()
/** A page that answers at once, beside something that never rests. */
const beside = (restless: string): Fixture => ({ body: `${NOW}${restless}`, testcode: shows42 })

const later = (milliseconds: number, body: string) => (_: unknown, response: ServerResponse) =>
  void setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(body), milliseconds)

/** A page that leads to another one after two seconds. */
const REDIRECTS = '<p>Saved. You are taken back.</p>'
const follows = async ({ page, expect }: Parameters<Fixture['testcode']>[0]) => {
  await page.locator('a').click()
  await expect(page.locator('#out')).toHaveText('42')
}
const html =
  (body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)

/** The place is looked at only after it has come to rest, or has changed for a while. */
const readLate =
  (read: Fixture['testcode']): Fixture['testcode'] =>
  async (fixtures) => {
    await fixtures.page.locator('#go').click()
    await fixtures.page.waitForTimeout(3200)
    await read(fixtures)
  }
const rests42 = readLate(({ page, expect }) => expect(page.locator('#out')).toShowNumber('42'))

/** Places that have shown several texts before the first look at them. */
export const HONEST_BEFORE: Readonly<Record<string, Fixture>> = {
  'a number that counts up': {
    body: press(
      `let n = 0; const count = setInterval(() => { out.textContent = n += 1; if (n === 42) clearInterval(count) }, 40)`,
    )(),
    testcode: rests42,
  },
  'a number that counts up slowly': {
    body: press(
      `let n = 36; const count = setInterval(() => { out.textContent = n += 1; if (n === 42) clearInterval(count) }, 400)`,
    )(),
    testcode: rests42,
  },
  'an old text, a request to wait, and the right text': {
    body: press(
      `out.textContent = '7'; setTimeout(() => out.textContent = 'Loading…', 500); setTimeout(() => out.textContent = text, 1500)`,
    )(),
    testcode: rests42,
  },
  'steps that are shown elsewhere': {
    body: press(`const step = document.body.appendChild(document.createElement('p')); ['Connecting', 'Analysing', 'Comparing', 'Done'].forEach((word, at) =>
      setTimeout(() => { step.textContent = word; if (at === 3) out.textContent = text }, at * 500))`)(),
    testcode: rests42,
  },
  'a list that grows before it': {
    body: press(
      `out.innerHTML = '<b>42</b>'; for (let at = 0; at < 5; at += 1) setTimeout(() => out.insertAdjacentHTML('beforebegin', '<p>Row ' + at * 7 + '</p>'), at * 400)`,
    )(),
    testcode: rests42,
  },
  'a stopwatch': {
    body: press(`let n = 0; setInterval(() => out.textContent = '00:0' + (n += 1), 1000)`)(),
    testcode: readLate(async ({ page, expect }) => {
      await expect(page.locator('#out')).toHaveText(/00:0[3-9]/)
      await expect(page.locator('#out')).not.toHaveText('00:00')
    }),
  },
  'prices that never rest': {
    body: press(`let n = 0; setInterval(() => out.textContent = '$' + (n += 13.7), 500)`)(),
    testcode: readLate(({ page, expect }) => expect(page.locator('#out')).toBeVisible()),
  },
}

export const HONEST: Readonly<Record<string, Fixture>> = {
  'a database in the browser that answers 0.2 s after an input, long after the page was loaded': {
    body: press(`const began = performance.now(); let n = 0
      const again = () => { const r = indexedDB.open('n' + n++)
        r.onsuccess = () => { r.result.close(); performance.now() - began < 200 ? again() : out.textContent = text } }
      again()`)(),
    testcode: async (fixtures) => {
      // A person reads the page first: its last change is longer ago than an expectation waits at rest.
      await fixtures.page.waitForTimeout(1300)
      await shows42(fixtures)
    },
  },
  'a page that leads back after 2 s by an element': {
    body: '<a href="/saved">Save</a>',
    paths: {
      '/saved': html(`<meta http-equiv="Refresh" content="2; url=/done">${REDIRECTS}`),
      '/done': html('<p id="out">42</p>'),
    },
    testcode: follows,
  },
  'a page that leads back after 2 s by a header': {
    body: '<a href="/saved">Save</a>',
    paths: { '/saved': html(REDIRECTS, { refresh: '2; url=/done' }), '/done': html('<p id="out">42</p>') },
    testcode: follows,
  },
  'a step back in the history': {
    body: '<a href="/next">Next</a><p id="out">42</p>',
    paths: { '/next': html('<button onclick="history.back()">Back</button>') },
    testcode: async ({ page, expect }) => {
      await page.locator('a').click()
      await page.waitForTimeout(1300)
      await page.getByRole('button').click()
      await expect(page.locator('#out')).toHaveText('42')
    },
  },
  'a ticking clock': beside(
    `<p id="clock"></p><script>setInterval(() => document.querySelector('#clock').textContent = new Date().toISOString(), 100)</script>`,
  ),
  'a clock that is drawn with every frame': beside(
    `<p id="clock"></p><script>(function tick() { document.querySelector('#clock').textContent = performance.now(); requestAnimationFrame(tick) })()</script>`,
  ),
  'a spinner that turns for ever': beside(
    `<style>@keyframes turn { to { rotate: 360deg } }</style><div style="width:20px;height:20px;border:3px solid;border-top-color:red;animation:turn 1s linear infinite"></div>`,
  ),
  'a count-up animation': {
    body: press(
      `let n = 0; (function up() { out.textContent = n; if (n < +text) { n += 1; requestAnimationFrame(up) } })()`,
    )(),
    testcode: shows42,
  },
  'a count-up animation of a second and a half': {
    body: press(
      `let n = 0; const t = setInterval(() => { out.textContent = n += 1; if (n >= +text) clearInterval(t) }, 35)`,
    )(),
    testcode: shows42,
  },
  'a total that is polled every 300 ms': {
    body:
      press(`total = text`)() +
      `<script>let total = 0; setInterval(async () => out.textContent = await (await fetch('/total?' + total)).text(), 300)</script>`,
    paths: { '/total': (request, response) => response.end(request.url?.split('?')[1]) },
    testcode: shows42,
  },
  'a total that is polled every 2 s': {
    body:
      press(`total = text`)() +
      `<script>let total = 0; setInterval(async () => out.textContent = await (await fetch('/total?' + total)).text(), 2000)</script>`,
    paths: { '/total': (request, response) => response.end(request.url?.split('?')[1]) },
    testcode: shows42,
  },
  'a toast that vanishes after 1.5 s': {
    body: press(`out.textContent = 'Saved'; setTimeout(() => out.textContent = '', 1500)`)(),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toHaveText('Saved')
    },
  },
  'a toast that comes late, beside a clock, and vanishes after 1.5 s': {
    body:
      press(
        `setTimeout(async () => { out.textContent = 'Saved'; for (let n = 0; n < 15; n += 1) await tick(); out.textContent = '' }, 1300)`,
      )() +
      `<p id="clock"></p><script>setInterval(() => document.querySelector('#clock').textContent = new Date().toISOString(), 250)
      const tick = async () => { await fetch('/tick'); await new Promise((resolve) => setTimeout(resolve, 100)) }</script>`,
    // The server is in the process that looks at the page: where that process is kept waiting, so is the toast.
    paths: { '/tick': (_, response) => response.end() },
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toHaveText('Saved')
    },
  },
  'a search that waits 400 ms for more letters': {
    body: `<input id="q"><ul id="list"></ul><script>let due
      document.querySelector('#q').oninput = ({ target }) => { clearTimeout(due); due = setTimeout(() => {
        document.querySelector('#list').innerHTML = ['Ada', 'Alan', 'Grace'].filter((n) => n.startsWith(target.value)).map((n) => '<li>' + n).join('') }, 400) }</script>`,
    testcode: async ({ page, expect }) => {
      await page.locator('#q').pressSequentially('Al', { delay: 50 })
      await expect(page.locator('li')).toHaveText(['Alan'])
      await expect(page.getByText('Grace')).toHaveCount(0)
    },
  },
  '"Loading…", then the value': {
    body: press(`out.textContent = 'Loading…'; setTimeout(() => out.textContent = text, 900)`)(),
    testcode: says42,
  },
  '"Loading…", "Almost there…", then the value': {
    body: press(
      `out.textContent = 'Loading…'; setTimeout(() => { out.textContent = 'Almost there…'; setTimeout(() => out.textContent = text, 500) }, 500)`,
    )(),
    testcode: says42,
  },
  'a skeleton, then the value': {
    body:
      press(
        `out.innerHTML = '<span style="display:block;width:9em;height:1em;background:#ddd;animation:pulse 1s infinite"></span>'; setTimeout(() => out.textContent = text, 700)`,
      )() + `<style>@keyframes pulse { 50% { opacity: .5 } }</style>`,
    testcode: says42,
  },
  'a worker that computes for a second': {
    body: press(
      `const w = new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => { const end = Date.now() + 1000; while (Date.now() < end); postMessage(data) }']))); w.onmessage = ({ data }) => out.textContent = data; w.postMessage(text)`,
    )(),
    testcode: says42,
  },
  'a computation of a second': {
    body: press(
      `setTimeout(() => { const end = Date.now() + 1000; while (Date.now() < end); out.textContent = text })`,
    )(),
    testcode: says42,
  },
  'timers set by timers, for two seconds': {
    body: press(
      `let n = 0; (function wait() { n += 1; if (n === 20) out.textContent = text; else setTimeout(wait, 100) })()`,
    )(),
    testcode: says42,
  },
  'a WebSocket ticker elsewhere on the page': {
    body: `${NOW}<p id="price"></p><script>new WebSocket('ws://' + location.host + '/ticker').onmessage = ({ data }) => document.querySelector('#price').textContent = data</script>`,
    upgrade: (request, socket) => sayAgain(request, socket, String, 200),
    testcode: shows42,
  },
  'an event source elsewhere on the page': {
    body: `${NOW}<p id="price"></p><script>new EventSource('/events').onmessage = ({ data }) => document.querySelector('#price').textContent = data</script>`,
    paths: { '/events': (_, response) => events(response, String, 200) },
    testcode: shows42,
  },
  'a chart that begins to grow after half a second': {
    body: `<svg width="100" height="100"><rect width="20" height="0" y="0"><animate attributeName="height" from="0" to="80" begin="0.5s" dur="0.5s" fill="freeze"/></rect></svg><p>80</p>`,
    testcode: async ({ page, expect, picture }) => {
      await expect(page.locator('p')).toShowNumber('80')
      const { pixels, width } = await picture(page.locator('svg'))
      const dark = pixels.filter((value, index) => index % 4 === 0 && value < 100).length
      expect(Math.round(dark / 20)).toBe(80)
      expect(width).toBe(100)
    },
  },
  'a fade-in of 600 ms': {
    body:
      press(
        `out.textContent = text; out.style.opacity = 0; requestAnimationFrame(() => requestAnimationFrame(() => out.style.opacity = 1))`,
      )() + `<style>#out { transition: opacity .6s }</style>`,
    testcode: says42,
  },
  'a fade by the Web Animations API': {
    body: press(
      `out.textContent = text; out.animate([{ opacity: 0, translate: '0 20px' }, { opacity: 1 }], { duration: 800, easing: 'ease-in', delay: 200, fill: 'backwards' })`,
    )(),
    testcode: says42,
  },
  'a scheduler of messages, in slices': {
    body: press(
      `let n = 0; const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { const end = performance.now() + 5; while (performance.now() < end); if ((n += 1) < 60) port2.postMessage(0); else out.textContent = text }; port2.postMessage(0)`,
    )(),
    testcode: says42,
  },
  'work for idle moments': {
    body: press(
      `requestIdleCallback(() => requestIdleCallback(() => out.textContent = text, { timeout: 600 }), { timeout: 600 })`,
    )(),
    testcode: says42,
  },
  'a computation in slices, between which it yields': {
    body: press(
      `(async () => { const end = performance.now() + 1500; while (performance.now() < end) { const slice = performance.now() + 20; while (performance.now() < slice); await scheduler.yield() } out.textContent = text })()`,
    )(),
    testcode: says42,
  },
  'frames asked for by their old name, for two seconds': {
    body: press(
      `const end = performance.now() + 2000; (function next() { performance.now() < end ? webkitRequestAnimationFrame(next) : out.textContent = text })()`,
    )(),
    testcode: says42,
  },
  'a sound of two seconds, from an element outside of the document': {
    body: press(
      `const bytes = new Uint8Array(16044).fill(128); const view = new DataView(bytes.buffer)
      const put = (at, letters) => [...letters].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)))
      put(0, 'RIFF'); view.setUint32(4, 16036, true); put(8, 'WAVEfmt '); view.setUint32(16, 16, true); view.setUint16(20, 1, true)
      view.setUint16(22, 1, true); view.setUint32(24, 8000, true); view.setUint32(28, 8000, true); view.setUint16(32, 1, true)
      view.setUint16(34, 8, true); put(36, 'data'); view.setUint32(40, 16000, true)
      const sound = document.createElement('audio'); sound.src = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
      sound.onended = () => { out.textContent = text }; sound.play()`,
    )(),
    testcode: says42,
  },
  'an animation of an element outside of the document, used as a timer': {
    body: press(
      `document.createElement('div').animate([{ opacity: 0 }, { opacity: 1 }], 1500).finished.then(() => { out.textContent = text })`,
    )(),
    testcode: says42,
  },
  'an animation without an element, used as a timer': {
    body: press(
      `const timer = new Animation(new KeyframeEffect(null, null, 1500)); timer.onfinish = () => { out.textContent = text }; timer.play()`,
    )(),
    testcode: says42,
  },
  'a database in the browser that writes for more than a second': {
    body: press(
      `const opening = indexedDB.open('db'); opening.onupgradeneeded = () => opening.result.createObjectStore('s'); opening.onsuccess = () => { const work = opening.result.transaction('s', 'readwrite'); for (let n = 0; n < 15000; n += 1) work.objectStore('s').put({ n }, n); work.oncomplete = () => { out.textContent = text } }`,
    )(),
    testcode: says42,
  },
  'frames that each take long': {
    body: press(
      `let n = 0; const step = () => { if ((n += 1) < 10) requestAnimationFrame(step); else out.textContent = text; const end = performance.now() + 220; while (performance.now() < end); }; requestAnimationFrame(step)`,
    )(),
    testcode: says42,
  },
  'a carousel': beside(
    `<p id="slide">Slide 1</p><script>let n = 1; setInterval(() => document.querySelector('#slide').textContent = 'Slide ' + (n = n % 3 + 1), 500)</script>`,
  ),
  'a typing effect that ends': {
    body: press(
      `let n = 0; const whole = 'The answer is ' + text; const t = setInterval(() => { out.textContent = whole.slice(0, n += 1); if (n === whole.length) clearInterval(t) }, 60)`,
    )(),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toHaveText('The answer is 42')
    },
  },
  'a picture that is loaded when it is scrolled to': {
    body: `<div style="height:6000px">Top</div><img id="late" loading="lazy" alt="" width="50" height="50" src="/late.svg"><p id="below">42</p>`,
    paths: {
      '/late.svg': (_, response) =>
        void setTimeout(() => {
          response.writeHead(200, { 'content-type': 'image/svg+xml' })
          response.end(
            '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="green"/></svg>',
          )
        }, 500),
    },
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#late')).toBeVisible()
      await expect(page.locator('#below')).toShowNumber('42')
    },
  },
  'an answer that is streamed': {
    body: press(
      `(async () => { const reader = (await fetch('/stream')).body.pipeThrough(new TextDecoderStream()).getReader(); for (;;) { const { done, value } = await reader.read(); if (done) break; out.textContent += value } })()`,
    )(),
    paths: {
      '/stream': (_, response) => {
        const parts = ['It ', 'is ', 'not ', '41 ', 'but ', '42.']
        const next = () => {
          const part = parts.shift()
          if (part === undefined) return void response.end()
          response.write(part)
          setTimeout(next, 250)
        }
        next()
      },
    },
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toHaveText('It is not 41 but 42.')
    },
  },
  'sections that are revealed when they are scrolled to': {
    body: `<div style="height:3000px">Top</div><p id="out" style="opacity:0;transition:opacity .4s">42</p>
      <script>new IntersectionObserver((all) => all.forEach((each) => { if (each.isIntersecting) each.target.style.opacity = 1 })).observe(document.querySelector('#out'))</script>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#out')).toShowNumber('42')
    },
  },
  'a list that grows when its end is scrolled to': {
    body: `<ul style="font-size:40px"></ul><p id="end">…</p><script>let n = 0; const add = () => { for (let i = 0; i < 30 && n < 90; i += 1) document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>Row ' + (n += 1)) }; add()
      new IntersectionObserver((all) => all.some((each) => each.isIntersecting) && setTimeout(add, 300)).observe(document.querySelector('#end'))</script>`,
    testcode: async ({ page, expect }) => {
      await page.locator('#end').scrollIntoViewIfNeeded()
      await expect(page.getByText('Row 60', { exact: true })).toBeVisible()
    },
  },
  'a web component with a shadow tree': {
    body: `<sum-up></sum-up><script>customElements.define('sum-up', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<style>p { font-weight: bold }</style><input id="a" value="19"><button id="go">Add</button><p id="out"></p>'
      this.shadowRoot.querySelector('#go').onclick = () => setTimeout(() => this.shadowRoot.querySelector('#out').textContent = 42, 300) } })</script>`,
    testcode: shows42,
  },
  'a change of the view with a transition': {
    body: `<main><h1>Home</h1><a href="/other" id="go">Other</a></main><script>
      const show = (path) => document.querySelector('main').innerHTML = '<h1>' + (path === '/' ? 'Home' : 'Other') + '</h1>'
      document.querySelector('#go').onclick = (event) => { event.preventDefault(); document.startViewTransition(() => { history.pushState(null, '', '/other'); show('/other') }) }</script>`,
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.getByRole('heading')).toHaveText('Other')
      await expect(page).toHaveURL(/\/other$/)
    },
  },
  'a server that answers after 2 s': {
    body: `<a id="go" href="/slow">Go</a>`,
    paths: { '/slow': later(2000, '<!doctype html><title>Slow</title><h1>Arrived</h1>') },
    testcode: async ({ page, expect }) => {
      await page.evaluate(() => {
        setTimeout(() => document.querySelector('a')?.click())
      })
      await expect(page.getByRole('heading')).toHaveText('Arrived')
    },
  },
  'a form whose answer takes 2 s': {
    body: press(`fetch('/slow').then((r) => r.text()).then((t) => out.textContent = t)`)(),
    paths: { '/slow': later(2000, '42') },
    testcode: shows42,
  },
  'a deletion that fades away': {
    body: `<ul><li id="one" style="transition:opacity .5s">One <button onclick="this.parentElement.style.opacity=0;setTimeout(() => this.parentElement.remove(), 500)">Delete</button></ul>`,
    testcode: async ({ page, expect }) => {
      await page.getByRole('button', { name: 'Delete' }).click()
      await expect(page.locator('#one')).toHaveCount(0)
    },
  },
  'a game that moves what is not asked for': beside(
    `<canvas id="c" width="200" height="100"></canvas><script>const g = document.querySelector('#c').getContext('2d'); let x = 0; (function draw() { g.clearRect(0, 0, 200, 100); g.fillRect(x = (x + 3) % 200, 40, 20, 20); requestAnimationFrame(draw) })()</script>`,
  ),
  'a frame with a clock of its own': beside(
    `<iframe srcdoc="<p></p><script>setInterval(() => document.querySelector('p').textContent = Date.now(), 100)</script>"></iframe>`,
  ),
}

/** Registers a test of each page. */
export function passesThoughItDoesNotRest(pages: readonly (readonly [string, Fixture])[]): void {
  for (const [name, fixture] of pages)
    it(name, async () => {
      expect(await judgeFixture(fixture)).toMatchObject({ status: 'passed' })
    })
}
