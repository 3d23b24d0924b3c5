import path from 'node:path'
import type { Finding } from '../../../harness/contracts/paper.ts'
import { UsageError } from '../../../harness/errors.ts'
import { doctor } from '../../../harness/papers/projdevbench/doctor.ts'
import type { PaperContract } from '../../contracts/papers.ts'
import { publishedFolder } from '../../needs.ts'

export const contract: PaperContract = {
  subjects: {
    review: {
      kind: 'source',
      testcodes: {
        rules: {
          first: { kind: 'exist', files: ['README.md'] },
          second: { kind: 'gitignore', entries: ['build/'] },
        },
      },
      good: { 'README.md': 'A program.\n', '.gitignore': 'build/\n' },
      idle: { 'main.cpp': 'int main() {}\n' },
    },
  },
  benchmarks: {
    'projdevbench:DIR': {
      spec: () => Promise.resolve(`projdevbench:${path.join(publishedFolder('projdevbench'), 'dataset')}`),
      needs: ['data: projdevbench'],
      solved: false,
    },
  },
  // Without a dataset: the tools alone.
  async findings() {
    const found: Finding[] = []
    await doctor.check({
      ...{ spec: 'projdevbench:/nowhere', missions: [], modules: undefined },
      open: () => Promise.reject(new UsageError('there is no dataset')),
      tell: (finding) => found.push(finding),
    })
    return found
  },
}
