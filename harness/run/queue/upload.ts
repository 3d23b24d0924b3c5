import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HarnessFault, messageOf } from '../../errors.ts'
import { sha256 } from '../../lib/files/digest.ts'
import type { Manifest } from './staging.ts'
import { CHUNK } from './upload-server.ts'

const REQUEST_TIMEOUT = 60_000
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
 * @throws HarnessFault if the coordinator refuses it, or does not answer for ten minutes
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

/** @param address Below the URL of the coordinator */
async function send(upload: Upload, method: string, address: string, body: Buffer): Promise<void> {
  const headers = { authorization: `Bearer ${upload.token}`, 'x-sha256': sha256(body) }
  const until = performance.now() + PATIENCE
  let { url } = upload
  for (let pause = 100; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const problem = await once({ upload, method, address: `${url.replace(/\/$/, '')}${address}`, body, headers })
    if (problem === undefined) return
    if (performance.now() > until) throw new HarnessFault(`the result of ${upload.trial} cannot be sent: ${problem}`)
    await delay(pause, undefined, { signal: upload.signal })
    url = await upload.urlNow()
  }
}

interface Request {
  readonly upload: Upload
  readonly method: string
  readonly address: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/**
 * @returns Why it should be sent again; undefined if it arrived
 * @throws HarnessFault if the coordinator will never take it
 */
async function once({ upload, method, address, body, headers }: Request): Promise<string | undefined> {
  try {
    const signal = AbortSignal.any([upload.signal, AbortSignal.timeout(REQUEST_TIMEOUT)])
    const response = await fetch(address, { method, headers, body: new Uint8Array(body), signal })
    const said = (await response.text()).slice(0, 500)
    if (response.ok) return undefined
    if ([400, 401, 404, 405, 413].includes(response.status))
      throw new HarnessFault(`the coordinator at ${upload.url} refuses results: ${said}`)
    return `${String(response.status)} ${said}`
  } catch (error) {
    if (error instanceof HarnessFault || upload.signal.aborted) throw error
    return messageOf(error)
  }
}
