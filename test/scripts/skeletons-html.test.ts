import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { maskCss } from '../../scripts/skeletons/css.ts'
import { maskHtml } from '../../scripts/skeletons/html.ts'

const PAGE = `<!DOCTYPE html>
<html lang="en" class="SECRET-root">
  <head>
    <meta name="viewport" content="width=device-width">
    <title>To do</title>
    <link rel="stylesheet" id="SECRET-link" href="/style.css">
    <style>.SECRET-style { color: red }</style>
    <script>const a = 'SECRET-script'</script>
  </head>
  <body id="SECRET-body">
    <header class="SECRET-header"><h1>To <em>do</em> -- today</h1>
      <nav aria-label="Pages"><a class="SECRET-a" href="/SECRET-address">Statistics</a></nav>
    </header>
    <main>
      <form id="SECRET-form" action="/SECRET-action" method="post">
        <label for="SECRET-title">Title</label> <input id="SECRET-title" name="SECRET-name" required>
        <label>Due <input type="date" class="SECRET-due"></label>
        <select name="SECRET-select" aria-label="Priority"><option value="SECRET-low">low</option><option>high</option></select>
        <textarea placeholder="Notes">SECRET-notes</textarea>
        <fieldset><legend>Units</legend><label><input type="radio" value="SECRET-value"> Metric</label></fieldset>
        <input type="hidden" name="SECRET-hidden" value="SECRET-token">
        <button id="SECRET-button">Add task</button> <input type="reset" value="Clear">
      </form>
      <h2 id="SECRET-heading">Tasks</h2>
      <section aria-labelledby="SECRET-heading">
        <table class="SECRET-table"><tr><th>Title</th><th>Due</th></tr><tr><td>SECRET-cell</td></tr></table>
        <img src="SECRET.png" alt="A chart"> <canvas aria-label="Share"></canvas> <p role="status" id="SECRET-status"></p>
      </section>
      <template id="SECRET-template"><li><button class="SECRET-delete">Delete</button></li></template>
    </main>
    <script src="app.js"></script><script>'SECRET-inline'</script>
  </body>
</html>
`

const OUTLINE = `    <!--
      What belongs here:
      - header
        - heading 1 "To do – today"
        - navigation "Pages"
          - link "Statistics"
      - main
        - form
          - field (text, required) "Title"
          - field (date) "Due"
          - field (choice of "low", "high") "Priority"
          - field (text of several lines) "Notes"
          - group "Units"
            - field (radio) "Metric"
          - button "Add task"
          - button "Clear"
        - heading 2 "Tasks"
        - section "Tasks"
          - table with the header cells "Title", "Due"
          - image "A chart"
          - canvas "Share"
          - message
        - template
          - button "Delete"
      - script app.js
    -->
`

describe('maskHtml', () => {
  const masked = maskHtml(PAGE)

  it('outlines the visible parts of the page', () => {
    expect(masked).toContain(OUTLINE)
  })

  it('reveals no id, class, name, value, address or inline code', () => {
    expect(masked.match(/SECRET[\w-]*/g)).toBeNull()
  })

  it('keeps doctype and head', () => {
    expect(masked).toMatch(/^<!DOCTYPE html>\n<html lang="en">\n {2}<head>\n {4}<meta name="viewport"/)
    expect(masked).toContain('<link rel="stylesheet" href="/style.css">')
    expect(masked).toContain('<style>/* The styles of the page belong here. */</style>')
    expect(masked).toContain('<script>/* The script of the page belongs here. */</script>')
  })

  it('writes HTML without parse errors', () => {
    const errors: string[] = []
    parse(masked, { onParseError: ({ code }) => errors.push(code) })
    expect(errors).toEqual([])
  })

  it('leaves a masked page as it is', () => {
    expect(maskHtml(masked)).toBe(masked)
  })

  it('turns a part of a page into a comment, and does not change it again', () => {
    const part = maskHtml('<ul class="SECRET"><li><a href="/">Home</a></li></ul>')
    expect(part).toBe('<!--\n  What belongs here:\n  - link "Home"\n-->\n')
    expect(maskHtml(part)).toBe(part)
  })

  it('masks a page whose tags are implied', () => {
    const page = maskHtml('<!doctype html><title>A</title><h1 id="SECRET">B</h1>')
    expect(page).toContain('<html>\n  <head><title>A</title></head>\n  <body>')
    expect(page).toContain('- heading 1 "B"')
    expect(page).not.toContain('SECRET')
  })

  it('has a comment for a body that scripts fill', () => {
    const page = maskHtml('<!doctype html><html><head></head><body><div id="SECRET"></div></body></html>')
    expect(page).toContain('<!-- The content of the page belongs here. -->')
    expect(maskHtml(page)).toBe(page)
  })

  it('writes a comment that no text of the page can end', () => {
    const page = maskHtml('<!doctype html><body><h1>--&gt;&lt;p&gt; --!&gt;</h1></body>')
    expect(page.match(/--!?>/g)).toHaveLength(1)
  })
})

describe('maskCss', () => {
  it('names only the styled elements', () => {
    const css = `/* SECRET */ :root { --SECRET: 1px } body, #SECRET > h1.SECRET-a:hover::before { content: 'SECRET' }
      @media (max-width: 40em) { table[data-SECRET] td:not(.SECRET) { color: red } }
      @keyframes SECRET { from { top: 0 } 50% { top: 1px } to { top: 2px } }`
    expect(maskCss(css)).toBe('/* The styles belong here: body, h1, table, td, parts with names of your own. */\n')
  })

  it('leaves a masked file as it is', () => {
    const masked = maskCss('.a { color: red }')
    expect(masked).toBe('/* The styles belong here: parts with names of your own. */\n')
    expect(maskCss(masked)).toBe(masked)
  })
})
