import path from 'node:path'
import type { Reviewer } from '../../../harness/contracts/types.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import type { PaperContract } from '../../contracts/papers.ts'
import { judgeAnswer } from './judge-server.ts'

/** A scripted model: it finds an algorithm by the name of its task. */
const reviewer: Reviewer = {
  model: 'scripted',
  votes: 1,
  ask(messages, seed) {
    const text = messages.map(({ content }) => content).join('\n')
    const id = /Algorithm: (\w+)/.exec(text)?.[1] ?? ''
    const script = { localise: () => [id], adapt: (code: string) => code.replaceAll('reference', id) }
    return Promise.resolve(judgeAnswer(messages, seed, script) ?? '')
  },
}
const taskNamed = (id: string) => ({
  ...{ id, algorithm: id, query: 'It adds.', tests: ['test_add'] },
  code: 'from reference import reference\n\n\ndef test_add():\n    assert reference(1) == 2\n',
})
const adds = (name: string) => `def ${name}(n):\n    return n + 1\n`

export const contract: PaperContract = {
  subjects: {
    tasks: {
      kind: 'library',
      testcodes: { tasks: [taskNamed('first'), taskNamed('second')] },
      needs: ['python3-pytest'],
      services: { reviewer, calibrate: calibrateLibrary },
      good: { 'first.py': adds('first'), 'second.py': adds('second') },
      idle: { 'other.py': '' },
    },
  },
  benchmarks: {
    'repocraft:DIR': { spec: () => Promise.resolve(`repocraft:${path.join(import.meta.dirname, 'fixtures')}`) },
  },
}
