/** Pages for acting as a person acts: keys, boxes, lists, questions of pages. Each is judged by one testcode. */
import { expect as check, it } from 'vitest'
import { casesNamed } from '../../helpers.ts'
import { judgeFixtures, type Fixture } from './bed.ts'

type Testcode = Fixture['testcode']
const page = (body: string, testcode: Testcode, more: Partial<Fixture> = {}): Fixture => ({ body, testcode, ...more })

/** The output of a page stands in `#out`. */
const says =
  (text: string | RegExp, act: Testcode): Testcode =>
  async (given) => {
    await act(given)
    await given.expect(given.page.locator('#out')).toHaveText(text)
  }
const OUT = '<p id="out">nothing</p>'
const script = (code: string) =>
  `<script>{ const $ = (s) => document.querySelector(s); const out = (t) => { $('#out').textContent = t }; ${code} }</script>`

/** Judges pages in one browser; the reason of each that should pass is undefined. */
async function judge(all: Readonly<Record<string, Fixture>>): Promise<Record<string, string | undefined>> {
  const names = Object.keys(all)
  const judged = await judgeFixtures(Object.values(all))
  return Object.fromEntries(
    names.map((name, at) => [
      name,
      judged[at]?.status === 'passed' ? undefined : `${judged[at]?.status}: ${judged[at]?.reason}`,
    ]),
  )
}
const allPass = (all: Readonly<Record<string, Fixture>>) =>
  Object.fromEntries(Object.keys(all).map((name) => [name, undefined]))

const fill =
  (text: string): Testcode =>
  ({ page: shown }) =>
    shown.locator('#a').fill(text)

