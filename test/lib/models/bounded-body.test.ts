import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedBody } from '../../../harness/lib/models/bounded-body.ts'

const LONGEST = { event: 10, whole: 12 }

async function read(type: string, parts: readonly string[]): Promise<string> {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  return boundedBody(new Response(body, { headers: { 'content-type': type } }), LONGEST).text()
}

describe('an event stream', () => {
  const STREAM = 'text/event-stream; charset=utf-8'

  it('has no limit in total, however it is split into chunks', async () => {
    const ends = fc.constantFrom('\n\n', '\r\n\r\n')
    const event = fc.tuple(fc.stringMatching(/^[a-z]{0,4}$/), fc.stringMatching(/^[a-z]{0,1}$/), ends)
    const stream = fc
      .array(event, { maxLength: 20 })
      .map((events) => events.map(([one, other, end]) => `${one}\n${other}x${end}`).join(''))
    await fc.assert(
      fc.asyncProperty(stream, fc.integer({ min: 1, max: 7 }), async (text, size) => {
        const parts = text.match(new RegExp(`[^]{1,${String(size)}}`, 'g')) ?? []
        expect(await read(STREAM, parts)).toBe(text)
      }),
    )
  })

  it.each([
    ['a line that never ends', ['data: ', 'aaaaaa']],
    ['lines of one event', ['a\n', 'b\nc\n', 'd\ne\nf\n']],
    ['an event after others', ['a\n\n', 'b\n\n', 'cccccccccccc']],
  ])('fails at %s over the limit', async (_, parts) => {
    await expect(read(STREAM, parts)).rejects.toThrow('the server sent more than')
  })
})

describe('an answer that is not streamed', () => {
  it('is limited as a whole', async () => {
    expect(await read('application/json', ['123456', '789012'])).toBe('123456789012')
    await expect(read('application/json', ['1\n\n', '4\n\n', '7\n\n', '10\n\n'])).rejects.toThrow(
      'the server sent more than',
    )
  })

  it('keeps its status and headers, with or without a body', async () => {
    const response = boundedBody(new Response(null, { status: 204, headers: { 'x-of': 'server' } }))
    expect([response.status, response.headers.get('x-of'), await response.text()]).toEqual([204, 'server', ''])
    const refused = boundedBody(new Response('no', { status: 429, headers: { 'retry-after': '3' } }))
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([429, '3', 'no'])
  })
})
