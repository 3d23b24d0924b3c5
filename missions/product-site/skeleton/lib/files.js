/** Serves the files of one folder. */
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const HEADERS = {} /* The data of HEADERS belongs here. */

/** Reads a folder once and makes the function that answers every request with its files; `/` is index.html, a bare name a page. */
export async function serveFiles(folder) {
  // Reads a folder once and makes the function that answers every request with its files; `/` is
  // index.html, a bare name a page.
}
