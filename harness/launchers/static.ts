import type { WebsitePlan } from '../contracts/schema.ts'
import type { ProjectView } from './project-view.ts'
import { PORT, type Stack } from './recognised.ts'

const BUILT_FOLDERS = ['public', 'dist', 'build', 'docs']

/** Pages without a server program. Must be the last stack: many projects with a server have an index.html too. */
export const staticFiles: Stack<WebsitePlan> = {
  name: 'static',
  looksFor: `an index.html at its root or in ${BUILT_FOLDERS.join(', ')}`,
  recognise(view) {
    const folder = ['', ...BUILT_FOLDERS].find((name) => view.has(name === '' ? 'index.html' : `${name}/index.html`))
    if (folder !== undefined) return staticPlan(view, folder, '/')
    const pages = view.names().filter((name) => /\.html?$/i.test(name))
    const [only] = pages
    return only === undefined || pages.length > 1 ? undefined : staticPlan(view, '', `/${encodeURIComponent(only)}`)
  },
}

function staticPlan(view: ProjectView, folder: string, homepage: string) {
  const start = ['node', '-e', STATIC_SERVER, folder === '' ? '.' : folder, PORT]
  return { plan: { start, port: 8000, homepage }, folder: view.folder }
}

// ---- static server -------------------------------------------------------------------------------------------------

/**
 * Serves the files of a folder. It runs in the sandbox, where the harness's files are not visible, so it is passed to Node as an
 * argument: `node -e STATIC_SERVER folder port`. It opens one socket for each loopback address, because a machine may have only
 * one of them.
 */
const STATIC_SERVER = String.raw`
const { createReadStream, promises: fs } = require('node:fs')
const http = require('node:http')
const path = require('node:path')

const [, folder, port] = process.argv
const TYPES = {
  html: 'text/html', htm: 'text/html', css: 'text/css', js: 'text/javascript', mjs: 'text/javascript',
  txt: 'text/plain', md: 'text/markdown', csv: 'text/csv', xml: 'text/xml',
  json: 'application/json', webmanifest: 'application/manifest+json', map: 'application/json',
  pdf: 'application/pdf', zip: 'application/zip', wasm: 'application/wasm',
  svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif',
  webp: 'image/webp', avif: 'image/avif', bmp: 'image/bmp', ico: 'image/x-icon',
  woff: 'font/woff', woff2: 'font/woff2', ttf: 'font/ttf', otf: 'font/otf',
  mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg', mp4: 'video/mp4', webm: 'video/webm',
}

function typeOf(file) {
  const type = TYPES[path.extname(file).slice(1).toLowerCase()] ?? 'application/octet-stream'
  return /^text|json|svg/.test(type) ? type + '; charset=utf-8' : type
}

// Resolves an address to a file and follows links. Undefined if it is missing or outside of the folder.
async function find(root, address) {
  const real = await fs.realpath(path.join(root, decodeURIComponent(address))).catch(() => undefined)
  if (real === undefined || (real !== root && !real.startsWith(root + path.sep))) return undefined
  return { real, status: await fs.stat(real) }
}

async function answer(root, request, response) {
  const fail = (status) => response.writeHead(status, { 'content-type': 'text/plain' }).end(http.STATUS_CODES[status] + '\n')
  if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405)
  const [address, query] = request.url.split(/\?(.*)/s)
  let found = await find(root, address)
  if (found?.status.isDirectory()) {
    // Relative links of an index page need the slash at the end.
    if (!address.endsWith('/')) {
      const location = '/' + address.replace(/^\/+/, '') + '/' + (query === undefined ? '' : '?' + query)
      return response.writeHead(301, { location }).end()
    }
    found = await find(root, address + 'index.html')
  } else if (address.endsWith('/')) return fail(404)
  if (!found?.status.isFile()) return fail(404)
  response.writeHead(200, {
    'content-type': typeOf(found.real),
    'content-length': found.status.size,
    'cache-control': 'no-cache',
  })
  if (request.method === 'HEAD') return response.end()
  createReadStream(found.real).on('error', () => response.destroy()).pipe(response)
}

async function main() {
  const root = await fs.realpath(folder)
  let failed = 0
  for (const host of ['127.0.0.1', '::1']) {
    const server = http.createServer((request, response) => {
      answer(root, request, response).catch(() => response.writeHead(400).end())
    })
    server.on('error', (error) => {
      console.error(error.message)
      failed += 1
      if (failed === 2) process.exitCode = 1
    })
    server.listen(Number(port), host)
  }
}
main()
`
