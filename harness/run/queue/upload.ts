import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HarnessFault, PeError, UsageError, messageOf } from '../../errors.ts'
import { sha256 } from '../../lib/files/digest.ts'
import type { Manifest } from './staging.ts'
import { CHECK, CHUNK, LONGEST_MANIFEST, TAKEN } from './upload-server.ts'

const REQUEST_TIMEOUT = 60_000
const CHECK_TIMEOUT = 5000
/** Milliseconds for which a coordinator that does not answer is tried again: it may be starting again. */
const PATIENCE = 10 * 60_000
const LONGEST_PAUSE = 5000

export interface Connection {
  /** Of the coordinator. */
  readonly url: string
  /** Where it is now: it may have been started again at another address. */
  readonly urlNow: () => Promise<string>
  readonly token: string
  readonly signal: AbortSignal
}

export interface Upload extends Connection {
  readonly trial: string
  /** Of this attempt. */
  readonly attempt: string
  /** The sealed folder. */
  readonly folder: string
  readonly manifest: Manifest
}

/**
 * Sends a sealed folder. Every chunk may be sent again, and nothing of it counts before all of it was compared.
 * @throws UploadRefused if the token is wrong or the certificate not trusted; HarnessFault if the coordinator refuses the result, or does
 *   not answer for ten minutes
 */
export async function uploadFolder(upload: Upload): Promise<void> {
  const { trial, attempt, folder, manifest } = upload
  const base = `/v1/${encodeURIComponent(trial)}/${attempt}`
  for (const file of manifest.files) {
    await using handle = await open(path.join(folder, file.path), 'r')
    const chunk = Buffer.alloc(Math.min(CHUNK, Math.max(1, file.bytes)))
    // An empty file is one empty chunk.
    for (let offset = 0; offset === 0 || offset < file.bytes; offset += CHUNK) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset)
      const body = chunk.subarray(0, bytesRead)
      await send(upload, 'PUT', `${base}/${encodeURIComponent(file.path)}?offset=${String(offset)}`, body)
    }
  }
  await send(upload, 'POST', `${base}/seal`, Buffer.from(JSON.stringify(manifest)))
}

/** Results of this machine cannot be sent to the coordinator: a trial that it took would be paid for in vain. */
export class UploadRefused extends UsageError {}

/**
 * Asks the coordinator whether it would take results of this machine.
 * @throws UploadRefused in one line, for a wrong token, a certificate that is not trusted, or a server that does not answer
 */
export async function checkUpload(url: string, token: string): Promise<void> {
  const init = { headers: authorisation(token), signal: AbortSignal.timeout(CHECK_TIMEOUT) }
  const answer = await request(url, CHECK, init)
  if ('problem' in answer) throw new UploadRefused(`the coordinator at ${url} cannot be reached: ${answer.problem}`)
}

/**
 * Asks the coordinator until it answers.
 * @param address Below its URL
 */
export async function exchangeAddress(connection: Connection, address: string): Promise<Buffer> {
  return insist(connection, `${address} cannot be fetched`, address, {})
}

async function send(upload: Upload, method: string, address: string, body: Buffer): Promise<void> {
  const init = { method, headers: { 'x-sha256': sha256(body) }, body: new Uint8Array(body) }
  await insist(upload, `the result of ${upload.trial} cannot be sent`, address, init)
}

async function insist(
  { url: first, urlNow, token, signal }: Connection,
  failure: string,
  address: string,
  { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Buffer> {
  const until = performance.now() + PATIENCE
  let url = first
  for (let pause = 100; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const either = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)])
    const answer = await request(url, address, {
      ...init,
      headers: { ...authorisation(token), ...headers },
      signal: either,
    })
    if ('body' in answer) return answer.body
    signal.throwIfAborted()
    if (performance.now() > until) throw new HarnessFault(`${failure}: ${answer.problem}`)
    await delay(pause, undefined, { signal })
    url = await urlNow()
  }
}

function authorisation(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` }
}

/** An answer, or why it should be asked for again. */
type Answer = { readonly body: Buffer } | { readonly problem: string }

/** @throws UploadRefused | HarnessFault if the coordinator will never take it */
async function request(url: string, address: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${address}`, init)
    const body = await bounded(response)
    if (response.status === TAKEN || response.status === 200) return { body }
    const said = body.toString('utf8').slice(0, 500)
    if (response.status === 401)
      throw new UploadRefused(
        `the coordinator at ${url} refuses the token in PE_UPLOAD_TOKEN, which must be the same on both sides`,
      )
    if ([400, 404, 405, 413].includes(response.status))
      throw new HarnessFault(`the coordinator at ${url} refuses results: ${said}`)
    return { problem: `${String(response.status)} ${said}` }
  } catch (error) {
    if (error instanceof PeError) throw error
    const message = messageOf(error)
    if (/altnames/i.test(message))
      throw new UploadRefused(
        `the certificate of the coordinator at ${url} is for another host (${message}): --upload-url of pe run needs a host of the certificate`,
      )
    if (/certificate/i.test(message))
      throw new UploadRefused(
        `the certificate of the coordinator at ${url} is not trusted (${message}): set NODE_EXTRA_CA_CERTS to that of its authority`,
      )
    return { problem: message }
  }
}

/** @throws HarnessFault for an answer that is longer than any manifest */
async function bounded({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  if (body === null) return Buffer.alloc(0)
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > LONGEST_MANIFEST) throw new HarnessFault('the coordinator sends more than a manifest or a chunk')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
