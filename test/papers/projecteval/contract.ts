import { doctor } from '../../commands/doctor-cases.ts'
import type { PaperContract } from '../../contracts/papers.ts'
import { closeWithWorker } from '../../worker.ts'
import { smallDataset } from './small.ts'

const PRINTS = {
  function: 'test',
  parameters: ['value'],
  source: `
def test(value):
    stdout, stderr = utils.run_entry("main.py")
    assert stdout.strip() == value, stdout`,
}

/** A small dataset, for all files of a process. */
let dataset: ReturnType<typeof smallDataset> | undefined
closeWithWorker(async () => (await dataset)?.[Symbol.asyncDispose]())
const spec = async () => `projecteval:${(await (dataset ??= smallDataset())).path}`

export const contract: PaperContract = {
  subjects: {
    'python-selenium': {
      kind: 'batch',
      needs: ['bubblewrap', 'python3'],
      launch: { run: ['python3', 'main.py'] },
      testcodes: { first: PRINTS, second: PRINTS },
      parameter: { kind: 'text', description: 'The text that is printed.' },
      answer: 'Hello',
      good: { 'main.py': 'print("Hello")\n' },
      idle: { 'main.py': 'raise SystemExit(3)\n' },
      busy: { 'main.py': 'while True: pass\n' },
    },
  },
  benchmarks: {
    'projecteval:DIR': { spec },
  },
  findings: async () => Object.values((await doctor({ benchmark: await spec() })).findings),
}
