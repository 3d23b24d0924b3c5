/** A text counts as visible exactly if a person can see it, whatever technique hides or shows it. */
import { judgeFixtures, type Fixture } from './bed.ts'

const at =
  (selector: string): Fixture['testcode'] =>
  async ({ page, expect }) => {
    await expect(page.locator(selector)).toBeVisible()
    await expect(page.locator(selector)).toContainText('42')
  }
/** A text with a style, and other elements of the page. */
const styled = (style: string, others = ''): Fixture => ({
  body: `<p>Result</p><div id="out" style="${style}">42</div>${others}`,
  testcode: at('#out'),
})
const STRIPES = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="4" height="8"/><rect x="4" width="4" height="8" fill="white"/></svg>')}`
const COVER = 'position:absolute;left:0;top:0;width:600px;height:300px;'

const FOR_THE_EAR = 'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap'
/** Visible dashes with hidden words between them. */
const dashes = (hide: string) =>
  Array.from({ length: 5 }, () => '<span>-</span>').join(
    ['Normal', '41', '42', '43'].map((word) => ` <span style="${hide}">${word}</span> `).join(''),
  )

const UNSEEN: Readonly<Record<string, Fixture>> = {
  'opacity 0': styled('opacity:0'),
  'opacity 0.02': styled('opacity:.02'),
  'the opacity of two ancestors': {
    body: `<div style="opacity:.3"><div style="opacity:.3"><p id="out">42</p></div></div>`,
    testcode: at('#out'),
  },
  'opacity 0 as a filter': styled('filter:opacity(0)'),
  'the colour of its ground': styled('color:white'),
  'nearly the colour of its ground': styled('color:#fdfdfd'),
  'a transparent colour': styled('color:transparent'),
  'a transparent fill': styled('-webkit-text-fill-color:transparent'),
  'a dark text on a dark ground': styled('color:#111;background:#0a0a0a'),
  'a transparent text on a picture': styled(`color:transparent;background:url('${STRIPES}')`),
  'a transparent text on a gradient': styled(`color:transparent;background:linear-gradient(black,white)`),
  'a text whose colour is that of the gradient it stands on': styled(
    `color:#777;background:linear-gradient(90deg,#777,#777 80%,black)`,
  ),
  'off the left side': styled('position:absolute;left:-5000px'),
  'off the top': styled('position:fixed;top:-500px'),
  'off the right side, fixed': styled('position:fixed;left:5000px'),
  'one pixel': styled('width:1px;height:1px;overflow:hidden;position:absolute'),
  'letters of a pixel': styled('font-size:1px'),
  'letters that are scaled away': styled('transform:scale(.01)'),
  'letters turned on their edge': styled('transform:rotateY(90deg)'),
  clip: styled('position:absolute;clip:rect(0 0 0 0)'),
  'clip-path': styled('clip-path:inset(50%)'),
  'a clip-path elsewhere': styled('clip-path:circle(1px at 0 0)'),
  'a mask': styled('mask-image:linear-gradient(transparent,transparent)'),
  'a covering element': styled('', `<div style="${COVER}background:white"></div>`),
  'a covering element that lets the pointer through': styled(
    '',
    `<div style="${COVER}background:white;pointer-events:none"></div>`,
  ),
  'a cover with a higher level in a context of a lower one': {
    body: `<div style="position:relative;z-index:1"><div style="position:absolute;z-index:-1;width:600px;height:300px;background:white;pointer-events:none"></div></div><p id="out">42</p>`,
    testcode: at('#out'),
  },
  'a cover with a negative level above a text of a lower one': {
    body: `<div style="position:fixed;inset:0;z-index:-1;background:white;pointer-events:none"></div><div style="position:relative;z-index:-2"><p id="out">42</p></div>`,
    testcode: at('#out'),
  },
  'a cover that comes first and has a level': {
    body: `<div style="${COVER}background:white;pointer-events:none;z-index:1"></div><p id="out" style="position:relative">42</p>`,
    testcode: at('#out'),
  },
  'a blur that lies above it': styled('', `<div style="${COVER}backdrop-filter:blur(30px)"></div>`),
  'the colour of a decoration behind it': {
    head: '<style>body{background:black}</style>',
    body: `<div style="position:fixed;inset:0;z-index:-1;background:white;pointer-events:none"></div><p id="out" style="color:white">42</p>`,
    testcode: at('#out'),
  },
  'the colour of the ground of an element that lets the pointer through': {
    head: '<style>body{background:black}</style>',
    body: `<div style="pointer-events:none;background:white"><p id="out" style="color:white;pointer-events:auto">42</p></div>`,
    testcode: at('#out'),
  },
  'the colour of the ground in another notation': styled('color:oklch(0.3 0.1 260);background:oklch(0.3 0.1 260)'),
  'the colour of dark paper': { head: '<style>:root{color-scheme:dark}</style>', ...styled('color:#121212') },
  'the colour of a blurred ground': {
    body: `<div style="background:#888"><div style="backdrop-filter:blur(4px);background:rgb(136 136 136/.2)"><p id="out" style="color:#888">42</p></div></div>`,
    testcode: at('#out'),
  },
  'a gradient that a second one covers with its colour': styled(
    'color:#227;background:linear-gradient(#227,#227),linear-gradient(white,#eee)',
  ),
  'a thick shadow of a later element': styled(
    '',
    `<div style="position:absolute;left:700px;top:0;width:9px;height:9px;box-shadow:0 0 0 900px white"></div>`,
  ),
  'a covering gradient that lets the pointer through': styled(
    '',
    `<div style="${COVER}background:linear-gradient(black,white);pointer-events:none"></div>`,
  ),
  'a pseudo element above it': {
    head: `<style>#out { position: relative } #out::after { content: ''; position: absolute; inset: 0; background: white }</style>`,
    ...styled(''),
  },
  'a pseudo element of its parent above it': {
    head: `<style>main { position: relative } main::after { content: ''; position: absolute; inset: 0; background: white; pointer-events: none }</style>`,
    body: `<main><div><p id="out">42</p></div></main>`,
    testcode: at('#out'),
  },
  'a pseudo element of the document above it': {
    head: `<style>html::before { content: ''; position: fixed; inset: 0; background: white; z-index: 9 }</style>`,
    ...styled(''),
  },
  'a great shadow above it': styled(
    '',
    `<div style="position:absolute;left:0;top:250px;width:600px;height:2px;box-shadow:0 -150px 0 150px white"></div>`,
  ),
  'a great outline above it': styled(
    '',
    `<div style="position:absolute;left:200px;top:150px;width:2px;height:2px;outline:200px solid white"></div>`,
  ),
  'strokes around its letters in the colour of the ground': styled('-webkit-text-stroke:30px white;font-size:20px'),
  'a line through it that is as thick as its letters': styled('text-decoration:line-through white 40px'),
  'a first line in the colour of the ground': { ...styled(''), head: '<style>#out::first-line{color:white}</style>' },
  'a first letter without size': {
    ...styled(''),
    head: '<style>#out::first-letter{font-size:0;color:white}#out{font-size:0}</style>',
  },
  'a highlight in the colour of the ground': {
    head: '<style>::highlight(x){color:white;background:white}</style>',
    ...styled(
      '',
      `<script>const r = new Range(); r.selectNodeContents(document.querySelector('#out')); CSS.highlights.set('x', new Highlight(r))</script>`,
    ),
  },
  'a selection in the colour of the ground': {
    head: '<style>::selection{color:white;background:white}</style>',
    ...styled('', `<script>getSelection().selectAllChildren(document.querySelector('#out'))</script>`),
  },
  'letters of another element above it': styled(
    '',
    `<div style="${COVER}color:white;font-size:300px;line-height:300px;overflow:hidden;font-family:monospace">████</div>`,
  ),
  'a border of another element above it': styled(
    '',
    `<div style="position:absolute;left:0;top:0;width:0;height:0;border:200px solid white"></div>`,
  ),
  'a pseudo element of another element above it': {
    head: `<style>#c::after{content:'';position:absolute;inset:0;background:white}</style>`,
    ...styled('', `<i id="c" style="${COVER}pointer-events:none"></i>`),
  },
  'the ground of a popover above it': {
    head: '<style>#c::backdrop{background:white}</style>',
    ...styled(
      '',
      `<i id="c" popover style="width:1px;height:1px;border:0;padding:0;inset:auto 0 0 auto"></i><script>document.querySelector('#c').showPopover()</script>`,
    ),
  },
  'letters in another order': {
    body: `<div id="out"><span style="unicode-bidi:bidi-override;direction:rtl"><b>42</b></span></div>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toShowNumber('42'),
  },
  'letters turned round by a mark': {
    body: `<div id="out">\u202e42</div>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toShowNumber('42'),
  },
  'a negative z-index': styled('position:relative;z-index:-1', `<div style="${COVER}background:white"></div>`),
  'text-indent': styled('text-indent:-9999px;overflow:hidden'),
  'a text-indent beyond the window': styled('text-indent:-9999px'),
  'brightness that leaves nothing': styled('filter:brightness(0);background:#333'),
  'a blur': styled('filter:blur(30px)'),
  'letters upon each other': styled('letter-spacing:-1em;font-size:20px;width:500px'),
  'dots for letters': styled('-webkit-text-security:disc'),
  'no letters for letters': styled('-webkit-text-security:square;font-size:20px'),
  'no height': styled('height:0;overflow:hidden'),
  'lines of no height': styled('line-height:0;overflow:hidden'),
  'a closed <details>': { body: `<details><summary>More</summary><p id="out">42</p></details>`, testcode: at('#out') },
  'visibility: hidden': styled('visibility:hidden'),
  'content-visibility: hidden': {
    body: `<div style="content-visibility:hidden"><p id="out">42</p></div>`,
    testcode: at('#out'),
  },
  'behind a dialog': styled(
    '',
    `<dialog id="d" style="width:90vw;height:90vh"></dialog><script>document.querySelector('#d').showModal()</script>`,
  ),
  'scrolled out of what does not scroll': {
    body: `<div style="height:30px;width:200px;overflow:hidden;position:relative"><p id="out" style="position:absolute;top:100px">42</p></div>`,
    testcode: at('#out'),
  },
  'clipped by an ancestor': {
    body: `<div style="width:0;height:0;overflow:clip"><p id="out">42</p></div>`,
    testcode: at('#out'),
  },
  'a blend that leaves nothing': {
    body: `<div style="background:white"><p id="out" style="mix-blend-mode:lighten">42</p></div>`,
    testcode: at('#out'),
  },
  'a value in a control that is transparent': {
    body: `<div id="out">Total <button style="opacity:0">42</button></div>`,
    testcode: at('#out'),
  },
  'letters without size': styled('font-size:0'),
  'among 400 other numbers': {
    body: `<div id="out">${Array.from({ length: 4000 }, (_, n) => (n / 10).toFixed(1)).join(' ')}</div>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#out')).toContainText('42.0')
    },
  },
  'a number among 4000 in the same element': {
    body: `<div id="out">${Array.from({ length: 4000 }, (_, n) => (n / 10).toFixed(1)).join(' ')}</div>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#out')).toShowNumber('42.0')
    },
  },
  'a number beside one other': {
    body: `<div id="out">22.9 42</div>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#out')).toShowNumber('42')
    },
  },
  'a text among more than 300 characters': {
    body: `<div id="out">${'lorem ipsum '.repeat(30)}42</div>`,
    testcode: at('#out'),
  },
  'a text found in the whole page': {
    body: `<p>${Array.from({ length: 400 }, (_, n) => String(n)).join(' ')}</p>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('body')).toContainText('42')
    },
  },
  'a number with a small one behind it': {
    body: `<div id="out">42 <small>7</small></div>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#out')).toShowNumber('42')
    },
  },
}

/** Texts of which a part is hidden. */
const PARTLY: Readonly<Record<string, Fixture>> = {
  'transparent words among many that are seen': {
    body: `<p id="out">${dashes('opacity:0')}</p>`,
    testcode: at('#out'),
  },
  'words in the colour of the ground among others': {
    body: `<p id="out">${dashes('color:white')}</p>`,
    testcode: at('#out'),
  },
  'words that only pixels tell from the ground': {
    body: `<p id="out"><span style="filter:blur(0.1px)">Result</span> <span style="filter:opacity(0)">42</span></p>`,
    testcode: at('#out'),
  },
  'the end of a line, cut off': {
    body: `<p id="out" style="width:60px;overflow:hidden;white-space:nowrap">Result is: 41 42 43</p>`,
    testcode: at('#out'),
  },
  'the end of a line, covered': {
    body: `<div style="position:relative"><p id="out">Result is: 41 42 43</p><div style="position:absolute;left:70px;top:0;width:300px;height:60px;background:white"></div></div>`,
    testcode: at('#out'),
  },
  'the end of a line, masked': {
    body: `<p id="out" style="width:200px;mask-image:linear-gradient(90deg,black 35%,transparent 35%)">Result is: 41 42 43</p>`,
    testcode: at('#out'),
  },
  'the end of a line, in white on white behind a dark box': {
    body: `<p id="out" style="color:white;background:linear-gradient(90deg,#222 70px,white 70px)">Result is: 41 42 43</p>`,
    testcode: at('#out'),
  },
  'lines below those that have room': {
    body: `<p id="out" style="width:60px;height:40px;overflow:hidden;line-height:20px">Result which is then 41 42 43</p>`,
    testcode: at('#out'),
  },
  'behind an ellipsis': {
    body: `<p id="out" style="width:90px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">Result is then 41 42 43</p>`,
    testcode: at('#out'),
  },
  'a number of which an ellipsis cuts off the rest': {
    body: `<p id="out" style="width:40px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font:20px monospace">42000000</p>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toShowNumber('42'),
  },
  'a number in a control that is transparent': {
    body: `<div id="out">Result <button style="opacity:0">42</button></div>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toShowNumber('42'),
  },
  'a text in a control that is transparent, read': {
    body: `<div id="out">Result <button style="opacity:0">42</button></div>`,
    testcode: async ({ page, expect, read }) => expect(await read(page.locator('#out'))).toContain('42'),
  },
  'what a row is found by': {
    body: `<ul><li>Milk <span style="opacity:0">Bread 42 43</span> <button>Delete</button></li></ul>`,
    testcode: async ({ rows, expect }) => expect(rows(['Milk', '42'], /delete/i)).toHaveCount(1),
  },
  'a text that is found letter by letter': {
    body: `<p>- <i style="opacity:0">Obe</i><i style="opacity:0">se</i> -</p>`,
    testcode: async ({ page, expect }) => expect(page.getByText('Obese').first()).toBeVisible(),
  },
  'the second of two texts': {
    body: `<ul><li>41</li><li style="opacity:0">42</li></ul>`,
    testcode: async ({ page, expect }) => expect(page.locator('li')).toHaveText(['41', '42']),
  },
  'letters that are left out of a word': {
    body: `<p id="out">Under<span style="opacity:0">weight</span> 42</p>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toContainText('Underweight'),
  },
}

