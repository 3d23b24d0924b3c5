const MIB = 1024 * 1024
/**
 * Bytes of an answer that is sent whole, and of one event of a stream. Models send few words in an event, and the `openai`
 * package takes time with the square of its length.
 */
const LONGEST = { whole: 32 * MIB, event: 4 * MIB }

const NEWLINE = 10
const RETURN = 13

/**
 * An answer of a server of which no more has to be kept at a time than is allowed: whoever reads it keeps an event until it
 * has ended, and an answer that is no stream of events until all of it has come.
 * @returns a response whose body fails where there is more
 */
export function boundedBody(response: Response, longest = LONGEST): Response {
  if (response.body === null) return response
  const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bounded(isStream ? longest.event : longest.whole, isStream)), {
    status,
    statusText,
    headers,
  })
}

function bounded(longest: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
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
        if (bytes > longest) break
      }
      if (!isStream) bytes += chunk.byteLength
      if (bytes > longest) throw new TooLong(longest)
      controller.enqueue(chunk)
    },
  })
}

class TooLong extends Error {
  constructor(longest: number) {
    super(`the server sent more than ${String(longest / MIB)} MiB at once`)
  }
}
