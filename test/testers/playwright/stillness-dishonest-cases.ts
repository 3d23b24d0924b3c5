/** Pages that show one value after another, so that a look could meet the right one by chance. None of them passes. */
import { expect, it } from 'vitest'
import { judgeFixture, type Fixture } from './bed.ts'
import { events, sayAgain } from './pushes.ts'

const WORDS = ['Underweight', 'Normal', 'Overweight', 'Obese']
const HEAD = `<script>const WORDS = ${JSON.stringify(WORDS)}; let at = 0
  const step = () => { at += 1; document.querySelector('#out').textContent = WORDS[at % WORDS.length] }
  // The first look comes long before the third word: one that is right by chance at once is a guess, and no cycle.
  addEventListener('click', () => { if (document.querySelector('#out').children.length > 0) return; at = -1; step() })</script>`
const word = (n: number): string => WORDS[n % WORDS.length] ?? ''

/** A page that cycles. The testcode expects the third word after a press of the button, which restarts the cycle. */
export const cycling = (script: string, wanted = 'Overweight'): Fixture => ({
  head: HEAD,
  body: `<button id="go">Compute</button><p id="out">Underweight</p><script>${script}</script>`,
  testcode: async ({ page, expect }) => {
    await page.locator('#go').click()
    await expect(page.locator('#out')).toHaveText(wanted)
  },
})

