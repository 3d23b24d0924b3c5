import http from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { UsageError, messageOf } from '../errors.ts'
import { isInside } from '../lib/files/confine.ts'
import { REPORT_DATA } from '../store/report-files.ts'
import { reportFile } from '../store/read.ts'
import { onInterrupt } from './interrupt.ts'

export interface ServeOptions {
  readonly port: number
  readonly open: boolean
}

export interface Served {
  readonly type: string
  readonly content: string | Uint8Array
}

/** A redirect to another path of this server. */
export interface Elsewhere {
  readonly location: string
}

/** Looks up the content of a path such as `/report/overview.js`; undefined if there is nothing to serve. */
export type Files = (pathname: string) => Promise<Served | Elsewhere | undefined>

/** Serves files on loopback until Ctrl-C, and opens the address in the user's browser. */
export async function serveUntilInterrupted(files: Files, options: ServeOptions): Promise<void> {
  using interrupt = onInterrupt()
  await using server = await startServer(files, options.port)
  process.stderr.write(`serving ${server.address} until Ctrl-C\n`)
  if (options.open) await openInBrowser(server.address)
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
}

export interface Server extends AsyncDisposable {
  /** Such as `http://127.0.0.1:41234/`. */
  readonly address: string
}

/** @throws UsageError if the port cannot be used */
export async function startServer(files: Files, port: number): Promise<Server> {
  const server = http.createServer((request, response) => void respond(files, request, response))
  const problem = once(server, 'error').then(([error]: unknown[]) => {
    throw new UsageError(`port ${String(port)} cannot be served on: ${messageOf(error)}; name another with --port`)
  })
  server.listen(port, '127.0.0.1')
  await Promise.race([once(server, 'listening'), problem])
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function openInBrowser(address: string): Promise<void> {
  const { default: open } = await import('open')
  const child = await open(address)
  // Without a desktop no browser can be opened; the address has been printed.
  child.on('error', (error) => process.stderr.write(`no browser was opened: ${error.message}\n`))
}

/** Host names that are served. With another name, a page of another site could read from this server (DNS rebinding). */
const OWN_NAMES = /^(127\.0\.0\.1|localhost)(:\d+)?$/

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': `frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

async function respond(files: Files, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const pathname = OWN_NAMES.test(request.headers.host ?? '') ? pathOf(request.url ?? '/') : undefined
  const found = pathname === undefined ? undefined : await files(pathname).catch(problemOf)
  if (found instanceof Error) response.writeHead(500, { 'content-type': 'text/plain' }).end(`${found.message}\n`)
  else if (found && 'location' in found) response.writeHead(302, { location: found.location, ...HEADERS }).end()
  else if (found) response.writeHead(200, { 'content-type': found.type, ...HEADERS }).end(found.content)
  // Every browser requests it, and would report that it is missing.
  else if (pathname === '/favicon.ico') response.writeHead(204).end()
  else response.writeHead(404, { 'content-type': 'text/plain' }).end('not there\n')
}

/** Error codes that mean that the file does not exist or that its name is impossible. */
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'])

/** Undefined if the error only means that the file does not exist. */
function problemOf(error: unknown): Error | undefined {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return NOT_THERE.has(code) ? undefined : new Error(`this cannot be read: ${messageOf(error)}`)
}

/** Undefined if the address or its escapes are malformed, which must not end the server. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname)
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return undefined
    throw error
  }
}

const EVIDENCE_TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.zip': 'application/zip' }

/** Files of a report, and the evidence that it links to. Files of projects are never served. */
export function reportFiles(folder: string): Files {
  return async (pathname) => {
    if (pathname === '/' || pathname === '/index.html')
      return { type: 'text/html; charset=utf-8', content: await readFile(reportFile(folder)) }
    const type = typeOf(folder, path.join(folder, pathname))
    return type === undefined ? undefined : { type, content: await readFile(path.join(folder, pathname)) }
  }
}

function typeOf(folder: string, file: string): string | undefined {
  if (isInside(path.join(folder, REPORT_DATA), file)) {
    return path.extname(file) === '.js' ? 'text/javascript; charset=utf-8' : EVIDENCE_TYPES[path.extname(file)]
  }
  const [trials, , kind] = path.relative(folder, file).split(path.sep)
  return trials === 'trials' && kind === 'evidence' ? EVIDENCE_TYPES[path.extname(file)] : undefined
}
