import type { NamedScore } from '../../../harness/contracts/schema.ts'
import { recordOf, runOf } from '../../helpers.ts'
import { readmeCase, trialKey, writeRun } from '../readme-cases.ts'

/** Two models on two missions, at level 1, direct and in a cascade. */
async function writeProjectEvalRun(out: string): Promise<string> {
  const keys = ['openai:a', 'openai:b'].flatMap((agent) =>
    ['p1', 'p2'].flatMap((mission) =>
      ['L1.cascade', 'L1.direct'].map((variant) => trialKey({ agent, mission, variant })),
    ),
  )
  const plain = runOf(keys, { runId: 'projecteval' })
  const missions = plain.benchmark.missions.map((mission) => ({
    ...mission,
    details: { tests: 14, lines: 400, tokens: 3000 },
  }))
  const scores = (['code', 'parameters'] as const).map((name): NamedScore => ({
    ...{ name, setting: 'paper' },
    score: { scored: true, value: 0.25, detail: { files: [], leftOut: [] } },
  }))
  return writeRun(
    out,
    { ...plain, benchmark: { ...plain.benchmark, name: 'projecteval', missions } },
    keys.map((key, index) => ({
      record: recordOf(key, index % 2 === 0 ? ['passed', 'passed', 'failed'] : ['passed', 'failed', 'failed']),
      scores,
    })),
  )
}

readmeCase({ paper: 'projecteval', write: writeProjectEvalRun, tables: ['1', '4', '5', '7', '5.1'] })
