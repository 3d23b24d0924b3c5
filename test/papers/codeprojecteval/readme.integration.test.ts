import type { NamedScore } from '../../../harness/contracts/schema.ts'
import { recordOf, runOf, verdictOf } from '../../helpers.ts'
import { readmeCase, trialKey, writeRun } from '../readme-cases.ts'

/** Two models on two libraries. */
async function writeLibraryRun(out: string): Promise<string> {
  const keys = ['projectgen:openai:a', 'direct:openai:a'].flatMap((agent) =>
    ['rsa', 'tinydb'].map((mission) => trialKey({ agent, mission, variant: 'documents' })),
  )
  const plain = runOf(keys, { runId: 'libraries' })
  const missions = plain.benchmark.missions.map((mission) => ({ ...mission, details: { files: 12, lines: 2000 } }))
  const similarity: NamedScore = {
    ...{ name: 'sketchbleu', setting: 'paper' },
    score: { scored: true, value: 0.25, detail: { part: 1, whole: 4, findings: [], more: 0 } },
  }
  return writeRun(
    out,
    { ...plain, benchmark: { ...plain.benchmark, name: 'codeprojecteval', missions } },
    keys.map((key, index) => ({
      record: {
        ...recordOf(key, ['passed', 'passed']),
        verdicts: [
          verdictOf('t1', 'passed'),
          index % 2 === 0 ? verdictOf('t2', 'passed') : verdictOf('t2', 'failed', { reason: 'ImportError: no module' }),
        ],
      },
      scores: [similarity],
    })),
  )
}

readmeCase({ paper: 'codeprojecteval', write: writeLibraryRun, tables: ['5', '6', 'fig5'] })
