/** Shared by the tests of stillness-strange. */
import { expect, it } from 'vitest'
import { judgeFixture, type Fixture } from './bed.ts'

const CANDIDATES = 8
/** Milliseconds for which a candidate is shown. */
const PACE = 330
/** The third candidate is asked for: no first look meets it. */
const WANTED = '12'
const spans = Array.from({ length: CANDIDATES }, (_, n) => `<span class="c${String(n)}">${String(n + 10)}</span>`).join(
  '',
)
const FRAME = `const f = document.createElement('iframe'); document.body.append(f); const w = f.contentWindow;
  const post = w.MessagePort.prototype.postMessage, attach = w.Element.prototype.attachShadow; f.remove();`
/** A timer that would be dropped from the records if calls on another window were trusted. */
const SECRETLY = `const every = (ms, what) => { const id = setInterval(what, ms); clearInterval.call(w, id) };`

const asked: Fixture['testcode'] = async ({ page, expect }) => {
  await page.locator('#go').click()
  await expect(page.locator('#out')).toShowNumber(WANTED)
}

/** Shows one candidate after another by a rule of a style sheet, so the tree does not change. */
const byRules = (clock: string): Fixture => ({
  head: `<style>#out span { display: none }</style><script>const sheet = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet]
    let at = -1; const show = (n) => sheet.replaceSync('#out .c' + n % ${String(CANDIDATES)} + ' { display: inline }')</script>`,
  body: `<button id="go">Go</button><p id="out">${spans}</p><script>
    let on = false; const step = () => { if (on) { at += 1; show(at) } }
    document.querySelector('#go').onclick = ({ target }) => { target.title = 'x'; at = -1; on = true; step() }
    ${clock}</script>`,
  testcode: asked,
})

/** An attempt to reach the script that records timers through a stack trace. */
const UNHOOKED = `{ const old = Error.prepareStackTrace; Error.prepareStackTrace = (_, stack) => stack
  const take = () => { for (const each of new Error('x').stack) { const found = each.getThis()
    if (found && found !== window && typeof found.apply === 'function' && Object.getPrototypeOf(found) === null) {
      found.apply = (target, self, args) => Reflect.apply(target, self, args); found.construct = (target, args) => Reflect.construct(target, args) } } throw 0 }
  try { setTimeout(() => 0, { valueOf: take }) } catch {}
  try { new Worker({ toString: take }) } catch {}
  Error.prepareStackTrace = old }`

export const CHANGES: Readonly<Record<string, Fixture>> = {
  'a timer': byRules(`setInterval(step, ${String(PACE)})`),
  'a timer that is forgotten through a window that is gone': byRules(
    `${FRAME}${SECRETLY} every(${String(PACE)}, step)`,
  ),
  'messages by a function of a window that is gone': byRules(
    `${FRAME} const { port1, port2 } = new MessageChannel(); let last = 0
     port1.onmessage = () => { const t = performance.now(); if (t - last > ${String(PACE)}) { last = t; step() } post.call(port2, 0) }; post.call(port2, 0)`,
  ),
  'a chain of cryptography': byRules(
    `let last = 0; (async () => { for (;;) { const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits'])
     await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 3000 }, key, 256)
     const t = performance.now(); if (t - last > ${String(PACE)}) { last = t; step() } } })()`,
  ),
  'an observer of sizes that changes a rule': byRules(
    `let last = 0, high = 0; const other = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet, other]
     const box = document.body.appendChild(document.createElement('div')); box.id = 'r'
     new ResizeObserver(() => { const t = performance.now(); if (t - last > ${String(PACE)}) { last = t; step() } high ^= 1; other.replaceSync('#r { height: ' + (10 + high) + 'px }') }).observe(box)`,
  ),
  'stand-ins that were switched off': byRules(
    `${UNHOOKED}; (function next() { step(); setTimeout(next, ${String(PACE)}) })()`,
  ),
  'a worker behind stand-ins that were switched off': byRules(
    `${UNHOOKED}; new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(0), ${String(PACE)})']))).onmessage = step`,
  ),
  'slots of a tree that another window has made': {
    body: `<button id="go">Go</button><div id="out">${Array.from({ length: CANDIDATES }, (_, n) => `<span slot="s${String(n)}">${String(n + 10)}</span>`).join('')}</div><script>
      ${FRAME}${SECRETLY} const root = attach.call(document.querySelector('#out'), { mode: 'closed' }); const slot = root.appendChild(document.createElement('slot')); slot.name = 'none'
      let at = -1; const step = () => { at += 1; slot.name = 's' + at % ${String(CANDIDATES)} }
      document.querySelector('#go').onclick = ({ target }) => { target.title = 'x'; at = -1; step(); every(${String(PACE)}, step) }</script>`,
    testcode: asked,
  },
  'popovers that are shown in turn': {
    body: `<button id="go">Go</button><div id="out">${Array.from({ length: 6 }, (_, n) => `<span popover="manual" style="position:static;margin:0;border:0">${String(n + 10)}</span>`).join('')}</div><script>
      ${FRAME}${SECRETLY} let at = -1; const all = [...document.querySelectorAll('#out span')]
      const step = () => { all[at % 6]?.hidePopover(); at += 1; all[at % 6].showPopover() }
      document.querySelector('#go').onclick = ({ target }) => { target.title = 'x'; step(); every(${String(PACE)}, step) }</script>`,
    testcode: asked,
  },
  'the last of very many fields': {
    body: `<button id="go">Go</button><div hidden>${'<input>'.repeat(505)}</div><input id="out"><script>
      ${FRAME}${SECRETLY} let at = -1; const step = () => { at += 1; document.querySelector('#out').value = at % 8 + 10 }
      document.querySelector('#go').onclick = ({ target }) => { target.title = 'x'; at = -1; step(); every(${String(PACE)}, step) }</script>`,
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toHaveValue(WANTED)
    },
  },
}

export const A_PAGE_THAT_CHANGES_OUTSIDE_CASES = Object.entries(CHANGES)

export function aPageThatChangesOutside(cases: readonly (typeof A_PAGE_THAT_CHANGES_OUTSIDE_CASES)[number][]): void {
  it.each(cases)('%s', async (_, fixture) => {
    const { status, reason } = await judgeFixture(fixture)
    expect(status, reason).toBeOneOf(['failed', 'timeout'])
  })
}
