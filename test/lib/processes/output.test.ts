import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedOutput } from '../../../harness/lib/processes/output.ts'

/** The text kept of some chunks. */
async function boundedOutput(chunks: readonly string[], limit: number): Promise<{ text: string; overflows: number }> {
  const stream = new PassThrough()
  let overflows = 0
  const output = new BoundedOutput(stream, limit, () => (overflows += 1))
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  await new Promise((resolve) => stream.on('close', resolve))
  return { text: output.text(), overflows }
}

describe('BoundedOutput', () => {
  it('keeps everything up to the limit, and otherwise the first and last half, and counts the dropped characters', async () => {
    const chunks = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1 }))
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer({ min: 1, max: 15 }), async (parts, half) => {
        const whole = parts.join('')
        const { text, overflows } = await boundedOutput(parts, 2 * half)
        if (whole.length <= 2 * half) {
          expect(text).toBe(whole)
          expect(overflows).toBe(0)
        } else {
          const missing = String(whole.length - 2 * half)
          expect(text).toBe(`${whole.slice(0, half)}\n[${missing} characters left out]\n${whole.slice(-half)}`)
          expect(overflows).toBe(1)
        }
      }),
    )
  })

  it('reports that reading failed', async () => {
    const stream = new PassThrough()
    const output = new BoundedOutput(stream, 1000)
    const changed = new Promise((resolve) => output.onChange(resolve))
    stream.destroy(new Error('the pipe broke'))
    await changed
    expect(output.text()).toContain('the pipe broke')
  })
})