const TYPING: Readonly<Record<string, Fixture>> = {
  'a page that follows keyup': page(
    `<input id=a value=old>${OUT}${script(`$('#a').onkeyup = (e) => out(e.target.value)`)}`,
    says('Ann Lee', fill('Ann Lee')),
  ),
  'keyup after a letter that no key has': page(
    `<input id=a>${OUT}${script(`$('#a').onkeyup = (e) => out(e.target.value)`)}`,
    says('Zoë', fill('Zoë')),
  ),
  'keyup after a paste of several lines': page(
    `<textarea id=a></textarea>${OUT}${script(`$('#a').onkeyup = (e) => out(String(e.target.value.length))`)}`,
    says('603', fill(`${'x'.repeat(300)}\n\n\n${'y'.repeat(300)}`)),
  ),
  'a mask by keys': page(
    `<input id=a>${OUT}${script(`let v = ''; $('#a').onkeydown = (e) => { if (/^\\d$/.test(e.key)) { v += e.key; e.preventDefault(); $('#a').value = v.replace(/(\\d{3})(?=\\d)/g, '$1-'); out($('#a').value) } }`)}`,
    says('123-456', fill('123456')),
  ),
  'a mask by input': page(
    `<input id=a>${OUT}${script(`$('#a').oninput = (e) => { e.target.value = e.target.value.replace(/\\D/g, '').replace(/(\\d{3})(?=\\d)/g, '$1 '); out(e.target.value) }`)}`,
    says('123 456', fill('123456')),
  ),
  'a debounced search': page(
    `<input id=a>${OUT}${script(`let t; $('#a').oninput = (e) => { clearTimeout(t); t = setTimeout(() => out('found ' + e.target.value), 300) }`)}`,
    says('found tea', fill('tea')),
  ),
  'boxes for single digits': page(
    `<div><input class=d id=a maxlength=1><input class=d maxlength=1><input class=d maxlength=1></div>${OUT}${script(`const all = [...document.querySelectorAll('.d')]; all.forEach((d, i) => d.oninput = () => { all[i + 1]?.focus(); out(all.map((e) => e.value).join('')) })`)}`,
    says('407', fill('407')),
  ),
  'an editor without a field': page(
    `<div id=a contenteditable>Old text</div>${OUT}${script(`$('#a').oninput = () => out($('#a').textContent)`)}`,
    says('New', fill('New')),
  ),
  'a date, a time, a colour and a range': page(
    `<input id=d type=date><input id=t type=time><input id=c type=color><input id=r type=range max=10>${OUT}${script(`document.oninput = () => out(['d','t','c','r'].map((i) => $('#' + i).value).join(' '))`)}`,
    says('2031-05-09 09:30 #33d136 7', async ({ page: shown }) => {
      for (const [id = '', text = ''] of [
        ['d', '2031-05-09'],
        ['t', '09:30'],
        ['c', '#33d136'],
        ['r', '7'],
      ])
        await shown.locator(`#${id}`).fill(text)
    }),
  ),
  'a number with a sign and decimals': page(
    `<input id=a type=number step=any>${OUT}${script(`$('#a').oninput = (e) => out(e.target.value)`)}`,
    says('-12.5', fill('-12.5')),
  ),
  'a field in a label': page(
    `<label id=a>Name <input></label>${OUT}${script(`$('input').onkeyup = (e) => out(e.target.value)`)}`,
    says('Ann', fill('Ann')),
  ),
  'a field in a shadow tree': page(
    `<my-field id=a></my-field>${OUT}${script(`const host = $('my-field').attachShadow({ mode: 'open' }); host.innerHTML = '<input>'; host.querySelector('input').onkeyup = (e) => out(e.target.value)`)}`,
    says('Ann', fill('Ann')),
  ),
  'a read-only field whose click makes it writable': page(
    `<input id=a readonly onfocus="this.removeAttribute('readonly')" oninput="out.textContent = this.value">${OUT}`,
    says('Ann', fill('Ann')),
  ),
  'a read-only field with a prompt': page(
    `<input id=a readonly onclick="out.textContent = prompt('Name', 'Old')">${OUT}`,
    says('Ann', fill('Ann')),
  ),
  'a click on a field closes what is open': page(
    `<input id=a><div id=pop style="position:absolute;top:50px">Popup</div>${OUT}${script(`document.addEventListener('pointerdown', () => $('#pop').remove()); $('#a').oninput = () => out($('#pop') ? 'open' : 'closed')`)}`,
    says('closed', fill('x')),
  ),
  'an emptied field': page(
    `<input id=a value=old>${OUT}${script(`$('#a').oninput = (e) => out('now ' + e.target.value.length)`)}`,
    says('now 0', fill('')),
  ),
  'a field below a header that stays where it is': page(
    `<header style="position:sticky;top:0;height:90px;background:#fff;z-index:9">Menu</header><div style="height:900px"></div><input id=a oninput="out.textContent = this.value">${OUT}<div style="height:900px"></div>${script(`scrollTo(0, $('#a').offsetTop - 20)`)}`,
    says('Ann', fill('Ann')),
  ),
  'a field that is covered for a moment': page(
    `<div id=c style="position:fixed;inset:0;background:#fff;z-index:9"></div><input id=a oninput="out.textContent = this.value">${OUT}${script(`setTimeout(() => $('#c').remove(), 700)`)}`,
    says('Ann', fill('Ann')),
  ),
}

const prompts: Testcode = async ({ page: shown, expect }) => {
  await shown.locator('#b').click()
  await expect(shown.locator('#out')).toHaveText('Old')
}

const setTo =
  (...states: readonly boolean[]): Testcode =>
  async ({ page: shown }) => {
    for (const state of states) await shown.locator('#a').setChecked(state)
  }
const HIDDEN = 'position:absolute;opacity:0;width:0;height:0'
const echo = script(`document.addEventListener('change', (e) => out(e.target.checked ? 'on' : 'off'))`)
const toggles = (attribute: string) =>
  script(
    `$('#a').onclick = () => { const on = $('#a').getAttribute('${attribute}') !== 'true'; $('#a').setAttribute('${attribute}', String(on)); out(on ? 'on' : 'off') }`,
  )

