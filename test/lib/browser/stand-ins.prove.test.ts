/** A page cannot tell the functions that the harness replaces from the browser's own. */
import { afterAll, describe, expect, it } from 'vitest'
import { closeDrivers } from '../../../harness/lib/browser/drivers.ts'
import { launchBrowser } from '../../../harness/lib/browser/launch.ts'
import { scratchFolder } from '../../../harness/lib/files/scratch.ts'
import { prepareBrowser, prepareContext } from '../../../harness/testers/playwright/stillness/inside.ts'

afterAll(() => closeDrivers())

/** Lists what is odd about some functions, as seen from a document and from a frame in it. */
const SUSPECTS = `
const odd = []
const say = (what, value) => odd.push(what + ': ' + value)
const frame = document.createElement('iframe')
document.body.append(frame)
const inner = frame.contentWindow
const native = (name) => 'function ' + name + '() { [native code] }'
const functions = (w) => ({ setTimeout: w.setTimeout, clearTimeout: w.clearTimeout, Date: w.Date, Worker: w.Worker, fetch: w.fetch,
  toString: w.Function.prototype.toString, now: w.Date.now, attachShadow: w.Element.prototype.attachShadow, postMessage: w.postMessage })
for (const [here, source] of [['own', Function.prototype.toString], ['inner', inner.Function.prototype.toString]])
  for (const [of, w] of [['own', window], ['inner', inner]])
    for (const [name, each] of Object.entries(functions(w)))
      if (source.call(each) !== native(name)) say(here + ' source of ' + of + ' ' + name, source.call(each))
const stackOf = (run) => { try { run() } catch (error) { return error.stack } return 'nothing was thrown' }
for (const w of [window, inner])
  for (const run of [() => w.setTimeout.call({}, () => 0), () => new w.WebSocket('::'), () => w.Worker('x'), () => w.Function.prototype.toString.call({}), () => new w.Date(Symbol())]) {
    const stack = stackOf(run)
    if (/Object\\.|apply|construct|Proxy|Reflect|nothing/.test(stack.split('\\n').slice(1, 3).join())) say('stack', stack)
  }
// Code of the harness must not run code of the page.
for (const key of ['0', '1', '2']) Object.defineProperty(Array.prototype, key, { configurable: true, get: () => { say('read', key) }, set: () => say('written', key) })
Object.prototype.toJSON = Array.prototype.toJSON = function () { say('toJSON', this); return this }
Array.prototype[Symbol.iterator] = function () { say('iterated', ''); return { next: () => ({ done: true }) } }
let asked = 0
const delay = { valueOf: () => { asked += 1; return 5 } }
setTimeout(() => 0, delay); clearTimeout(delay); setInterval(() => 0)
if (asked !== 2) say('valueOf', asked)
const first = setTimeout(() => 0), second = setTimeout(() => 0)
if (second - first !== 1) say('ids', second - first)
setTimeout(() => { document.title = odd.join('\\n') || 'nothing' }, 300)
`

describe('stand-ins', () => {
  it('look, throw and behave like the originals, in every document', async () => {
    await using place = await scratchFolder()
    const browser = await launchBrowser(place.path)
    try {
      await prepareBrowser(browser)
      const context = await browser.newContext()
      await prepareContext(context)
      const page = await context.newPage()
      await page.setContent(`<p>Page</p><script>${SUSPECTS}</script>`)
      // The page listens while the judge's script is queried.
      for (let count = 0; count < 3; count += 1)
        expect(await page.locator(`pe=${encodeURIComponent('{"ask":"state"}')}`).allTextContents()).toHaveLength(1)
      await expect.poll(() => page.title(), { timeout: 5000 }).not.toBe('')
      expect(await page.title()).toBe('nothing')
    } finally {
      await browser.close()
    }
  })
})
