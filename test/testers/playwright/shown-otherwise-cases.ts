/** The painted pixels decide what a person sees, even if the document says something else. */
import type { Fixture } from './bed.ts'

const shows42: Fixture['testcode'] = async ({ page, expect }) => {
  await expect(page.locator('#out')).toShowNumber('42', { timeout: 3000 })
}
const isVisible: Fixture['testcode'] = async ({ page, expect }) => {
  await expect(page.locator('#out')).toBeVisible({ timeout: 3000 })
}
const says42: Fixture['testcode'] = async ({ page, expect }) => {
  await expect(page.locator('#out')).toHaveText('42', { timeout: 3000 })
}

const declared = (style: string, more = '') =>
  `<div><template shadowrootmode="closed"><div style="${style}"><slot></slot></div>${more}</template><p id="out">42</p></div>`
const closed = (style: string, more = ''): Fixture => ({ body: declared(style, more), testcode: shows42 })
const FIXED = 'position:fixed;inset:0;background:#fff;pointer-events:none'

const IN_CLOSED_TREES: Readonly<Record<string, Fixture>> = {
  'opacity 0': closed('opacity:0'),
  'opacity 0, looked at as a whole': { body: declared('opacity:0'), testcode: isVisible },
  'opacity .02': closed('opacity:.02'),
  'a filter': closed('filter:opacity(0)'),
  'a mask': closed('mask-image:linear-gradient(transparent,transparent)'),
  'a filter that makes its letters white': closed('filter:invert(1)'),
  'a cover within the tree': closed('', `<div style="${FIXED}"></div>`),
  'a cover in a tree elsewhere': {
    body: `<p id="out">42</p><div><template shadowrootmode="closed"><div style="${FIXED}"></div></template></div>`,
    testcode: isVisible,
  },
  'a pseudo-element within the tree': closed('', `<style>div::after{content:'';${FIXED}}</style>`),
  'set by setHTMLUnsafe': {
    body: `<div id="w"></div><script>w.setHTMLUnsafe(${JSON.stringify(declared('opacity:0'))})</script>`,
    testcode: shows42,
  },
  'set by setHTMLUnsafe after a look': {
    body: `<p id="first">1</p><div id="w"></div><button id="go">Go</button><script>
      go.onclick = () => w.setHTMLUnsafe(${JSON.stringify(declared('opacity:0'))})</script>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#first')).toShowNumber('1')
      await page.locator('#go').click()
      await expect(page.locator('#out')).toShowNumber('42', { timeout: 3000 })
    },
  },
  'cloned from a template': {
    body: `<template id="t"><div><template shadowrootmode="closed" shadowrootclonable><div style="opacity:0"><slot></slot></div></template><p id="out">42</p></div></template>
      <script>document.body.append(document.importNode(t.content, true))</script>`,
    testcode: shows42,
  },
}

const styled = (style: string, text = '42', testcode = shows42): Fixture => ({
  head: `<style>${style}</style>`,
  body: `<p id="out">${text}</p>`,
  testcode,
})
const MADE: Readonly<Record<string, Fixture>> = {
  'a digit before it': styled(`#out::before{content:'1'}`),
  'a digit before it, as a text': styled(`#out::before{content:'1'}`, '42', says42),
  'a digit after it': styled(`#out::after{content:'7'}`),
  'a digit after it, as a text': styled(`#out::after{content:'7'}`, '42', says42),
  'a digit within it': styled(`#out b::before{content:'1'}`, '4<b>2</b>'),
  'a digit of an attribute': {
    head: '<style>#out::before{content:attr(title)}</style>',
    body: '<p id="out" title="1">42</p>',
    testcode: shows42,
  },
  'a counter before it': styled(`#out{counter-reset:x 1} #out::before{content:counter(x)}`),
  'a minus before it': styled(`#out::before{content:'-'}`),
  'thousands before it': styled(`#out::before{content:'1,'}`, '042'),
  'another number beside it': styled(`#out::after{content:'7';margin-left:1em}`),
  'a digit as its marker': styled(`#out{display:list-item;list-style:inside '1'}`),
  'digits above its letters': styled(`#out{text-emphasis:'7'}`),
}

const PENDING = (then: string) => `<button id="go">Go</button><p id="out">old</p><script>
  const out = document.querySelector('#out')
  document.querySelector('#go').onclick = () => { ${then} }</script>`
const pressed: Fixture['testcode'] = async (fixtures) => {
  await fixtures.page.locator('#go').click()
  await shows42(fixtures)
}
const IN_TRANSITIONS: Readonly<Record<string, Fixture>> = {
  'that never begins': {
    body: PENDING(
      `document.startViewTransition(async () => { out.textContent = '42'; await new Promise(() => {}) }).ready.catch(() => { out.textContent = 'old' })`,
    ),
    testcode: pressed,
  },
  'that keeps its old picture': {
    head: `<style>::view-transition{pointer-events:none} ::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:1000s;animation-play-state:paused}
      ::view-transition-old(root){opacity:1;mix-blend-mode:normal} ::view-transition-new(root){display:none}</style>`,
    body: PENDING(`document.startViewTransition(() => { out.textContent = '42' })`),
    testcode: pressed,
  },
  'of an element that never begins': {
    body: PENDING(
      `out.startViewTransition(async () => { out.textContent = '42'; await new Promise(() => {}) }).ready.catch(() => { out.textContent = 'old' })`,
    ),
    testcode: pressed,
  },
}

const HONEST: Readonly<Record<string, Fixture>> = {
  'a text in a closed tree that is written in HTML': closed('color:#335;border:1px solid'),
  'a text beside such a tree': {
    body: `<div><template shadowrootmode="closed"><b>Menu</b></template></div><p id="out">42</p>`,
    testcode: shows42,
  },
  'a text in an open tree that is written in HTML': {
    body: `<div><template shadowrootmode="open"><style>p{color:#224}</style><p id="out">42</p></template></div>`,
    testcode: shows42,
  },
  'a text beside a frame': { body: `<iframe srcdoc="<p>1</p>"></iframe><p id="out">42</p>`, testcode: shows42 },
  'a view transition that ends': {
    body: PENDING(`document.startViewTransition(() => { out.textContent = '42' })`),
    testcode: pressed,
  },
  'a unit after it': styled(`#out::after{content:' kg'}`),
  'a unit directly after it': styled(`#out::after{content:'kg'}`, '42', says42),
  'a sign of a currency before it': styled(`#out::before{content:'$'}`),
  'an arrow after it': styled(`#out::after{content:' →'}`),
  'a dash with a space before it': styled(`#out::before{content:'- '}`),
  'the number of a list item': {
    head: `<style>li{list-style:none;counter-increment:n} li::before{content:counter(n) '. '}</style>`,
    body: `<ol><li>One</li><li id="out">42</li></ol>`,
    testcode: shows42,
  },
  'the number of a list item that has room beside it': {
    head: `<style>li{list-style:none;counter-increment:n} li::before{content:counter(n);margin-right:1em}</style>`,
    body: `<ol><li>One</li><li id="out">42</li></ol>`,
    testcode: shows42,
  },
  'a list with its usual markers': {
    body: `<ol style="list-style-position:inside"><li>One</li><li id="out">42</li></ol>`,
    testcode: shows42,
  },
  'the number of a step before its name': styled(
    `#out::before{content:'1'}`,
    'Shipping',
    async ({ page, expect, read }) => {
      await expect(page.locator('#out')).toHaveText('Shipping')
      await expect(page.locator('#out')).toHaveText(/^Shipping$/)
      expect(await read(page.locator('#out'))).toBe('Shipping')
    },
  ),
  'a hint that is shown under the pointer only': styled(`#out::after{content:'7 of 9';opacity:0;position:absolute}`),
  'quotation marks': styled(`#out::before{content:open-quote} #out::after{content:close-quote}`),
  symbols: styled(`#out::before{content:'★ '} #out::after{content:'\\f101'}`),
}

/** Title, pages and their expected status. */
export const TABLES = [
  ['what a closed shadow tree in HTML hides is not seen', IN_CLOSED_TREES, 'failed'],
  ['what a style sheet adds to a number makes another number', MADE, 'failed'],
  ['what a view transition does not show yet is not seen', IN_TRANSITIONS, 'failed'],
  ['honest pages with closed trees, characters of style sheets and view transitions pass', HONEST, 'passed'],
] as const