const WORDS = ['Normal', '41', '42', '43']
/** Hidden words in lists, buttons, drawings and shadow trees, and overlapping words. */
const MORE_PARTLY: Readonly<Record<string, Fixture>> = {
  'a hidden text after thousands of spaces that are not shown': {
    body: `<p id="out">Result ${' '.repeat(3000)}<span style="opacity:0">42</span></p>`,
    testcode: at('#out'),
  },
  'the options of a closed list': {
    body: `<p id="out">Result <select>${WORDS.map((word) => `<option>${word}</option>`).join('')}</select></p>`,
    testcode: at('#out'),
  },
  'the chosen option of a list that is transparent': {
    body: `<p id="out">Result <select style="filter:opacity(0)"><option>42</option></select></p>`,
    testcode: at('#out'),
  },
  'the chosen option of a list without room for it': {
    body: `<p id="out">Result <select style="width:20px"><option>Weight is 42</option></select></p>`,
    testcode: at('#out'),
  },
  'titles within a drawing': {
    body: `<div id="out">Result <svg width="20" height="20"><title>41</title><circle r="9" cx="9" cy="9"><title>42</title></circle></svg></div>`,
    testcode: at('#out'),
  },
  'words that lie upon each other': {
    body: `<div id="out" style="position:relative;height:40px">${WORDS.map((word) => `<b style="position:absolute;left:0;top:0">${word}</b>`).join('')}</div>`,
    testcode: at('#out'),
  },
  'words upon each other that let the pointer through': {
    body: `<div id="out" style="position:relative;height:40px;pointer-events:none">${WORDS.map((word) => `<b style="position:absolute;left:0;top:0">${word}</b>`).join('')}</div>`,
    testcode: at('#out'),
  },
  'a style sheet that is displayed': {
    body: `<div id="out">Result <style style="display:block;opacity:0">42 {}</style></div>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toContainText('42', { useInnerText: true }),
  },
  'the name of a button that is transparent': {
    body: `<div id="out">Result <input type="button" value="42" style="opacity:0"></div>`,
    testcode: at('#out'),
  },
  'the name of a button whose letters are moved out of it': {
    body: `<div id="out">Result <input type="button" value="42" style="width:60px;text-indent:-300px"></div>`,
    testcode: at('#out'),
  },
  'a hidden text in a shadow tree': {
    body: `<div id="out">Result</div><script>const root = document.querySelector('#out').attachShadow({ mode: 'open' }); root.innerHTML = '<slot></slot> <i style="opacity:0">42</i>'</script>`,
    testcode: at('#out'),
  },
  'a text in a slot that is transparent': {
    body: `<div id="out">42</div><script>const root = document.querySelector('#out').attachShadow({ mode: 'open' }); root.innerHTML = 'Result <p style="opacity:0"><slot></slot></p>'</script>`,
    testcode: at('#out'),
  },
  'a text in a slot of a closed shadow tree that is transparent': {
    body: `<div id="out">42</div><script>const root = document.querySelector('#out').attachShadow({ mode: 'closed' }); root.innerHTML = '<p style="filter:opacity(0)"><slot></slot></p>'</script>`,
    testcode: at('#out'),
  },
  'a row that is found by a hidden text': {
    body: `<ul><li>Milk <i style="opacity:0">Ob</i><i style="opacity:0">ese</i> <i style="opacity:0">42</i></li></ul>`,
    testcode: async ({ page, expect }) => expect(page.locator('li').filter({ hasText: 'Obese 42' })).toHaveCount(1),
  },
  'a row that is found by a hidden pattern': {
    body: `<ul><li>Milk <i style="opacity:0">Ob</i><i style="opacity:0">ese</i> <i style="opacity:0">42</i></li></ul>`,
    testcode: async ({ page, expect }) => expect(page.locator('li').filter({ hasText: /Obese 4\d/ })).toBeVisible(),
  },
}

/** Known gap: a screenshot cannot tell a patterned cover from a text. */
export const UNTOLD: Readonly<Record<string, Fixture>> = {
  'a covering picture that lets the pointer through': styled(
    '',
    `<div style="${COVER}background:url('${STRIPES}');pointer-events:none"></div>`,
  ),
  'a striped pseudo element above it': {
    head: `<style>#out { position: relative } #out::after { content: ''; position: absolute; inset: 0; background: url("${STRIPES}") }</style>`,
    ...styled(''),
  },
}

