import http from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { UsageError, messageOf } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { isInside } from '../files/confine.ts'
import { htmlReporter } from '../reporters/html.ts'
import { readEvidence, reportFile, writeReport } from '../store.ts'
import { onInterrupt } from './interrupt.ts'
import { readResult, resolveRun } from './runs.ts'

export interface ReportOptions {
  readonly run?: string | undefined
  readonly out: string
  readonly port: number
  readonly open: boolean
  readonly serve: boolean
}

/** `pe report`: makes the page anew from what the run left, then serves it until Ctrl-C. */
export async function reportCommand(options: ReportOptions): Promise<ExitCode> {
  const folder = await resolveRun(options.run, options.out)
  await rebuild(folder)
  process.stdout.write(`${reportFile(folder)}\n`)
  if (options.serve) await serveUntilInterrupted(folder, options)
  return EXIT.done
}

async function rebuild(folder: string): Promise<void> {
  const { run, trials, summary } = await readResult(folder)
  const reporter = htmlReporter({
    runs: { readTrials: () => Promise.resolve({ run, trials }), readEvidence, writeReport },
  })
  await reporter.on({ type: 'run-end', summary })
}

async function serveUntilInterrupted(folder: string, options: ReportOptions): Promise<void> {
  using interrupt = onInterrupt()
  const server = http.createServer((request, response) => void respond(folder, request, response))
  const problem = once(server, 'error').then(([error]: unknown[]) => {
    throw new UsageError(
      `port ${String(options.port)} cannot be served on: ${messageOf(error)}; name another with --port`,
    )
  })
  server.listen(options.port, '127.0.0.1')
  await Promise.race([once(server, 'listening'), problem])
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
  process.stderr.write(`serving ${address} until Ctrl-C\n`)
  if (options.open) await openInBrowser(address)
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
  server.close()
  server.closeAllConnections()
}

async function openInBrowser(address: string): Promise<void> {
  const { default: open } = await import('open')
  const child = await open(address)
  // Without a desktop there is nothing to open it with; the address stands above.
  child.on('error', (error) => process.stderr.write(`no browser was opened: ${error.message}\n`))
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.png': 'image/png',
  '.json': 'application/json',
  '.zip': 'application/zip',
}

/** Files of the run that its report may link to. What a project wrote is never served as a page. */
async function respond(folder: string, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const wanted = fileFor(folder, request.url ?? '/')
  const content = wanted === undefined ? undefined : await readFile(wanted).catch(() => undefined)
  if (wanted === undefined || content === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not there\n')
    return
  }
  const type = wanted === reportFile(folder) ? TYPES['.html'] : TYPES[path.extname(wanted)]
  response.writeHead(200, { 'content-type': type ?? 'text/plain', 'x-content-type-options': 'nosniff' }).end(content)
}

function fileFor(folder: string, url: string): string | undefined {
  const { pathname } = new URL(url, 'http://localhost')
  if (pathname === '/') return reportFile(folder)
  const name = decoded(pathname)
  if (name === undefined) return undefined
  const file = path.join(folder, name)
  const evidence = isInside(path.join(folder, 'trials'), file) && file.includes(`${path.sep}evidence${path.sep}`)
  return evidence && path.extname(file) !== '.html' ? file : undefined
}

/** Undefined where the escapes are no text: such an address names nothing, and must not end the server. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
