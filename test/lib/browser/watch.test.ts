import { describe, expect, it } from 'vitest'
import { FrameReader, MAX_FRAME_BYTES, frameOf } from '../../../harness/lib/browser/driver/protocol.ts'
import { PipeWatch } from '../../../harness/lib/browser/driver/watch.ts'

const MIB = 1024 * 1024
const CONSOLE = '{"method":"Runtime.consoleAPICalled","params":{"type":"log","args":[{"type":"string","value":"'

/** The bytes that a watch forwards, and the reasons why it ended the browser. */
async function watched(chunks: Iterable<Buffer>): Promise<{ readonly bytes: number; readonly reasons: string[] }> {
  const reasons: string[] = []
  const watch = new PipeWatch({ onOver: (reason) => reasons.push(reason) })
  let bytes = 0
  watch.on('data', (chunk: Buffer) => (bytes += chunk.length))
  for (const chunk of chunks) if (!watch.write(chunk)) await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => watch.end(resolve))
  return { bytes, reasons }
}

function* message(head: string, size: number): Generator<Buffer> {
  yield Buffer.from(head)
  const part = Buffer.alloc(64 * 1024, 'x')
  for (let left = size - head.length - 1; left > 0; left -= part.length) yield part.subarray(0, left)
  yield Buffer.alloc(1)
}

describe('PipeWatch', () => {
  it.each([
    ['a console message', CONSOLE, 1],
    ['an uncaught error', '{"method":"Runtime.exceptionThrown","params":{', 1],
    ['a dialog', '{"method":"Page.javascriptDialogOpening","params":{', 1],
    ['a WebSocket message', '{"method":"Network.webSocketFrameReceived","params":{', 1],
    ['an event (Network.requestWillBeSent)', '{"method":"Network.requestWillBeSent","params":{', 8],
    ['an event (unknown)', '{"params":{"method":"Network.requestWillBeSent"', 8],
    ['an answer', '{"id":12,"result":{', 32],
  ])('forwards %s up to its limit, and ends the browser at one byte more', async (what, head, most) => {
    const allowed = await watched(message(head, most * MIB + 1))
    expect(allowed).toEqual({ bytes: most * MIB + 1, reasons: [] })
    const { bytes, reasons } = await watched(message(head, most * MIB + 2))
    expect(reasons).toEqual([`the page sent the browser's driver ${what} larger than ${String(most)} MiB`])
    expect(bytes).toBeLessThanOrEqual(most * MIB)
  })

  it('counts several messages in one chunk, and a message that arrives byte by byte', async () => {
    const small = Buffer.from(`${CONSOLE}a"}]}}\0`)
    const { reasons } = await watched([Buffer.concat([small, small]), ...[...small].map((byte) => Buffer.from([byte]))])
    expect(reasons).toEqual([])
    const pieces = [...message(CONSOLE, 2 * MIB)].flatMap((part, index) =>
      index === 0 ? [...part].map((byte) => Buffer.from([byte])) : [part],
    )
    expect((await watched(pieces)).reasons).toHaveLength(1)
  })

  it('ends a browser whose page sends too many small messages', async () => {
    const line = Buffer.from(`${CONSOLE}${'x'.repeat(100_000)}"}]}}\0`)
    const { reasons } = await watched(Array.from({ length: 800 }, () => line))
    expect(reasons).toEqual([
      "the page sent the browser's driver more than 64 MiB of console messages, errors, dialogs and URLs",
    ])
  })
})

describe('frames between the harness and a driver', () => {
  it('round-trip, however the stream is split into chunks', () => {
    const messages = [{ id: 1, text: 'ä\u0000' }, {}, { long: 'x'.repeat(10_000) }]
    const bytes = Buffer.concat(messages.map(frameOf))
    for (const size of [1, 3, 1000, bytes.length]) {
      const reader = new FrameReader()
      const read: unknown[] = []
      for (let at = 0; at < bytes.length; at += size)
        for (const frame of reader.push(bytes.subarray(at, at + size))) read.push(JSON.parse(frame.toString()))
      expect(read).toEqual(messages)
    }
  })

  it('are refused by their length, before their content arrives', () => {
    const head = Buffer.alloc(4)
    head.writeUInt32LE(MAX_FRAME_BYTES + 1)
    expect(() => new FrameReader().push(head)).toThrow(RangeError)
  })
})
