/** Pages with more elements than are read at once. The dishonest ones show four numbers at their end, one after another, and rest with the last. */
import type { Fixture } from './bed.ts'

const filler = (count: number): string => Array.from({ length: count }, (_, n) => `<s>${String(n % 10)}</s>`).join(' ')
const ELEMENTS = 6000
const NUMBERS = '<i>31.2</i><i>11.5</i><i>44.8</i><i>23.4</i>'
const rules = (hidden: string, shown: string, on = 'body') =>
  `<style>#out i { ${hidden} } ${[0, 1, 2, 3].map((at) => `${on}.n${String(at)} #out i:nth-child(${String(at + 1)}) { ${shown} }`).join(' ')}</style>`
const BY_DISPLAY = rules('display: none', 'display: inline')

interface Numbers {
  readonly show: string
  readonly head?: string
  readonly out?: string
  readonly elements?: number
  readonly each?: number
  readonly testcode?: Fixture['testcode']
}
/** The first look at the place comes after all numbers. */
const late: Fixture['testcode'] = async ({ page, expect }) => {
  await page.locator('#go').click()
  await page.waitForTimeout(4 * PACE)
  await expect(page.locator('#out')).toShowNumber('23.4')
}
/** Milliseconds of each number. */
const PACE = 1000
const numbers = ({
  show,
  head = '',
  out = NUMBERS,
  elements = ELEMENTS,
  each = PACE,
  testcode = late,
}: Numbers): Fixture => ({
  head,
  body: `<h1>Numbers</h1><button id="go">Go</button><main>${filler(elements)}</main><p>Result: <b id="out">${out}</b></p><script>
    const out = () => document.querySelector('#out')
    document.querySelector('#go').onclick = async () => {
      for (const [at, text] of [31.2, 11.5, 44.8, 23.4].entries()) { ${show}; await new Promise((done) => setTimeout(done, ${String(each)})) }
    }</script>`,
  testcode,
})

const BY_CLASS = `document.body.className = 'n' + at`
export const LARGE_DISHONEST: Readonly<Record<string, Fixture>> = {
  'by a class of the body, found by the answer': {
    ...numbers({ show: BY_CLASS, head: BY_DISPLAY, each: 450 }),
    it: '//p/b',
    testcode: async ({ page, element, expect }) => {
      await page.locator('#go').click()
      await page.waitForTimeout(1800)
      await expect(await element('it')).toShowNumber('23.4')
    },
  },
  'by a class of the body, of 20,000 elements': numbers({ show: BY_CLASS, head: BY_DISPLAY, elements: 20_000 }),
  'by opacity': numbers({ show: BY_CLASS, head: rules('opacity: .01; position: absolute; left: 100px', 'opacity: 1') }),
  'by a rule that is added': numbers({
    show: `document.styleSheets[0].insertRule('#out i:nth-child(' + (at + 1) + ') { display: inline !important }', 0); if (at > 0) document.styleSheets[0].deleteRule(1)`,
    head: '<style>#out i { display: none }</style>',
  }),
  'by 6,000 new elements each': numbers({
    show: `document.querySelectorAll('p').forEach((each) => each.remove()); document.querySelector('main').innerHTML += '<p><b id="out">' + text + '</b></p>'`,
  }),
  'of elements that take turns, found by the answer': {
    ...numbers({ show: BY_CLASS, head: '<style>b { display: none } b.now { display: inline }</style>' }),
    body: `<button id="go">Go</button><p id="out">${[31.2, 11.5, 44.8, 23.4].map((text) => `<b>${String(text)}</b>`).join('')}</p><script>
      document.querySelector('#go').onclick = async () => {
        for (let at = 0; at < 4; at += 1) {
          document.querySelectorAll('b').forEach((each, n) => each.classList.toggle('now', n === at)); await new Promise((done) => setTimeout(done, 450))
        }
      }</script>`,
    it: '#out b.now',
    testcode: async ({ page, element, expect }) => {
      await page.locator('#go').click()
      await page.waitForTimeout(1800)
      await expect(await element('it')).toShowNumber('23.4')
    },
  },
  'behind 400 spaces': numbers({
    show: `out().textContent = ' '.repeat(400) + text`,
    elements: 10,
  }),
  'behind 250 letters': numbers({ show: `out().textContent = 'x '.repeat(125) + text`, elements: 10 }),
  'behind 400 elements of its own place': numbers({
    show: BY_CLASS,
    head: rules('display: none', 'display: inline').replaceAll('nth-child', 'nth-of-type'),
    out: `${'<u></u>'.repeat(400)}${NUMBERS}`,
  }),
}

