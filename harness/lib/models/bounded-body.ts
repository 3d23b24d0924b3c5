import { MiB } from '../wording/bytes.ts'

/**
 * Limits in bytes: of an answer that is not streamed, and of one event of a stream. Models send few words in an event, and the
 * `openai` package needs time quadratic in its length.
 */
const LIMITS = { whole: 32 * MiB, event: 4 * MiB }

const NEWLINE = 10
const RETURN = 13

/**
 * Limits how much of a response its reader has to buffer: one event of an event stream, or all of any other response.
 * @returns a response whose body fails at the limit
 */
export function boundedBody(response: Response, limits = LIMITS): Response {
  if (response.body === null) return response
  const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bounded(isStream ? limits.event : limits.whole, isStream)), {
    status,
    statusText,
    headers,
  })
}

function bounded(limit: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  let endsLine = false
  return new TransformStream({
    transform(chunk, controller) {
      for (const byte of isStream ? chunk : []) {
        bytes += 1
        if (byte === RETURN) continue
        // An empty line ends an event.
        if (byte === NEWLINE && endsLine) bytes = 0
        endsLine = byte === NEWLINE
        if (bytes > limit) break
      }
      if (!isStream) bytes += chunk.byteLength
      if (bytes > limit) throw new TooLong(limit)
      controller.enqueue(chunk)
    },
  })
}

class TooLong extends Error {
  constructor(limit: number) {
    super(`the server sent more than ${String(limit / MiB)} MiB in one event or answer`)
  }
}