const BOXES: Readonly<Record<string, Fixture>> = {
  'a plain box': page(`<input type=checkbox id=a>${OUT}${echo}`, says('off', setTo(true, true, false))),
  'a toggle whose label holds the hidden box': page(
    `<label style="display:inline-block;width:60px;height:30px;background:#ccc"><input type=checkbox id=a style="${HIDDEN}"><span></span></label>${OUT}${echo}`,
    says('on', setTo(true)),
  ),
  'a hidden box with a label elsewhere': page(
    `<input type=checkbox id=a style="display:none"><p><label for=a>Loud</label></p>${OUT}${echo}`,
    says('off', setTo(true, false)),
  ),
  'a label with a link in its middle': page(
    `<label><input type=checkbox id=a style="${HIDDEN}">I accept <a href="/elsewhere">the terms of this quite long page</a> here</label>${OUT}${echo}`,
    says('on', setTo(true)),
  ),
  'a drawing beside the hidden box': page(
    `<div><input type=checkbox id=a style="${HIDDEN}"><span id=s style="display:inline-block;width:40px;height:20px;background:#ccc"></span></div>${OUT}${echo}${script(`$('#s').onclick = () => $('#a').click()`)}`,
    says('on', setTo(true)),
  ),
  'a hidden radio button': page(
    `<label><input type=radio name=r style="${HIDDEN}" checked>One</label><label><input type=radio name=r id=a style="${HIDDEN}">Two</label>${OUT}${echo}`,
    says('on', setTo(true)),
  ),
  'role=switch': page(
    `<button id=a role=switch aria-checked=false>Loud</button>${OUT}${toggles('aria-checked')}`,
    says('off', setTo(true, false)),
  ),
  'role=checkbox': page(
    `<div id=a role=checkbox tabindex=0 aria-checked=true>Loud</div>${OUT}${toggles('aria-checked')}`,
    says('off', setTo(false)),
  ),
  'aria-pressed': page(
    `<button id=a aria-pressed=false>Bold</button>${OUT}${toggles('aria-pressed')}`,
    says('on', setTo(true)),
  ),
  'a toggle that waits for the server': page(
    `<button id=a role=switch aria-checked=false>Loud</button>${OUT}${script(`$('#a').onclick = () => setTimeout(() => { $('#a').setAttribute('aria-checked', 'true'); out('on') }, 500)`)}`,
    says('on', setTo(true)),
  ),
}

const OPTIONS = ['Red', 'Green', 'Blue']
const takes =
  (...texts: readonly (string | RegExp)[]): Testcode =>
  async (given) => {
    for (const text of texts) await given.choose(given.page.locator('#a'), text)
  }
const combo = (list: string, code: string) =>
  `${list}${OUT}${script(`const items = ${JSON.stringify(OPTIONS)}; ${code}`)}`
const BUTTON = '<button id=a role=combobox aria-haspopup=listbox aria-expanded=false>Red</button>'
const MENU = `const open = (into, role = 'option') => { for (const c of items) { const o = document.createElement('div'); o.setAttribute('role', role); o.textContent = c; o.onclick = (e) => { out(c); $('#a').textContent = c; close(); e.stopPropagation() }; into.append(o) } }; `

