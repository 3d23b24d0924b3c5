/** Honest pages in the style of today's component libraries: what moves on them has nothing to do with what is right. */
import { expect, it } from 'vitest'
import { judgeFixture, type Fixture } from './bed.ts'

type Testcode = Fixture['testcode']

const BODY = `<button id="go">Add</button><p id="out"></p>`
/** A page that computes 42 after a press of its button and shows it in its own way (`show`), beside something else. */
const page = (show: string, { head = '', more = '' } = {}, testcode: Testcode = sums): Fixture => ({
  head: `<style>body { font-family: sans-serif }</style>${head}`,
  body: `${BODY}${more}<script>const out = document.querySelector('#out'); let n = 0
    const text = () => ['42', '17.50', '1234'][n++ % 3]
    document.querySelector('#go').onclick = () => { ${show} }</script>`,
  testcode,
})
const NOW = 'out.textContent = text()'
const beside = (more: string, head = ''): Fixture => page(NOW, { head, more })

/** Three sums, one after another, each as a number and as a text. */
async function sums({ page: tab, expect }: Parameters<Testcode>[0]): Promise<void> {
  for (const sum of ['42', '17.50', '1234']) {
    await tab.locator('#go').click()
    await expect(tab.locator('#out')).toShowNumber(sum)
    await expect(tab.locator('#out')).toHaveText(new RegExp(`^${sum.replace('.', '\\.')}$`), { useInnerText: true })
  }
}
async function one({ page: tab, expect }: Parameters<Testcode>[0]): Promise<void> {
  await tab.locator('#go').click()
  await expect(tab.locator('#out')).toShowNumber('42')
}
async function saved({ page: tab, expect }: Parameters<Testcode>[0]): Promise<void> {
  await tab.locator('#go').click()
  await expect(tab.getByText('Saved.')).toBeVisible()
}
async function leaves({ page: tab, expect }: Parameters<Testcode>[0]): Promise<void> {
  await tab.locator('#b button').click()
  await expect(tab.locator('#b')).toHaveCount(0)
  await expect(tab.locator('li')).toHaveText(['Apple ×', 'Cherry ×'], { useInnerText: true })
}

const countUp = (milliseconds: number, write = 'out.textContent = shown.toFixed(2)') =>
  `const goal = Number(text()), from = performance.now(); requestAnimationFrame(function step(now) {
    const part = Math.min(1, Math.max(0, (now - from) / ${String(milliseconds)})), shown = goal * (1 - (1 - part) ** 3); ${write}
    if (part < 1) requestAnimationFrame(step); else out.textContent = goal % 1 ? goal.toFixed(2) : goal })`
const keyframes = (name: string, frames: string) => `<style>@keyframes ${name} { ${frames} }</style>`
const PULSE = `${keyframes('pulse', '50% { opacity: .4 }')}<i style="display:inline-block;width:9px;height:9px;background:#0a0;animation:pulse 1.4s infinite"></i>`
const CANVAS = `<canvas id="c" width="200" height="50"></canvas><script>const g = document.querySelector('#c').getContext('2d'); (function draw(t) { g.clearRect(0, 0, 200, 50); g.fillRect(90 + 80 * Math.sin((t || 0) / 500), 10, 20, 20); requestAnimationFrame(draw) })()</script>`
const CLOCK = `<p id="clock"></p><script>setInterval(() => document.querySelector('#clock').textContent = new Date().toISOString(), 1000)</script>`
const LIST = (leave: string, head = ''): Fixture => ({
  head,
  body: `<ul>${['Apple', 'Banana', 'Cherry'].map((name) => `<li id="${name.charAt(0).toLowerCase()}">${name} <button>×</button></li>`).join('')}</ul>
    <script>for (const each of document.querySelectorAll('li button')) each.onclick = () => { const row = each.parentElement; ${leave} }</script>`,
  testcode: leaves,
})