export const CYCLES: Readonly<Record<string, Fixture>> = {
  'a chain of setTimeout': cycling(`(function next() { step(); setTimeout(next, 330) })()`),
  setInterval: cycling(`setInterval(step, 330)`),
  'a chain of setTimeout whose delay is an object': cycling(
    `(function next() { step(); setTimeout(next, { valueOf: () => 330 }) })()`,
  ),
  'a chain of setTimeout whose delay overflows': cycling(
    `(function next() { step(); setTimeout(next, 2 ** 32 + 330) })()`,
  ),
  'a chain of setTimeout while a timer of an hour is due': cycling(
    `setTimeout(() => 0, 3600000); (function next() { step(); setTimeout(next, 330) })()`,
  ),
  frames: cycling(
    `let last = 0; (function next(t) { if (t - last > 330) { last = t; step() } requestAnimationFrame(next) })(0)`,
  ),
  'a worker': cycling(
    `new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(0), 330)']))).onmessage = step`,
  ),
  'an event source': {
    ...cycling(
      `new EventSource('/events').onmessage = ({ data }) => document.querySelector('#out').textContent = data`,
    ),
    paths: { '/events': (_, response) => events(response, word, 330) },
  },
  'a WebSocket': {
    ...cycling(
      `new WebSocket('ws://' + location.host + '/s').onmessage = ({ data }) => document.querySelector('#out').textContent = data`,
    ),
    upgrade: (request, socket) => sayAgain(request, socket, word, 330),
  },
  'a CSS animation that shows one after another': {
    ...cycling(''),
    body: `<style>@keyframes show { 0%, 24% { visibility: visible } 25%, 100% { visibility: hidden } }
      #out span { position: absolute; visibility: hidden; animation: show 1.32s steps(1) infinite }
      ${WORDS.map((_, n) => `#out span:nth-child(${String(n + 1)}) { animation-delay: ${String(n * 0.33)}s }`).join(' ')}</style>
      <button id="go">Compute</button><p id="out">${WORDS.map((each) => `<span>${each}</span>`).join('')}</p>`,
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toHaveText('Overweight')
    },
  },
  'events of a CSS animation': cycling(
    `document.body.insertAdjacentHTML('beforeend', '<style>@keyframes x { to { left: 1px } } #tick { position: relative; animation: x .33s infinite }</style><i id="tick"></i>')
     document.querySelector('#tick').addEventListener('animationiteration', step)`,
  ),
  'events of SMIL': cycling(
    `document.body.insertAdjacentHTML('beforeend', '<svg width="1" height="1"><rect><animate attributeName="x" values="0;1" dur="0.33s" repeatCount="indefinite"/></rect></svg>')
     document.querySelector('animate').addEventListener('repeatEvent', step)`,
  ),
  'a frame': cycling(
    `const f = document.createElement('iframe'); f.style.display = 'none'; document.body.append(f); f.contentWindow.setInterval(step, 330)`,
  ),
  'a frame in a shadow tree': cycling(
    `const host = document.createElement('div'); document.body.append(host); const f = document.createElement('iframe'); f.style.display = 'none'
     host.attachShadow({ mode: 'closed' }).append(f); f.contentWindow.setInterval(step, 330)`,
  ),
  'Atomics.waitAsync': cycling(
    `const cells = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer); (async () => { for (;;) { await Atomics.waitAsync(cells, 0, 0, 330).value; step() } })()`,
  ),
  'AbortSignal.timeout': cycling(`(function next() { step(); AbortSignal.timeout(330).onabort = next })()`),
  sound: cycling(
    `const beep = () => { const c = new OfflineAudioContext(1, 44100 * 40, 44100); c.startRendering().then(() => { step(); beep() }) }; beep()`,
  ),
  'a loop of messages': cycling(
    `const { port1, port2 } = new MessageChannel(); let last = 0; port1.onmessage = () => { const t = performance.now(); if (t - last > 330) { last = t; step() } port2.postMessage(0) }; port2.postMessage(0)`,
  ),
  'long polls': {
    ...cycling(
      `(async () => { for (;;) document.querySelector('#out').textContent = await (await fetch('/poll?' + (at += 1))).text() })()`,
    ),
    paths: {
      '/poll': (request, response) =>
        void setTimeout(() => response.end(word(Number(request.url?.split('?')[1]))), 330),
    },
  },
  'a request that never ends': {
    ...cycling(
      `(async () => { const reader = (await fetch('/s')).body.pipeThrough(new TextDecoderStream()).getReader(); for (;;) document.querySelector('#out').textContent = (await reader.read()).value })()`,
    ),
    paths: {
      '/s': (_, response) => {
        let n = 0
        const timer = setInterval(() => response.write(word((n += 1))), 330)
        response.once('close', () => {
          clearInterval(timer)
        })
      },
    },
  },
  'pictures that cannot be shown': cycling(
    `let last = 0, n = 0; const picture = new Image(); picture.onerror = () => { const t = performance.now(); if (t - last > 330) { last = t; step() } picture.src = 'data:image/png;base64,' + (n += 1) }; picture.src = 'data:image/png;base64,0'`,
  ),
  'answers of Blobs': cycling(
    `let last = 0; (async () => { for (;;) { await new Blob(['x'.repeat(1e5)]).arrayBuffer(); const t = performance.now(); if (t - last > 330) { last = t; step() } } })()`,
  ),
  'answers of Blobs while a timer of an hour is due': cycling(
    `setTimeout(() => 0, 3600000); let last = 0; (async () => { for (;;) { await new Blob(['x'.repeat(1e5)]).arrayBuffer(); const t = performance.now(); if (t - last > 330) { last = t; step() } } })()`,
  ),
  'a database': cycling(
    `let last = 0; const open = () => { indexedDB.open('x').onsuccess = ({ target }) => { target.result.close(); const t = performance.now(); if (t - last > 330) { last = t; step() } open() } }; open()`,
  ),
  'an observer of sizes': cycling(
    `const box = document.body.appendChild(document.createElement('div')); let last = 0, n = 0
     new ResizeObserver(() => { const t = performance.now(); if (t - last > 330) { last = t; step() } box.style.width = (n += 1) % 50 + 'px' }).observe(box)`,
  ),
  'smooth scrolling': cycling(
    `document.body.insertAdjacentHTML('beforeend', '<div id="s" style="height:20px;width:50px;overflow:auto;scroll-behavior:smooth"><div style="height:9000px"></div></div>'); const s = document.querySelector('#s')
     let last = 0; s.onscroll = () => { const t = performance.now(); if (t - last > 330) { last = t; step() } }; s.onscrollend = () => s.scrollTo(0, s.scrollTop > 100 ? 0 : 9000); s.scrollTo(0, 9000)`,
  ),
  'the history of the window': cycling(
    `let last = 0; addEventListener('hashchange', () => { const t = performance.now(); if (t - last > 330) { last = t; step() } location.hash = Math.random() }); location.hash = 'a'`,
  ),
  'steps of 1.1 s': cycling(`(function next() { step(); setTimeout(next, 1100) })()`, 'Obese'),
  'steps of 2 s': cycling(`(function next() { step(); setTimeout(next, 2000) })()`, 'Obese'),
  'pauses that grow': cycling(`let n = 200; (function next() { step(); setTimeout(next, n *= 1.5) })()`, 'Obese'),
  'pauses of no regular length': cycling(`(function next() { step(); setTimeout(next, 150 + Math.random() * 500) })()`),
  'two words to and fro': {
    ...cycling(`setInterval(() => document.querySelector('#out').textContent = WORDS[(at += 1) % 2], 330)`),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toHaveText('Normal')
    },
  },
  'addresses, one after another': {
    ...cycling(`setInterval(() => history.replaceState(null, '', '/' + WORDS[(at += 1) % 4]), 330)`),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page).toHaveURL(/Overweight/)
    },
  },
  'titles, one after another': {
    ...cycling(`setInterval(() => document.title = WORDS[(at += 1) % 4], 330)`),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page).toHaveTitle('Overweight')
    },
  },
  'what a field holds': {
    ...cycling(`setInterval(() => document.querySelector('#f').value = WORDS[(at += 1) % 4], 330)`),
    body: `<button id="go">Compute</button><input id="f"><script>setInterval(() => document.querySelector('#f').value = WORDS[(at += 1) % 4], 330)</script>`,
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#f')).toHaveValue('Overweight')
    },
  },
  'numbers of elements': {
    ...cycling(''),
    body: `<button id="go">Compute</button><ul></ul><script>setInterval(() => document.querySelector('ul').innerHTML = '<li>x</li>'.repeat((at += 1) % 5), 330)</script>`,
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('li')).toHaveCount(3)
    },
  },
  'an element that comes and goes': {
    ...cycling(`setInterval(() => document.querySelector('#out').hidden = (at += 1) % 2 === 0, 330)`),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toBeVisible()
    },
  },
  'an element that is gone at times': {
    ...cycling(`setInterval(() => document.querySelector('#out').hidden = (at += 1) % 2 === 0, 330)`),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).not.toBeVisible()
    },
  },
  'values that are polled by the testcode': {
    ...cycling(`setInterval(step, 330)`),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect.poll(() => page.locator('#out').innerText()).toBe('Overweight')
    },
  },
  'values that the testcode reads': {
    ...cycling(`setInterval(step, 330)`),
    testcode: async ({ page, read }) => {
      await page.locator('#go').click()
      await read(page.locator('#out'))
    },
  },
}

/** Four numbers, at rest with the last. The first look at their place comes late: after another expectation, or because the browser is busy. */
const numbersThatRest = (show: string, until: string, out = '<b id="out"></b>'): Fixture => ({
  body: `<h1>Numbers</h1><button id="go">Go</button><p>Result: ${out}</p><script>
    const timer = (end) => new Promise((done) => setTimeout(done, end - performance.now()))
    const questions = async (end) => {
      while (performance.now() < end) await Promise.all(Array.from({ length: 300 }, () => navigator.permissions.query({ name: 'geolocation' })))
    }
    const out = () => document.querySelector('#out')
    document.querySelector('#go').onclick = async () => {
      for (const [at, text] of [31.2, 11.5, 44.8, 23.4].entries()) { ${show}; await ${until}(performance.now() + 450) }
    }</script>`,
  testcode: async ({ page, expect }) => {
    await page.locator('#go').click()
    await expect(page.getByRole('heading')).toHaveText('Numbers')
    await page.waitForTimeout(1800)
    await expect(page.locator('#out')).toShowNumber('23.4')
  },
})
const WRITES = 'out().textContent = text'
export const UNSEEN: Readonly<Record<string, Fixture>> = {
  'by timers': numbersThatRest(WRITES, 'timer'),
  'by questions to the browser': numbersThatRest(WRITES, 'questions'),
  'in a new element each': numbersThatRest(`out().outerHTML = '<b id=out>' + text + '</b>'`, 'timer'),
  'in a field': {
    ...numbersThatRest('out().value = text', 'timer', '<input readonly id="out">'),
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await page.waitForTimeout(1800)
      await expect(page.locator('#out')).toHaveValue('23.4')
    },
  },
  'by style alone': numbersThatRest(
    `out().className = 'n' + at`,
    'timer',
    `<style>#out i { display: none } ${[0, 1, 2, 3].map((at) => `#out.n${String(at)} i:nth-child(${String(at + 1)}) { display: inline }`).join(' ')}</style>
     <b id="out"><i>31.2</i><i>11.5</i><i>44.8</i><i>23.4</i></b>`,
  ),
}

/** Matches the reasons for pages that change by themselves. */
const NAMED = /without any input|by itself|only for moments/

/** Registers a test of each page. */
export function goesThroughValues(cycles: readonly (readonly [string, Fixture])[]): void {
  it.each(cycles)('goes through values: %s', async (name, fixture) => {
    const judged = await judgeFixture(fixture)
    // A page that does nothing else cannot even be acted on.
    expect(judged.status).toBeOneOf(['failed', 'timeout'])
    if (judged.status === 'failed' && !/steps of|grow/.test(name)) expect(judged.reason).toMatch(NAMED)
  })
}