const LISTS: Readonly<Record<string, Fixture>> = {
  'a native list': page(
    `<select id=a><option>One<option>Two</select>${OUT}${script(`$('#a').onchange = (e) => out(e.target.value)`)}`,
    says('Two', takes('Two')),
  ),
  'a native list with a first entry that only asks': page(
    `<select id=a><option value="">Choose 1 to 2<option>1 star<option>2 stars</select>${OUT}${script(`$('#a').onchange = (e) => out(e.target.value)`)}`,
    says('1 star', takes(/\b1\b/)),
  ),
  'a name that another one contains': page(
    `<select id=a><option>Acme Two<option>Acme</select>${OUT}${script(`$('#a').onchange = (e) => out(e.target.value)`)}`,
    says('Acme', takes('Acme Two', 'Acme')),
  ),
  'suggestions of a field': page(
    `<input id=a list=l><datalist id=l><option>Red<option>Green</datalist>${OUT}${script(`$('#a').oninput = (e) => out(e.target.value)`)}`,
    says('Green', takes('Green')),
  ),
  'a button and a list in a portal': page(
    combo(
      BUTTON,
      `${MENU} let pop; const close = () => { pop.remove(); pop = undefined; $('#a').setAttribute('aria-expanded', 'false') }; $('#a').onclick = () => { if (pop) return close(); pop = document.createElement('div'); pop.setAttribute('role', 'listbox'); document.body.append(pop); open(pop); $('#a').setAttribute('aria-expanded', 'true') }`,
    ),
    says('Blue', takes('Green', 'Blue')),
  ),
  'a list that opens on pointerdown and takes its option on pointerup': page(
    combo(
      BUTTON,
      `let pop; $('#a').onpointerdown = () => { if (pop) return; pop = document.createElement('div'); pop.setAttribute('role', 'listbox'); for (const c of items) { const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = c; o.onpointerup = () => { out(c); pop.remove(); pop = undefined; $('#a').setAttribute('aria-expanded', 'false') }; pop.append(o) } document.body.append(pop); $('#a').setAttribute('aria-expanded', 'true') }`,
    ),
    says('Green', takes('Green')),
  ),
  'an editable field that filters': page(
    combo(
      '<input id=a role=combobox aria-expanded=false aria-controls=l><ul id=l role=listbox hidden></ul>',
      `const show = () => { $('#l').hidden = false; $('#a').setAttribute('aria-expanded', 'true'); $('#l').replaceChildren(...items.filter((c) => c.toLowerCase().includes($('#a').value.toLowerCase())).map((c) => { const o = document.createElement('li'); o.setAttribute('role', 'option'); o.textContent = c; o.onmousedown = (e) => { e.preventDefault(); $('#a').value = c; out(c); $('#l').hidden = true; $('#a').setAttribute('aria-expanded', 'false') }; return o })) }; $('#a').oninput = show`,
    ),
    says('Blue', takes('Green', 'Blue')),
  ),
  'a search on the server before anything is offered': page(
    combo(
      '<input id=a role=combobox aria-expanded=false aria-controls=l><ul id=l role=listbox></ul>',
      `let t; $('#a').oninput = () => { clearTimeout(t); t = setTimeout(() => { $('#l').replaceChildren(...items.filter((c) => $('#a').value && c.toLowerCase().startsWith($('#a').value.toLowerCase())).map((c) => { const o = document.createElement('li'); o.setAttribute('role', 'option'); o.textContent = c; o.onclick = () => { out(c); $('#l').replaceChildren() }; return o })) }, 250) }`,
    ),
    says('Green', takes(/\bGreen\b/)),
  ),
  'a virtual list': page(
    combo(
      BUTTON,
      `$('#a').onclick = () => { const pop = document.createElement('div'); pop.setAttribute('role', 'listbox'); pop.style = 'height:100px;overflow:auto;width:200px'; const inner = document.createElement('div'); inner.style = 'position:relative;height:' + 500 * 25 + 'px'; pop.append(inner); const draw = () => { const from = Math.floor(pop.scrollTop / 25); inner.replaceChildren(...Array.from({ length: 6 }, (_, i) => { const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = 'Item ' + (from + i) + '.'; o.style = 'position:absolute;height:25px;top:' + (from + i) * 25 + 'px'; o.onclick = () => { out(o.textContent); pop.remove(); $('#a').setAttribute('aria-expanded', 'false') }; return o })) }; pop.onscroll = draw; document.body.append(pop); draw(); $('#a').setAttribute('aria-expanded', 'true') }`,
    ),
    says('Item 87.', takes('Item 87.')),
  ),
  'a list box that is always open': page(
    `<div id=a role=listbox><div role=option>Red</div><div role=option>Green</div></div>${OUT}${script(`$('#a').onclick = (e) => out(e.target.textContent)`)}`,
    says('Green', takes('Green')),
  ),
  'radio buttons': page(
    `<fieldset id=a><label><input type=radio name=r>Red</label><label><input type=radio name=r>Green</label></fieldset>${OUT}${script(`document.onchange = (e) => out(e.target.parentElement.textContent)`)}`,
    says('Green', takes('Green')),
  ),
  'roles of radio buttons': page(
    `<div id=a role=radiogroup><span role=radio aria-checked=true>Red</span><span role=radio aria-checked=false>Green</span></div>${OUT}${script(`$('#a').onclick = (e) => { for (const r of $('#a').children) r.setAttribute('aria-checked', String(r === e.target)); out(e.target.textContent) }`)}`,
    says('Red', takes('Green', 'Red')),
  ),
  'pressed buttons': page(
    `<div id=a role=group><button aria-pressed=true>Red</button><button aria-pressed=false>Green</button></div>${OUT}${script(`$('#a').onclick = (e) => { for (const r of $('#a').children) r.setAttribute('aria-pressed', String(r === e.target)); out(e.target.textContent) }`)}`,
    says('Green', takes('Green')),
  ),
  'a menu button': page(
    combo(
      '<button id=a aria-haspopup=menu aria-expanded=false>Red</button>',
      `${MENU} let pop; const close = () => { pop.remove(); $('#a').setAttribute('aria-expanded', 'false') }; $('#a').onclick = () => { pop = document.createElement('div'); pop.setAttribute('role', 'menu'); document.body.append(pop); open(pop, 'menuitem'); $('#a').setAttribute('aria-expanded', 'true') }`,
    ),
    says('Blue', takes('Blue')),
  ),
  'a native list that a library has replaced': page(
    combo(
      '<select id=a style="display:none"><option>Red<option>Green</select><div id=w tabindex=0 style="border:1px solid">Red</div>',
      `let pop; $('#w').onclick = () => { if (pop) return; pop = document.createElement('ul'); for (const c of items) { const o = document.createElement('li'); o.textContent = c; o.onclick = () => { $('#w').textContent = c; out(c); pop.remove(); pop = undefined }; pop.append(o) } $('#w').after(pop) }`,
    ),
    says('Green', takes('Green')),
  ),
  'several choices in a list that stays open': page(
    combo(
      BUTTON,
      `let pop; const on = new Set(); $('#a').onclick = () => { if (pop) { pop.remove(); pop = undefined; $('#a').setAttribute('aria-expanded', 'false'); return } pop = document.createElement('div'); pop.setAttribute('role', 'listbox'); pop.setAttribute('aria-multiselectable', 'true'); for (const c of items) { const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = c; o.onclick = () => { on.add(c); out([...on].join('+') + (pop ? '' : '!')) }; pop.append(o) } document.body.append(pop); $('#a').setAttribute('aria-expanded', 'true') }`,
    ),
    says('Red+Blue', takes('Red', 'Blue')),
  ),
  'an option by itself': page(
    `<select><option>One<option id=a>Two</select>${OUT}${script(`$('select').onchange = (e) => out(e.target.value)`)}`,
    says('Two', ({ choose, page: shown }) => choose(shown.locator('#a'))),
  ),
  'what is chosen and what is offered': page(
    combo(
      BUTTON,
      `${MENU} let pop; const close = () => { pop.remove(); pop = undefined; $('#a').setAttribute('aria-expanded', 'false') }; $('#a').onclick = () => { if (pop) return close(); pop = document.createElement('div'); pop.setAttribute('role', 'listbox'); document.body.append(pop); open(pop); $('#a').setAttribute('aria-expanded', 'true') }`,
    ),
    async ({ choose, chosen, offered, expect, page: shown }) => {
      const list = shown.locator('#a')
      expect(await offered(list)).toEqual(OPTIONS)
      await choose(list, 'Blue')
      await expect.poll(() => chosen(list)).toBe('Blue')
      await expect(shown.getByRole('option')).toHaveCount(0)
    },
  ),
}