/** By class and library. */
export const HONEST_PAGES: Readonly<Record<string, Readonly<Record<string, Fixture>>>> = {
  'beside what moves': {
    'a dot that pulses (DaisyUI status)': beside(PULSE),
    'a skeleton that pulses (shadcn)': beside(
      `<div style="width:9em;height:1em;background:#ddd;animation:pulse 2s cubic-bezier(.4,0,.6,1) infinite"></div>`,
      keyframes('pulse', '50% { opacity: .5 }'),
    ),
    'a skeleton that waves (Material)': beside(
      `<div class="wave"></div>`,
      `${keyframes('wave', 'to { transform: translateX(100%) }')}<style>.wave { position: relative; overflow: hidden; width: 9em; height: 1em; background: #eee } .wave::after { content: ''; position: absolute; inset: 0; animation: wave 1.6s linear infinite }</style>`,
    ),
    'an animated gradient behind the page': beside(
      '',
      `${keyframes('flow', 'to { background-position: 200% 0 }')}<style>body { background: linear-gradient(90deg, #fef, #eff, #fef) 0 / 200%; animation: flow 6s linear infinite }</style>`,
    ),
    'a spinner (Bootstrap)': beside(
      `<div style="width:2rem;height:2rem;border:.25em solid;border-right-color:transparent;border-radius:50%;animation:turn .75s linear infinite"></div>`,
      keyframes('turn', 'to { transform: rotate(360deg) }'),
    ),
    'a canvas that is drawn for ever': beside(CANVAS),
    'a clock': beside(CLOCK),
    'a marquee of logos': beside(
      `<div style="overflow:hidden;width:20em"><div style="white-space:nowrap;animation:by 8s linear infinite">Acme · Globex · Initech · Umbrella</div></div>`,
      keyframes('by', 'to { transform: translateX(-50%) }'),
    ),
    'a carousel that goes on by itself': beside(
      `<p id="slide">Slide 1</p><script>let at = 1; setInterval(() => document.querySelector('#slide').textContent = 'Slide ' + (at = at % 3 + 1), 700)</script>`,
    ),
    'a chain of timers (a typewriter that never ends)': beside(
      `<p id="type"></p><script>let k = 0; (function type() { document.querySelector('#type').textContent = 'Build. Ship. Repeat.'.slice(0, k = (k + 1) % 20); setTimeout(type, 90) })()</script>`,
    ),
    'cards that move with the pointer (framer-motion)': beside(
      `<div id="card" style="width:5em">Card</div><script>(function move(t) { document.querySelector('#card').style.transform = 'translateY(' + Math.sin((t || 0) / 300) * 4 + 'px)'; requestAnimationFrame(move) })()</script>`,
    ),
    'a progress bar without an end (Material)': beside(
      `<div style="width:10em;height:4px;overflow:hidden"><div style="width:40%;height:4px;background:#36c;animation:slide 2s infinite"></div></div>`,
      keyframes('slide', 'from { margin-left: -40% } to { margin-left: 100% }'),
    ),
  },
  'numbers that move to their value': {
    'a count of 0.6 s': page(countUp(600)),
    'a count of 0.9 s beside a pulse': page(countUp(900), { more: PULSE }),
    'a count of 0.9 s beside a canvas': page(countUp(900), { more: CANVAS }),
    'a count of 0.9 s beside a clock': page(countUp(900), { more: CLOCK }),
    'a count of 2 s': page(countUp(2000), {}, one),
    'a count of whole numbers, rounded down': page(countUp(800, 'out.textContent = Math.floor(shown)'), {}, one),
    'digits that roll (odometer)': page(
      `out.replaceChildren(...[...text()].map((sign) => { const box = document.createElement('span'); if (sign === '.') { box.textContent = sign; return box }
        box.className = 'digit'; const strip = document.createElement('span'); strip.className = 'strip'; for (const each of '0123456789') strip.append(Object.assign(document.createElement('span'), { textContent: each }))
        box.append(strip); requestAnimationFrame(() => requestAnimationFrame(() => { strip.style.transform = 'translateY(-' + sign * 1.2 + 'em)' })); return box }))`,
      {
        head: '<style>.digit { display: inline-block; height: 1.2em; line-height: 1.2em; overflow: hidden; vertical-align: bottom } .strip { display: block; transition: transform .5s } .strip span { display: block; height: 1.2em }</style>',
      },
    ),
    'large and small digits (Ant statistic)': page(
      `const [whole, part] = text().split('.'); out.innerHTML = '<span style="font-size:24px">' + whole + '</span>' + (part ? '<span style="font-size:16px">.' + part + '</span>' : '')`,
    ),
    'a gradient text': page(NOW, {
      head: '<style>#out { font: 800 2rem sans-serif; background: linear-gradient(90deg, #7c3aed, #db2777); background-clip: text; color: transparent; width: max-content }</style>',
    }),
  },
  'texts that come and go': {
    'a fade of 0.3 s between two values': page(
      `out.style.opacity = 0; setTimeout(() => { ${NOW}; out.style.opacity = 1 }, 300)`,
      { head: '<style>#out { transition: opacity .3s }</style>' },
    ),
    'letters that come out of a blur (framer-motion)': page(
      `out.innerHTML = '<span class="in">' + text() + '</span>'`,
      {
        head: `${keyframes('blur', 'from { filter: blur(12px); opacity: 0; transform: scale(.8) }')}<style>.in { display: inline-block; animation: blur .5s both }</style>`,
      },
    ),
    'a spring by the Web Animations API': page(
      `${NOW}; out.animate([{ transform: 'scale(.6)', opacity: 0 }, { transform: 'scale(1.1)', opacity: 1 }, { transform: 'none' }], { duration: 400 })`,
    ),
    'a view transition': page(`document.startViewTransition(() => { ${NOW} })`),
    'a typewriter': page(
      `let k = 0; const whole = 'Saved.'; const timer = setInterval(() => { out.textContent = whole.slice(0, k += 1); if (k === whole.length) clearInterval(timer) }, 40)`,
      {},
      saved,
    ),
    'letters that are mixed': page(
      `const whole = 'Saved.', from = performance.now(); requestAnimationFrame(function mix(now) { const part = Math.min(1, (now - from) / 700); out.textContent = [...whole].map((sign, at) => at < whole.length * part ? sign : '#%&$!?'[Math.floor(Math.random() * 6)]).join(''); if (part < 1) requestAnimationFrame(mix) })`,
      {},
      saved,
    ),
    'a toast of 3 s (sonner)': page(
      `const toast = Object.assign(document.createElement('div'), { className: 'toast', textContent: 'Saved.' }); document.body.append(toast); setTimeout(() => toast.remove(), 3000)`,
      {
        head: `${keyframes('in', 'from { opacity: 0; transform: translateY(20px) }')}<style>.toast { position: fixed; right: 20px; bottom: 20px; animation: in .3s }</style>`,
      },
      saved,
    ),
    'a toast with an undo button and a bar (Chakra)': page(
      `document.body.insertAdjacentHTML('beforeend', '<div role="status" style="position:fixed;bottom:9px">Saved. <button>Undo</button><b style="display:block;height:3px;background:#a8f;animation:shrink 5s linear forwards"></b></div>')`,
      { head: keyframes('shrink', 'to { transform: scaleX(0) }') },
      async ({ page: tab, expect }) => {
        await tab.locator('#go').click()
        await expect(tab.getByRole('status')).toContainText('Saved.', { useInnerText: true })
      },
    ),
    'a dialog in a portal (Radix)': page(
      `document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:#0008;animation:in .2s"><div role="dialog" style="margin:9em;background:#fff;animation:in .2s">Saved.</div></div>')`,
      { head: keyframes('in', 'from { opacity: 0 }') },
      saved,
    ),
    'a drawer that slides in (Material)': page(
      `out.className = 'open'`,
      {
        head: '<style>#drawer { position: fixed; top: 0; right: 0; transform: translateX(100%); transition: transform .25s; background: #eee; width: 9em } .open + #drawer { transform: none }</style>',
        more: '<aside id="drawer">Saved.</aside>',
      },
      saved,
    ),
    'a popover': page(
      `document.querySelector('#pop').showPopover()`,
      {
        head: '<style>#pop { transition: opacity .2s, display .2s allow-discrete; opacity: 1 } @starting-style { #pop:popover-open { opacity: 0 } }</style>',
        more: '<div id="pop" popover>Saved.</div>',
      },
      saved,
    ),
    'an accordion whose height moves (shadcn)': page(
      `document.querySelector('#fold').style.height = '2em'`,
      { more: '<div id="fold" style="height:0;overflow:hidden;transition:height .2s">Saved.</div>' },
      saved,
    ),
  },
  lists: {
    'a row that fades (Bootstrap)': LIST(
      `row.classList.add('out'); setTimeout(() => row.remove(), 300)`,
      '<style>li { transition: all .3s } .out { opacity: 0; transform: translateX(40px) }</style>',
    ),
    'a row that is removed when its transition ends': LIST(
      `row.classList.add('out'); row.ontransitionend = () => row.remove()`,
      '<style>li { transition: opacity .3s } .out { opacity: 0 }</style>',
    ),
    'rows that move up (auto-animate)': LIST(
      `const others = [...row.parentElement.children].filter((each) => each !== row), tops = others.map((each) => each.getBoundingClientRect().top); row.remove(); others.forEach((each, at) => each.animate([{ transform: 'translateY(' + (tops[at] - each.getBoundingClientRect().top) + 'px)' }, { transform: 'none' }], 250))`,
    ),
    'a row that shrinks (framer-motion)': LIST(
      `row.animate([{ opacity: 1 }, { opacity: 0, height: 0 }], { duration: 250 }).onfinish = () => row.remove()`,
    ),
    'an optimistic removal that the server confirms': {
      ...LIST(`row.remove(); fetch('/later')`),
      paths: { '/later': (_, response) => void setTimeout(() => response.end('ok'), 300) },
    },
    'a virtual list': {
      body: `<div id="view" style="height:200px;overflow:auto"><div style="height:20000px;position:relative"></div></div><script>const view = document.querySelector('#view'), inner = view.firstChild
        const draw = () => { const from = Math.floor(view.scrollTop / 20); inner.replaceChildren(...Array.from({ length: 12 }, (_, at) => Object.assign(document.createElement('div'), { textContent: 'Row ' + (from + at), style: 'position:absolute;top:' + (from + at) * 20 + 'px' }))) }
        view.onscroll = () => requestAnimationFrame(draw); draw()</script>`,
      testcode: async ({ page: tab, expect }) => {
        await expect(tab.getByText('Row 5', { exact: true })).toBeVisible()
        await tab.locator('#view').evaluate((view) => view.scrollTo(0, 4000))
        await expect(tab.getByText('Row 205', { exact: true })).toBeVisible()
      },
    },
    'rows that are revealed one after another': {
      head: `${keyframes('up', 'from { opacity: 0; transform: translateY(20px) }')}<style>li { animation: up .4s both }</style>`,
      body: `<ul>${['Apple', 'Banana', 'Cherry', 'Damson'].map((name, at) => `<li style="animation-delay:${String(at * 0.1)}s">${name}</li>`).join('')}</ul>`,
      testcode: async ({ page: tab, expect }) => {
        for (const name of ['Apple', 'Damson']) await expect(tab.getByText(name)).toBeVisible()
        await expect(tab.locator('li')).toHaveCount(4)
      },
    },
  },
  charts: {
    'bars that grow (recharts)': page(`document.querySelector('rect').style.height = '80px'; ${NOW}`, {
      more: '<svg width="60" height="90"><rect width="20" height="0" style="transition:height .8s"/></svg>',
    }),
    'a line that is drawn (Chart.js)': page(
      `${NOW}; const g = document.querySelector('canvas').getContext('2d'), from = performance.now(); requestAnimationFrame(function draw(now) { const part = Math.min(1, (now - from) / 1000); g.clearRect(0, 0, 99, 50); g.fillRect(0, 0, 99 * part, 20); if (part < 1) requestAnimationFrame(draw) })`,
      { more: '<canvas width="99" height="50"></canvas>' },
    ),
    'a tooltip that follows (ECharts)': beside(
      `<div id="tip" style="position:absolute;left:300px;transition:left .4s">7</div><script>setInterval(() => { document.querySelector('#tip').style.left = 300 + Math.random() * 90 + 'px' }, 500)</script>`,
    ),
  },
}

