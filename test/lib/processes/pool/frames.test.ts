import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameReader, writeFrame } from '../../../../harness/lib/processes/pool/frames.ts'

function written(messages: readonly Uint8Array[]): Buffer {
  const stream = new PassThrough()
  for (const message of messages) writeFrame(stream, message)
  return (stream.read() as Buffer | null) ?? Buffer.alloc(0)
}

it('messages round-trip, however the stream is split into chunks', () => {
  const messages = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 })
  fc.assert(
    fc.property(messages, fc.integer({ min: 1, max: 30 }), (sent, size) => {
      const stream = written(sent)
      const received: number[][] = []
      const reader = new FrameReader({ onMessage: (message) => received.push([...message]) })
      for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size))
      expect(received).toEqual(sent.map((message) => [...message]))
    }),
  )
})

it('a message that is refused is not kept, nor is anything after it', () => {
  const received: number[] = []
  const lengths: number[] = []
  const reader = new FrameReader({
    onMessage: (message) => received.push(message.length),
    accepts: (bytes) => lengths.push(bytes) > 0 && bytes < 10,
  })
  reader.push(written([new Uint8Array(3), new Uint8Array(10), new Uint8Array(3)]))
  reader.push(written([new Uint8Array(3)]))
  expect(received).toEqual([3])
  expect(lengths).toEqual([3, 10])
})
