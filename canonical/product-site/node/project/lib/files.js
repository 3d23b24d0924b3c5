/** Serves the files of one folder. */
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'",
  'x-content-type-options': 'nosniff',
}

/** Reads a folder once and makes the function that answers every request with its files; `/` is index.html, a bare name a page. */
export async function serveFiles(folder) {
  const files = new Map()
  for (const name of await readdir(folder)) files.set(`/${name}`, await readFile(new URL(name, folder)))
  return (request, response) => {
    const path = (request.url ?? '/').split('?')[0]
    const name = path === '/' ? '/index.html' : extname(path) === '' ? `${path}.html` : path
    const content = files.get(name)
    if (content === undefined) {
      response.writeHead(404, { ...HEADERS, 'content-type': 'text/plain' }).end('There is no such page.')
    } else {
      response.writeHead(200, { ...HEADERS, 'content-type': TYPES[extname(name)] }).end(content)
    }
  }
}