/** Texts that a person can see, although a simple check would take them for hidden. */
const SEEN: Readonly<Record<string, Fixture>> = {
  plain: styled(''),
  'a text with parts for those who hear only': {
    body: `<p id="out"><span style="${FOR_THE_EAR}">Total: </span>42</p>`,
    testcode: at('#out'),
  },
  'a number with a unit for those who hear only': {
    body: `<p id="out">42<span style="${FOR_THE_EAR}"> of 100 points</span></p>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toShowNumber('42'),
  },
  'a row with a label for those who hear only': {
    body: `<ul><li>Milk <span style="${FOR_THE_EAR}">costs</span> 2.50 <button>Delete</button></li><li>Bread 3.20 <button>Delete</button></li></ul>`,
    testcode: async ({ rows, expect }) => expect(rows(['Milk', '2.50'], /delete/i)).toHaveCount(1),
  },
  'a long title that an ellipsis cuts off': {
    body: `<div id="out" style="width:200px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">A very long title of a task that nobody reads to its end</div>`,
    testcode: async ({ page, expect, read }) => {
      await expect(page.locator('#out')).toHaveText('A very long title of a task that nobody reads to its end')
      expect(await read(page.locator('#out'))).toContain('nobody reads to its end')
    },
  },
  'a text of many lines that keeps its spaces': {
    body: `<div id="out" style="width:240px;white-space:pre-wrap">Havafis O'Pobemeg sogahil and lizatib honunif rezatib 42 again and again and again and again</div>`,
    testcode: async ({ page, read, expect }) => {
      await expect(page.locator('#out')).toContainText('honunif rezatib 42 again')
      expect(await read(page.locator('#out'))).toContain('lizatib')
    },
  },
  'a text of several elements and colours': {
    body: `<p id="out" style="font-size:20px"><b style="background:#235;color:white">For</b><i style="color:#a33">ty</i>-<u>two</u> is <span style="display:inline-block;transform:rotate(-8deg)">42</span></p>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#out')).toContainText('Forty-two is 42')
    },
  },
  'emoji and letters of several marks': {
    body: `<p id="out">👩‍👩‍👧 Ame\u0301lie 42 🇫🇷</p>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toContainText('Ame\u0301lie 42'),
  },
  'white text on a picture': styled(
    `color:white;font-size:24px;background:url('data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#355"/><circle cx="30" cy="30" r="20" fill="#575"/></svg>')}')`,
  ),
  'white text on a gradient': styled('color:white;background:linear-gradient(90deg,#235,#638)'),
  'text that is filled with a gradient': styled(
    'font-size:40px;color:transparent;background:linear-gradient(90deg,#c06,#06c);-webkit-background-clip:text;background-clip:text',
  ),
  'a light grey hint': styled('color:#aaa'),
  'a lighter grey hint': styled('color:#ccc'),
  'light grey on white of a disabled button': {
    body: `<button id="out" disabled>42</button>`,
    testcode: at('#out'),
  },
  'a card with a stretched link': {
    head: `<style>.card { position: relative; padding: 2em } .card a::after { content: ''; position: absolute; inset: 0 }</style>`,
    body: `<div class="card"><h2>Title</h2><p id="out">42</p><a href="#x">Open</a></div>`,
    testcode: at('#out'),
  },
  'a card with a link laid over it': {
    body: `<div style="position:relative"><p id="out">42</p><a href="#x" style="position:absolute;inset:0"></a></div>`,
    testcode: at('#out'),
  },
  'below a sticky header': {
    body: `<header style="position:sticky;top:0;height:80px;background:#eee">Header</header><div style="height:3000px"></div><p id="out">42</p><div style="height:3000px"></div>`,
    testcode: at('#out'),
  },
  'scrolled under a sticky header': {
    body: `<header style="position:sticky;top:0;height:80px;background:#eee">Header</header><p id="out">42</p><div style="height:3000px"></div>`,
    testcode: async (fixtures) => {
      await fixtures.page.mouse.wheel(0, 60)
      await fixtures.settle()
      await at('#out')(fixtures)
    },
  },
  'behind a fixed footer at the end': {
    body: `<div style="height:2000px"></div><p id="out">42</p><div style="height:300px"></div><footer style="position:fixed;bottom:0;left:0;right:0;height:60px;background:#eee">Footer</footer>`,
    testcode: at('#out'),
  },
  'in a button': { body: `<button id="out"><span>Save</span> <b>42</b></button>`, testcode: at('#out') },
  'in a table that has to be scrolled': {
    body: `<div style="width:300px;overflow-x:auto"><table><tr>${'<td style="min-width:150px">x</td>'.repeat(20)}<td id="out">42</td></tr></table></div>`,
    testcode: at('#out'),
  },
  'in a list that has to be scrolled': {
    body: `<ul style="height:100px;overflow-y:auto">${'<li>x</li>'.repeat(100)}<li id="out">42</li></ul>`,
    testcode: at('#out'),
  },
  'small print': styled('font-size:9px'),
  'a label over a coloured box': {
    body: `<div style="position:relative;width:100px;height:40px"><div style="position:absolute;inset:0;background:#036"></div><span id="out" style="position:absolute;left:5px;top:5px;color:white">42</span></div>`,
    testcode: at('#out'),
  },
  'a label over a coloured bar that is drawn later but below': {
    body: `<div style="position:relative;width:100px;height:40px"><span id="out" style="position:absolute;z-index:2;left:5px;top:5px;color:white">42</span><div style="position:absolute;inset:0;background:#036;pointer-events:none"></div></div>`,
    testcode: at('#out'),
  },
  'above a decoration that lets the pointer through': {
    body: `<div style="position:relative;isolation:isolate;color:white"><div style="position:absolute;inset:0;z-index:-1;background:linear-gradient(90deg,#235,#638);pointer-events:none"></div><p id="out">42</p></div>`,
    testcode: at('#out'),
  },
  'above a decoration of a pseudo element': {
    head: `<style>.hero { position: relative; isolation: isolate; color: white } .hero::before { content: ''; position: absolute; inset: 0; z-index: -1; background: #246 }</style>`,
    body: `<div class="hero"><p id="out">42</p></div>`,
    testcode: at('#out'),
  },
  'in the dark': { head: `<style>body { background: #121212; color: #ddd }</style>`, ...styled('') },
  'in the dark, by the document': { head: `<style>html { background: #121212; color: #999 }</style>`, ...styled('') },
  'in the dark, by its scheme': { head: `<style>:root { color-scheme: dark }</style>`, ...styled('') },
  'a hint of opacity .6': styled('opacity:.6'),
  'a finished thing of opacity .5, grey and struck through': styled(
    'opacity:.5;color:#888;text-decoration:line-through',
  ),
  'blended by multiplication': styled('mix-blend-mode:multiply'),
  'blended by difference': {
    body: `<div style="background:#123;padding:1em"><p id="out" style="color:white;mix-blend-mode:difference">42</p></div>`,
    testcode: at('#out'),
  },
  'a checkbox that is drawn by its label': {
    head: `<style>#box { position: absolute; opacity: 0; width: 1px; height: 1px } label::before { content: '☐ ' } #box:checked + label::before { content: '☑ ' }</style>`,
    body: `<input type="checkbox" id="box"><label id="out" for="box">42</label>`,
    testcode: async (fixtures) => {
      await at('#out')(fixtures)
      await fixtures.page.locator('#out').click()
      await fixtures.expect(fixtures.page.locator('#box')).toBeChecked()
    },
  },
  'an option of a list to choose from': {
    body: `<select id="s"><option>1</option><option id="out">42</option></select>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#out')).toHaveText('42')
      await expect(page.locator('#s option')).toHaveCount(2)
    },
  },
  'turned text': styled('transform:rotate(-30deg);width:80px'),
  'upright text': styled('writing-mode:vertical-rl'),
  'text over a canvas': {
    body: `<div style="position:relative"><canvas width="200" height="60"></canvas><span id="out" style="position:absolute;left:20px;top:20px">42</span></div><script>document.querySelector('canvas').getContext('2d').fillRect(150, 0, 20, 20)</script>`,
    testcode: at('#out'),
  },
  'a dialog on its backdrop': {
    body: `<p>Page</p><dialog id="d"><p id="out">42</p></dialog><script>document.querySelector('#d').showModal()</script>`,
    testcode: at('#out'),
  },
  'a popover': {
    body: `<div popover id="out">42</div><script>document.querySelector('#out').showPopover()</script>`,
    testcode: at('#out'),
  },
  'a badge at a corner': {
    body: `<div style="position:relative;width:40px;margin:30px"><button>Cart</button><span id="out" style="position:absolute;right:-8px;top:-8px;background:#c00;color:#fff;border-radius:9px;padding:0 5px;font-size:11px;pointer-events:none">42</span></div>`,
    testcode: at('#out'),
  },
  'text of an SVG': {
    body: `<svg width="200" height="50"><rect width="200" height="50" fill="#eee"/><text id="out" x="10" y="30">42</text></svg>`,
    testcode: at('#out'),
  },
  'text that lets the pointer through': styled('pointer-events:none'),
  'a long text cut with an ellipsis': styled(
    'width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap',
    '',
  ),
  'a text of many lines, the last below the window': {
    body: `<div id="out">42<br>${'line<br>'.repeat(30)}</div><div style="height:900px"></div>`,
    testcode: at('#out'),
  },
  'a row with a menu that is closed': {
    body: `<div id="out">42 <button style="opacity:0">Edit</button> <a href="#x" style="opacity:0">Delete</a></div>`,
    testcode: at('#out'),
  },
  'an own web font that is not there': {
    head: `<style>@font-face { font-family: Nice; src: url(/none.woff2) } body { font-family: Nice, sans-serif }</style>`,
    ...styled(''),
  },
  'a spinner of the page above an empty part': styled(
    '',
    `<div style="position:fixed;right:0;bottom:0;width:50px;height:50px;background:#000;pointer-events:none"></div>`,
  ),
  'a tint over the whole page': styled(
    '',
    `<div style="position:fixed;inset:0;background:rgba(0,0,50,.1);pointer-events:none"></div>`,
  ),
  'an empty overlay for toasts': styled(
    '',
    `<div style="position:fixed;inset:0;pointer-events:none;z-index:99"></div>`,
  ),
  'a number with its unit and a minus': {
    body: `<p id="out">Balance: −1,234.50 €</p>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('#out')).toShowNumber('-1234.50')
    },
  },
}

