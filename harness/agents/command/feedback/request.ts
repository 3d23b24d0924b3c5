import * as z from 'zod'
import type { ProjectFile } from '../../../contracts/types.ts'

/** Bytes of the list of files, and of the files and answers together. */
export const MOST_HEADER = 4 * 1024 * 1024
export const MOST_BYTES = 64 * 1024 * 1024
export const MOST_FILES = 5000
const PREFIX = 4

/** A request of a program in the room: `check` or `submit`, with the current files. */
export interface FeedbackRequest {
  readonly call: 'check' | 'submit'
  readonly files: readonly ProjectFile[]
  /** The text of a file with answers, if one was sent. */
  readonly answers: string | undefined
  /** The suite that a submission names. */
  readonly suite?: string
}

/** An invalid request. The message is for the program that sent it. */
export class RequestProblem extends Error {}

const size = z.int().min(0).max(MOST_BYTES)
const headerSchema = z.strictObject({
  call: z.enum(['check', 'submit']),
  files: z.array(z.strictObject({ path: z.string().max(4096), bytes: size })).max(MOST_FILES),
  answers: size.optional(),
  suite: z.string().max(200).optional(),
})
type Header = z.infer<typeof headerSchema>

/**
 * Reads one request from the chunks of a connection, which a hostile program may have sent: the length of a header (32 bits, big
 * endian), the header (JSON), the contents of the files in order, and the answers. Uses no more memory than the bytes received.
 */
export class RequestReader {
  readonly #chunks: Buffer[] = []
  #received = 0
  #headerLength: number | undefined
  #header: Header | undefined
  #bodyLength = 0

  /**
   * @returns The request once it is complete
   * @throws RequestProblem if it is invalid or too large
   */
  push(chunk: Buffer): FeedbackRequest | undefined {
    this.#chunks.push(chunk)
    this.#received += chunk.length
    if (this.#headerLength === undefined && this.#received >= PREFIX) {
      this.#headerLength = this.#take(PREFIX).readUInt32BE(0)
      if (this.#headerLength > MOST_HEADER) throw new RequestProblem('the list of files is too long')
    }
    if (this.#headerLength === undefined) return undefined
    if (this.#header === undefined && this.#received >= this.#headerLength) this.#readHeader(this.#headerLength)
    if (this.#header === undefined || this.#received < this.#bodyLength) return undefined
    if (this.#received > this.#bodyLength) throw new RequestProblem('more was sent than the list of files says')
    return this.#request(this.#header)
  }

  #readHeader(length: number): void {
    const header = parsed(this.#take(length).toString('utf8'))
    const all = header.files.reduce((sum, { bytes }) => sum + bytes, header.answers ?? 0)
    if (all > MOST_BYTES) throw new RequestProblem(`the project is larger than ${MOST_BYTES / 1024 / 1024} MiB`)
    this.#header = header
    this.#bodyLength = all
  }

  #request({ call, files, answers, suite }: Header): FeedbackRequest {
    const body = this.#take(this.#bodyLength)
    let at = 0
    const next = (bytes: number) => body.subarray(at, (at += bytes))
    const read = files.map(({ path, bytes }) => ({ path, content: next(bytes) }))
    const text = answers === undefined ? undefined : next(answers).toString('utf8')
    return { call, files: read, answers: text, ...(suite === undefined ? {} : { suite }) }
  }

  /** Takes the first bytes from the buffer. */
  #take(length: number): Buffer {
    const all = Buffer.concat(this.#chunks)
    this.#chunks.splice(0, Infinity, all.subarray(length))
    this.#received -= length
    return all.subarray(0, length)
  }
}

function parsed(text: string): Header {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RequestProblem('the list of files is not JSON')
  }
  const result = headerSchema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  throw new RequestProblem(
    `the list of files is not right: ${field.slice(0, 200)}: ${issue?.message.slice(0, 200) ?? ''}`,
  )
}