const ROWS = Array.from(
  { length: 3000 },
  (_, n) => `<tr><td>Item ${String(n)}</td><td>${String((n * 37) % 1000)}</td></tr>`,
).join('')
const table = (script: string, { head = '', more = '' } = {}): Fixture => ({
  head,
  body: `<h1>Items</h1><input id="q"><button id="go">Go</button>${more}<table><tbody>${ROWS}</tbody></table><p id="out"></p><script>
    const out = document.querySelector('#out'), body = document.querySelector('tbody'), go = document.querySelector('#go')
    const pause = (ms) => new Promise((done) => setTimeout(done, ms))
    const rows = () => [...body.rows]
    go.onclick = async () => { ${script} }</script>`,
  testcode: async ({ page, expect }) => {
    await page.locator('#q').fill('12')
    await page.locator('#go').click()
    await expect(page.getByRole('heading')).toHaveText('Items')
    await page.waitForTimeout(1800)
    await expect(page.locator('#out')).toShowNumber('42')
  },
})
const first: Fixture['testcode'] = async ({ page, expect }) => {
  await page.locator('#go').click()
  await expect(page.locator('#out')).toShowNumber('42')
  await expect(page.locator('td').first()).toHaveText('Item 2999')
}
export const LARGE_HONEST: Readonly<Record<string, Fixture>> = {
  'a table that is filtered': table(
    `for (const row of rows()) row.hidden = !row.textContent.includes(document.querySelector('#q').value); out.textContent = 42`,
  ),
  'classes of the body while it works': table(
    `for (const name of ['busy', 'saving', 'saved', 'idle']) { document.body.className = name; await pause(400) } out.textContent = 42`,
    { head: `<style>body.busy table, body.saving table { opacity: .6 } .saved td { color: #060 }</style>` },
  ),
  'rows that come in parts, and their number': table(
    `body.innerHTML = ''; for (let n = 0; n < 6000; n += 2000) { for (let i = n; i < n + 2000; i += 1) body.insertAdjacentHTML('beforeend', '<tr><td>Item ' + i + '</td><td>' + i % 7 + '</td></tr>')
       document.querySelector('h1').title = n + 2000 + ' rows'; await pause(100) } out.textContent = 42`,
  ),
  'a table that is drawn again three times, beside its result': table(
    `out.textContent = 42; for (let n = 0; n < 3; n += 1) { await pause(400); body.innerHTML = rows().reverse().map((row) => row.outerHTML).join('') }`,
  ),
  'a table that is sorted, drawn again when the server has answered': {
    ...table(
      `body.innerHTML = rows().reverse().map((row) => row.outerHTML).join(''); out.textContent = 'Saving…'; await pause(500); body.innerHTML = rows().map((row) => row.outerHTML).join(''); out.textContent = 42`,
    ),
    testcode: first,
  },
  'a window of rows that moves along 100,000': {
    head: '<style>#list { height: 300px; overflow: auto } li { height: 20px }</style>',
    body: `<h1>Items</h1><button id="go">To the end</button><main hidden>${filler(ELEMENTS)}</main><div id="list"><ul style="height:2000000px;position:relative;margin:0"></ul></div><p id="out"></p><script>
      const list = document.querySelector('#list'), ul = document.querySelector('ul')
      const draw = () => { const from = Math.floor(list.scrollTop / 20); ul.innerHTML = Array.from({ length: 20 }, (_, n) => '<li style="position:absolute;top:' + (from + n) * 20 + 'px">Row ' + (from + n)).join('') }
      list.onscroll = draw; draw()
      document.querySelector('#go').onclick = async () => { for (let n = 1; n <= 4; n += 1) { list.scrollTop = n * 400000; await new Promise((done) => setTimeout(done, 350)) } document.querySelector('#out').textContent = 42 }</script>`,
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toShowNumber('42')
      await expect(page.locator('li').last()).toBeVisible()
    },
  },
  'a clock beside it': table(`out.textContent = 42`, {
    more: `<p id="clock"></p><script>setInterval(() => document.querySelector('#clock').textContent = new Date().toISOString(), 1000)</script>`,
  }),
}
