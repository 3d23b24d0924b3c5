import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HarnessFault, PeError, UsageError, messageOf } from '../../errors.ts'
import { sha256 } from '../../lib/files/digest.ts'
import type { Manifest } from './staging.ts'
import { CHECK, CHUNK, TAKEN } from './upload-server.ts'

const REQUEST_TIMEOUT = 60_000
const CHECK_TIMEOUT = 5000
/** Milliseconds for which a coordinator that does not answer is tried again: it may be starting again. */
const PATIENCE = 10 * 60_000
const LONGEST_PAUSE = 5000

export interface Upload {
  /** Of the coordinator. */
  readonly url: string
  /** Where it is now: it may have been started again at another address. */
  readonly urlNow: () => Promise<string>
  readonly token: string
  readonly trial: string
  /** Of this attempt. */
  readonly attempt: string
  /** The sealed folder. */
  readonly folder: string
  readonly manifest: Manifest
  readonly signal: AbortSignal
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
  const problem = await request(url, CHECK, init)
  if (problem !== undefined) throw new UploadRefused(`the coordinator at ${url} cannot be reached: ${problem}`)
}

/** @param address Below the URL of the coordinator */
async function send(upload: Upload, method: string, address: string, body: Buffer): Promise<void> {
  const headers = { ...authorisation(upload.token), 'x-sha256': sha256(body) }
  const until = performance.now() + PATIENCE
  let { url } = upload
  for (let pause = 100; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const signal = AbortSignal.any([upload.signal, AbortSignal.timeout(REQUEST_TIMEOUT)])
    const problem = await request(url, address, { method, headers, body: new Uint8Array(body), signal })
    if (problem === undefined) return
    upload.signal.throwIfAborted()
    if (performance.now() > until) throw new HarnessFault(`the result of ${upload.trial} cannot be sent: ${problem}`)
    await delay(pause, undefined, { signal: upload.signal })
    url = await upload.urlNow()
  }
}

function authorisation(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` }
}

/**
 * @returns Why it should be sent again; undefined if it arrived
 * @throws UploadRefused | HarnessFault if the coordinator will never take it
 */
async function request(url: string, address: string, init: RequestInit): Promise<string | undefined> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${address}`, init)
    const said = (await response.text()).slice(0, 500)
    if (response.status === TAKEN) return undefined
    if (response.status === 401)
      throw new UploadRefused(
        `the coordinator at ${url} refuses the token in PE_UPLOAD_TOKEN, which must be the same on both sides`,
      )
    if ([400, 404, 405, 413].includes(response.status))
      throw new HarnessFault(`the coordinator at ${url} refuses results: ${said}`)
    return `${String(response.status)} ${said}`
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
    return message
  }
}
