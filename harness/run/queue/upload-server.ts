/**
 * Takes results of workers over HTTP, chunk by chunk, into the staging folder of a run, and gives them what an earlier attempt at a
 * trial has left, so that nothing is paid for twice.
 */
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { mkdir, open, realpath, rename } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { HarnessFault, UsageError, messageOf } from '../../errors.ts'
import { isInside } from '../../lib/files/confine.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { writeAtomically } from '../../lib/files/write.ts'
import { trialFolder } from '../../store/read.ts'
import { MANIFEST, MOST_BYTES, STAGING, TRIAL, earlierFiles, manifestSchema, stagingFolder, verify } from './staging.ts'

/** Address at which a worker asks whether its results would be taken, and the status of everything that is taken. */
export const CHECK = '/v1'
export const TAKEN = 204
/** Bytes of one request. */
export const CHUNK = 4 * 1024 ** 2
/** Bytes. A file takes about 200 of them, so that the manifest of the most files fits. */
export const LONGEST_MANIFEST = 64 * 1024 ** 2
const REQUEST_TIMEOUT = 60_000
const HEADERS_TIMEOUT = 15_000
/** Each takes a file from the process, which needs some for results. A worker opens one for each trial that has ended. */
const MOST_CONNECTIONS = 512

export interface UploadSetup {
  readonly host: string
  readonly port: number
  /** Folder of the run. */
  readonly folder: string
  readonly token: string
  /** Whether the run has a trial. */
  readonly hasTrial: (id: string) => boolean
  /** PEM; plain HTTP without them. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined
}

export interface UploadServer extends AsyncDisposable {
  readonly port: number
}

/** A refusal, as its HTTP status. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** @throws UsageError if the port is taken */
export async function openUploadServer(setup: UploadSetup): Promise<UploadServer> {
  const listener = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    void answer(setup, request).then(
      (body) => (body === undefined ? response.writeHead(TAKEN).end() : response.writeHead(200).end(body)),
      (error: unknown) => {
        response.writeHead(statusOf(error), { connection: 'close' }).end(messageOf(error).slice(0, 500))
      },
    )
  }
  const options = { requestTimeout: REQUEST_TIMEOUT, headersTimeout: HEADERS_TIMEOUT }
  const server = setup.tls
    ? https.createServer({ ...options, ...setup.tls }, listener)
    : http.createServer(options, listener)
  server.maxConnections = MOST_CONNECTIONS
  try {
    server.listen(setup.port, setup.host)
    await once(server, 'listening')
  } catch (error) {
    throw new UsageError(`--listen ${setup.host}:${String(setup.port)}: ${messageOf(error)}`)
  }
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function statusOf(error: unknown): number {
  if (error instanceof Refused) return error.status
  if (error instanceof HarnessFault) return 422
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 507 : 500
}

/** @returns The body of the answer, if it has one */
async function answer(setup: UploadSetup, request: http.IncomingMessage): Promise<Buffer | undefined> {
  if (!isAuthorised(request.headers.authorization, setup.token)) throw new Refused(401, 'the token is wrong')
  const url = new URL(request.url ?? '/', 'http://coordinator')
  if (url.pathname === CHECK && request.method === 'GET') return undefined
  const [, version, trial = '', token = '', name = ''] = url.pathname.split('/').map(decodeURIComponent)
  if (version !== 'v1' || !/^[0-9a-f-]{36}$/.test(token)) throw new Refused(404, 'there is no such address')
  if (!setup.hasTrial(trial)) throw new Refused(404, `this run has no trial "${trial.slice(0, 200)}"`)
  if (request.method === 'GET')
    return give(trialFolder(setup.folder, { id: trial }), name, Number(url.searchParams.get('offset')))
  const incoming = path.join(setup.folder, STAGING, `.incoming-${trial}.${token}`)
  const done = stagingFolder(setup.folder, trial, token)
  if (existsSync(done)) {
    request.resume()
    return undefined
  }
  if (request.method === 'PUT') await takeChunk(request, incoming, name, Number(url.searchParams.get('offset')))
  else if (request.method === 'POST' && name === 'seal') await takeSeal(request, incoming, done)
  else throw new Refused(405, 'there is no such method here')
  return undefined
}

/** The manifest of a trial's folder if no file is named, otherwise a chunk of this file. */
async function give(place: string, name: string, offset: number): Promise<Buffer> {
  if (name === '') return Buffer.from(JSON.stringify(await earlierFiles(place)))
  const inside = name.slice(TRIAL.length + 1)
  const file = path.join(place, inside)
  if (!isNameOfFile(name) || inside === '' || !isInside(place, file) || !Number.isSafeInteger(offset) || offset < 0)
    throw new Refused(400, 'this is no name of a file of a trial')
  // A folder of a project may be a link that leads elsewhere.
  if ((await realpath(path.dirname(file))) !== path.join(await realpath(place), path.dirname(inside)))
    throw new Refused(400, 'this is a link')
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if (!(await handle.stat()).isFile()) throw new Refused(400, 'this is no file')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, offset)
  return buffer.subarray(0, bytesRead)
}

function isNameOfFile(name: string): boolean {
  return manifestSchema.shape.files.element.shape.path.safeParse(name).success
}

async function takeChunk(request: http.IncomingMessage, incoming: string, name: string, offset: number): Promise<void> {
  const chunk = await bodyOf(request, CHUNK)
  if (sha256(chunk) !== request.headers['x-sha256']) throw new Refused(422, 'the digest of the chunk is another one')
  const file = path.join(incoming, name)
  if (!isNameOfFile(name) || !isInside(incoming, file)) throw new Refused(400, 'this is no name of a file of a trial')
  if (!Number.isSafeInteger(offset) || offset < 0 || offset + chunk.length > MOST_BYTES)
    throw new Refused(413, 'the file is too large')
  await mkdir(path.dirname(file), { recursive: true })
  await using handle = await open(file, offset === 0 ? 'w' : 'r+')
  await handle.write(chunk, 0, chunk.length, offset)
}

/** All files are there: they are compared with the manifest, and only then become visible. */
async function takeSeal(request: http.IncomingMessage, incoming: string, done: string): Promise<void> {
  const manifest = await bodyOf(request, LONGEST_MANIFEST)
  await writeAtomically(path.join(incoming, MANIFEST), manifest)
  await verify(incoming, sha256(manifest))
  await rename(incoming, done)
}

async function bodyOf(request: http.IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > most) throw new Refused(413, 'the request is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Digests have one length, so that the comparison takes the same time for every token. */
function isAuthorised(header: string | undefined, token: string): boolean {
  const [given, expected] = [header ?? '', `Bearer ${token}`].map((text) => Buffer.from(sha256(text)))
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected)
}