const EDIT_FORM = `<form style="display:none"><input value="Milk"><button>Save changes</button> Cancel editing</form>`
/** Honest rows and elements with hidden parts that no testcode asks for. */
const MORE_SEEN: Readonly<Record<string, Fixture>> = {
  'a row with a form for changes that is closed': {
    body: `<ul><li>Milk 42 ${EDIT_FORM}</li><li>Bread 43 ${EDIT_FORM}</li></ul>`,
    testcode: async ({ page, expect }) => {
      await expect(page.locator('li').filter({ hasText: 'Milk' })).toBeVisible()
      await expect(page.locator('li').filter({ hasText: /bread/i })).toHaveCount(1)
      await expect(page.locator('li').filter({ hasText: 'Milk' })).toContainText('42')
    },
  },
  'a row with a list to choose from': {
    body: `<ul><li>Milk 42 <select><option>Open</option><option>Done</option></select></li></ul>`,
    testcode: async ({ page, expect }) => expect(page.locator('li').filter({ hasText: 'Milk' })).toContainText('42'),
  },
  'what a list shows that is closed': {
    body: `<p id="out">Result <select><option>41</option><option selected>42</option></select></p>`,
    testcode: at('#out'),
  },
  'a button that is no button element': {
    body: `<p id="out">Result <input type="button" value="42"></p>`,
    testcode: at('#out'),
  },
  'a drawing with a title': {
    body: `<div id="out"><svg width="20" height="20"><title>Weight</title><circle r="9" cx="9" cy="9"/></svg> 42</div>`,
    testcode: async ({ page, expect }) => expect(page.locator('#out')).toShowNumber('42'),
  },
  'a part that draws itself in a shadow tree': {
    body: `<div id="out"></div><script>const root = document.querySelector('#out').attachShadow({ mode: 'open' }); root.innerHTML = '<b>Result 42</b>'</script>`,
    testcode: at('#out'),
  },
  'a text in a slot': {
    body: `<div id="out">42</div><script>const root = document.querySelector('#out').attachShadow({ mode: 'closed' }); root.innerHTML = 'Result <p><slot></slot></p>'</script>`,
    testcode: at('#out'),
  },
}

/** Title, pages and their expected status. */
export const TABLES = [
  ['a text that a person cannot see fails', UNSEEN, 'failed'],
  ['a hidden part of a visible text fails', PARTLY, 'failed'],
  ['overlapping texts, and hidden texts in lists, buttons and shadow trees fail', MORE_PARTLY, 'failed'],
  ['a text that a person can see passes', SEEN, 'passed'],
  ['hidden text next to a visible text does no harm', MORE_SEEN, 'passed'],
] as const

/** The pages whose testcode does not have the expected status, with the status and its reason. They share a browser. */
export async function surprises(pages: readonly (readonly [string, Fixture])[], status: string): Promise<string[]> {
  const judged = await judgeFixtures(pages.map(([, fixture]) => fixture))
  return pages.flatMap(([name], index) => {
    const { status: is, reason = '' } = judged[index] ?? { status: 'nothing' }
    return is === status ? [] : [`${name}: ${is} ${reason.slice(0, 300)}`]
  })
}