const DELETES: Testcode = async ({ rows, confirming, expect, page: shown }) => {
  const row = rows(['Acme'], /\bdelete\b/i)
  await confirming(() => row.getByRole('button', { name: /delete/i }).click())
  await expect(shown.getByText('Acme').filter({ visible: true })).toHaveCount(0)
  await expect(rows(['Best'], /\bdelete\b/i)).toHaveCount(1)
  await shown.reload()
  await expect(shown.getByText('Acme').filter({ visible: true })).toHaveCount(0)
}
/** Two rows, which are kept in the browser; `ask(name, yes)` asks before one is deleted. */
const table = (ask: string) =>
  `<ul id=rows></ul><div id=place></div>${script(`
  const all = () => JSON.parse(sessionStorage[location.pathname] ?? '["Acme","Best"]')
  const remove = (name) => { sessionStorage[location.pathname] = JSON.stringify(all().filter((n) => n !== name)); draw() }
  const draw = () => { $('#rows').replaceChildren(...all().map((name) => { const li = document.createElement('li'); li.innerHTML = name + ' <button>Delete</button>'; li.querySelector('button').onclick = (e) => ask(name, () => remove(name), li, e.target); return li })) }
  const dialog = (html, yes, tag = 'div', attributes = 'role="dialog"') => { $('#place').innerHTML = '<' + tag + ' ' + attributes + ' style="position:fixed;inset:100px;background:#fff;border:1px solid">' + html + '</' + tag + '>'; for (const b of $('#place').querySelectorAll('button')) b.onclick = () => { $('#place').innerHTML = ''; if (b.dataset.yes !== undefined) yes() } }
  ${ask}; draw()`)}`

