import type { Agent } from '../contracts/types.ts'

/** Returns an empty project and empty answers: the lower end of the scale. */
export function nullAgent(): Agent {
  return {
    name: 'null',
    generate: () => Promise.resolve({ files: [] }),
    answer: () => Promise.resolve({}),
  }
}
