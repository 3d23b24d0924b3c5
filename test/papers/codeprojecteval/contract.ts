import path from 'node:path'
import type { PaperContract } from '../../contracts/papers.ts'
import { root } from '../../helpers.ts'

/** A small library of our own, for machines without the published ones. */
const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')

export const contract: PaperContract = {
  benchmarks: {
    'codeprojecteval:DIR': { spec: () => Promise.resolve(`codeprojecteval:${LIBRARIES}`), needs: ['python3-pytest'] },
    'devbench:DIR': { spec: () => Promise.resolve(`devbench:${LIBRARIES}`), needs: ['python3-pytest'] },
  },
}