const QUESTIONS: Readonly<Record<string, Fixture>> = {
  'no question': page(table('const ask = (name, yes) => yes()'), DELETES),
  "the browser's own": page(table('const ask = (name, yes) => { if (confirm("Delete?")) yes() }'), DELETES),
  'a dialogue in a portal that names the row': page(
    table(
      `const ask = (name, yes) => dialog('<h2>Delete ' + name + '?</h2><button>Cancel</button><button data-yes>Delete</button>', yes)`,
    ),
    DELETES,
  ),
  'an alert dialogue with Yes and No': page(
    table(
      `const ask = (name, yes) => dialog('Are you sure?<button data-yes>Yes</button><button>No</button>', yes, 'div', 'role="alertdialog"')`,
    ),
    DELETES,
  ),
  'the element dialog': page(
    table(
      `const ask = (name, yes) => { dialog('Remove it?<button>Keep it</button><button data-yes>Remove</button>', yes, 'dialog', ''); $('dialog').showModal() }`,
    ),
    DELETES,
  ),
  'a dialogue without a role': page(
    table(
      `const ask = (name, yes) => dialog('This cannot be undone.<button>Cancel</button><button data-yes>OK</button>', yes, 'div', 'class="modal"')`,
    ),
    DELETES,
  ),
  'a dialogue that comes late': page(
    table(
      `const ask = (name, yes) => setTimeout(() => dialog('Delete?<button>Cancel</button><button data-yes>Delete</button>', yes), 300)`,
    ),
    DELETES,
  ),
  'a popover': page(
    table(
      `const ask = (name, yes) => { dialog('Sure?<button>No</button><button data-yes>Yes</button>', yes, 'div', 'popover'); $('[popover]').showPopover() }`,
    ),
    DELETES,
  ),
  'two buttons in the row': page(
    table(
      `const ask = (name, yes, li) => { li.innerHTML = name + ' Are you sure? <button id=y>Yes</button> <button id=n>No</button>'; $('#y').onclick = yes; $('#n').onclick = draw }`,
    ),
    DELETES,
  ),
  'a second press': page(
    table(`const ask = (name, yes, li, b) => { b.textContent = 'Click again to delete'; b.onclick = yes }`),
    DELETES,
  ),
  'a button that is enabled after a moment': page(
    table(
      `const ask = (name, yes) => { dialog('Delete?<button>Cancel</button><button data-yes disabled>Delete</button>', yes); setTimeout(() => { $('[data-yes]').disabled = false }, 800) }`,
    ),
    DELETES,
  ),
  'a word that has to be typed': page(
    table(
      `const ask = (name, yes) => { dialog('Type "' + name + '" to confirm. <input><button>Cancel</button><button data-yes disabled>Delete</button>', yes); $('input').oninput = (e) => { $('[data-yes]').disabled = e.target.value !== name } }`,
    ),
    DELETES,
  ),
  'two questions': page(
    table(
      `const ask = (name, yes) => dialog('Delete?<button>Cancel</button><button data-yes>Delete</button>', () => dialog('Really?<button>No</button><button data-yes>Yes, delete</button>', yes))`,
    ),
    DELETES,
  ),
  'an offer to undo, after which it is deleted': page(
    table(
      `const ask = (name, yes, li) => { li.remove(); $('#place').innerHTML = 'Deleted ' + name + ' <button>Undo</button>'; setTimeout(() => { $('#place').innerHTML = ''; yes() }, 2500) }`,
    ),
    DELETES,
  ),
  cancelled: page(
    table(`const ask = (name, yes) => dialog('Delete?<button>Cancel</button><button data-yes>Delete</button>', yes)`),
    async ({ rows, confirming, expect, page: shown }) => {
      await confirming(
        () =>
          rows(['Acme'], /\bdelete\b/i)
            .getByRole('button')
            .click(),
        'no',
      )
      await expect(shown.getByRole('dialog')).toHaveCount(0)
      await expect(rows(['Acme'], /\bdelete\b/i)).toHaveCount(1)
    },
  ),
  'a message that only can be closed stays': page(
    table(`const ask = (name) => dialog('Cannot delete: it has contacts.<button>OK</button>', () => 0)`),
    async ({ rows, confirming, expect, page: shown }) => {
      await confirming(() =>
        rows(['Acme'], /\bdelete\b/i)
          .getByRole('button')
          .click(),
      )
      await expect(shown.getByText('has contacts')).toBeVisible()
    },
  ),
  'no other row is deleted if the page is drawn anew': page(
    table(`const ask = (name, yes) => { yes(); draw() }`),
    DELETES,
  ),
}