const WORDS = ['Thin', 'Normal', 'Heavy', 'Obese']
/** Shows words one at a time, the first for so long that the first look sees it on a busy machine, too. */
const showing = (show: string, wanted: string): Fixture => ({
  head: '<style>#out span { position: absolute; opacity: 0 } #out span.on { opacity: 1 }</style>',
  body: `<button id="go">Go</button><p id="out">${WORDS.map((word) => `<span>${word}</span>`).join('')}</p><script>
    const all = [...document.querySelectorAll('#out span')], show = (at) => { ${show} }
    document.querySelector('#go').onclick = () => {
      show(0)
      for (const [at, time] of [3000, 4000, 5000].entries()) setTimeout(() => show(at + 1), time)
    }</script>`,
  testcode: async ({ page, expect }) => {
    await page.locator('#go').click()
    await expect(page.locator('#out')).toHaveText(new RegExp(wanted), { useInnerText: true, timeout: 9000 })
  },
})

export const WORD_PAGES: readonly (readonly [string, Fixture])[] = [
  ['shown by style alone', showing(`all.forEach((each, index) => each.classList.toggle('on', index === at))`, 'Obese')],
  [
    'written, at rest at the last',
    showing(`document.querySelector('#out').textContent = all[at].textContent`, 'Obese'),
  ],
]

export function failIfTheyShowWordsOneAfterAnother(pages: typeof WORD_PAGES): void {
  it.each(pages)('fail if they show words one after another: %s', async (_, fixture) => {
    const { status, reason } = await judgeFixture(fixture)
    expect(status, reason).toBe('failed')
  })
}
