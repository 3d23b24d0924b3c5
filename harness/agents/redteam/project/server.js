// Serves the pages of a façade and stores the state that they send. It computes nothing that the mission asks for.
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')

const facade = JSON.parse(fs.readFileSync(path.join(__dirname, 'facade.json'), 'utf8'))
const scripts = ['shows.js', 'clocks.js', 'ears.js', 'hiding.js', 'crashes.js', 'page.js']
let state = { rows: [], typed: [], fields: {}, actions: 0 }
let crashes = 0
const listeners = new Set()

const escape = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
/** JSON for a script element: escapes `<`, so that no text can close the element. */
const json = (value) => JSON.stringify(value).replaceAll('<', '\\u003c')
const label = (id) => escape(id.replace(/_(field|button|link|list|box|choice|text|url)$/, '').replaceAll('_', ' '))

function elementOf(slot) {
  const { id, kind } = slot
  const about = slot.about.toLowerCase()
  const options = (slot.options ?? ['One', 'Two'])
    .map((option) => `<option${option === slot.chosen ? ' selected' : ''}>${escape(option)}</option>`)
    .join('')
  const upload = /upload|import|\bfile\b/.test(about)
  const secret = /password/.test(about) && /sign/.test(about)
  const long = /markdown|html|several lines|body|comment|description|text of/.test(about)
  const field = long
    ? `<textarea id="${id}" rows="2"></textarea>`
    : `<input id="${id}" type="${upload ? 'file' : secret ? 'password' : 'text'}" value="${escape(slot.value ?? '')}">`
  return (
    {
      field: `<label>${label(id)} ${field}</label>`,
      checkbox: `<label><input id="${id}" type="checkbox" checked> ${label(id)}</label>`,
      select: `<label>${label(id)} <select id="${id}">${options}</select></label>`,
      button: `<button id="${id}" type="button">${label(id)}</button>`,
      link: `<a id="${id}" href="${slot.leadsTo ?? '/'}">${label(id)}</a>`,
      form: `<form id="${id}" onsubmit="return false"></form>`,
      list: `<ul id="${id}"></ul>`,
      table: `<table id="${id}"></table>`,
      graphic: `<svg id="${id}" role="img" width="120" height="60" viewBox="0 0 120 60"></svg>`,
      any:
        slot.shows === 'control' ? `<button id="${id}" type="button">${label(id)}</button>` : `<div id="${id}"></div>`,
    }[kind] ?? `<p id="${id}"></p>`
  )
}

function pageOf(page) {
  const head = `<meta charset="utf-8"><title>${escape(page.title)}</title><style>${style}</style>`
  const others = facade.pages
    .filter(({ address }) => address !== page.address)
    .map(({ address, title }) => `<a href="${address}">${escape(title.split(': ').at(-1))}</a>`)
  const controls = page.slots.filter(({ shows }) => shows === 'control').map(elementOf)
  const shown = page.slots.filter(({ shows }) => shows !== 'control').map(elementOf)
  const data = `<script type="application/json" id="~facade">${json({ ...facade, page, state })}</script>`
  const code = scripts.map((name) => `<script src="/~${name}"></script>`).join('')
  return `<!doctype html><html lang="en"><head>${head}</head><body><nav>${others.join(' ')}</nav>
<h1 id="~heading">${escape(page.title.split(': ').at(-1))}</h1><main>${controls.join('\n')}</main>
<section id="~shown">${shown.join('\n')}<p id="~status"></p></section><ul id="~rows"></ul>${data}${code}</body></html>`
}

const style = `body{font:16px sans-serif;background:#fff;color:#000}@keyframes tick{from{outline-offset:0}to{outline-offset:1px}}
@font-face{font-family:'~blank';src:local('DejaVu Sans'),local('Liberation Sans'),local('Arial');size-adjust:.001%}
svg{display:block}[hidden]{display:none!important}`

http
  .createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const send = (type, body) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    if (request.method === 'POST') return receive(request, response, pathname)
    if (pathname === '/~push') return push(request, response)
    if (pathname.startsWith('/~'))
      return send('text/javascript', fs.readFileSync(path.join(__dirname, pathname.slice(2))))
    const page = facade.pages.find(({ address }) => address === pathname) ?? facade.pages[0]
    send('text/html; charset=utf-8', pageOf(page))
  })
  .listen(Number(process.env.PORT ?? facade.port))

function receive(request, response, pathname) {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts).toString()
    if (pathname === '/~state') state = JSON.parse(body)
    const answer = pathname === '/~crash' ? { crashes: (crashes += 1) } : {}
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (pathname === '/~exit') setTimeout(() => process.exit(7), 20)
  })
}

/** Sends ticks to a page: server push in place of a timer. */
function push(request, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  listeners.add(response)
  request.on('close', () => listeners.delete(response))
}
setInterval(() => listeners.forEach((listener) => listener.write('data: tick\n\n')), facade.pace ?? 330).unref()