/** Pages that no person could use, each with its reason. */
const UNUSABLE: Readonly<Record<string, readonly [Fixture, RegExp]>> = {
  'a read-only field': [
    page('<input id=a readonly>', fill('x')),
    /^The element "#a" is read-only, and a click on it opened nothing that takes a text/,
  ],
  'a covered field': [
    page('<div style="position:fixed;inset:0;z-index:9"></div><input id=a>', fill('x')),
    /^The element "#a" was covered by <div>, so it could not be clicked/,
  ],
  'a disabled field': [page('<input id=a disabled>', fill('x')), /was still disabled/],
  'a hidden field': [page('<input id=a style="display:none">', fill('x')), /on the page, but hidden/],
  'a box that does not change': [
    page('<button id=a role=switch aria-checked=false>x</button>', setTo(true)),
    /did not become ticked after a click/,
  ],
  'a list without the option': [page('<select id=a><option>One</select>', takes('Two')), /offers no option with "Two"/],
  'a combobox without the option': [
    page(
      '<button id=a role=combobox aria-expanded=false aria-controls=l onclick="l.hidden=false">One</button><div id=l role=listbox hidden><div role=option>One</div></div>',
      takes('Two'),
    ),
    /offers no option with "Two"/,
  ],
  'a list that repeats what is typed': [
    page(
      `<input id=a role=combobox aria-expanded=true aria-controls=l><ul id=l role=listbox></ul>${script(`$('#a').oninput = () => { $('#l').innerHTML = '<li role=option>' + $('#a').value + '</li>' }`)}`,
      takes('Green'),
    ),
    /offers no option with "Green"/,
  ],
  'several elements': [
    page('<input class=a><input class=a>', ({ page: shown }) => shown.locator('.a').fill('x')),
    /strict mode violation/,
  ],
  'a question that only shows what is expected': [
    page(
      table(`const ask = (name) => { $('#rows').innerHTML = ''; dialog('Best <button>Delete</button>', () => 0) }`),
      async ({ rows, confirming, expect, page: shown }) => {
        await confirming(() =>
          rows(['Acme'], /\bdelete\b/i)
            .getByRole('button')
            .click(),
        )
        await expect(shown.getByText('Acme').filter({ visible: true })).toHaveCount(0)
        await shown.reload()
        await expect(shown.getByText('Acme').filter({ visible: true })).toHaveCount(0)
      },
    ),
    /Acme/,
  ],
}

/** Judges the first pages of each table of usable pages, and unusable pages. */
export function actsAsAPerson(count = Infinity, names: readonly string[] = Object.keys(UNUSABLE)): void {
  const some = <Page>(pages: Readonly<Record<string, Page>>) =>
    Object.fromEntries(Object.entries(pages).slice(0, count))
  it.each([
    ['types', TYPING],
    ['ticks', BOXES],
    ['chooses', LISTS],
    ['answers questions of the page', QUESTIONS],
  ])('%s', async (_, pages) => {
    check(await judge(some(pages))).toEqual(allPass(some(pages)))
  })
  it('is told why something cannot be used', async () => {
    const unusable = casesNamed(Object.entries(UNUSABLE), ...names)
    const reasons = await judge(Object.fromEntries(unusable.map(([name, [each]]) => [name, each])))
    for (const [name, [, reason]] of unusable) check(reasons[name]?.replace(/^\w+: /, ''), name).toMatch(reason)
  })
  it('keeps the text of a prompt', async () => {
    const all = {
      prompt: page(`<button id=b onclick="out.textContent = prompt('Name', 'Old')">Ask</button>${OUT}`, prompts),
    }
    check(await judge(all)).toEqual(allPass(all))
  })
}
