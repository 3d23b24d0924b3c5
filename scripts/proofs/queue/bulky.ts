/** An agent whose project is large, so that uploading it takes many requests. */
import type { Agent } from 'pe'

const BYTES = 3 * 1024 ** 2

export default function bulky(): Agent {
  return {
    name: 'bulky',
    generate: (_brief, { sample }) =>
      Promise.resolve({
        files: [{ path: 'data.txt', content: `${String(sample)}\n`.repeat(BYTES / 2).slice(0, BYTES) }],
      }),
    answer: () => Promise.resolve({}),
  }
}
