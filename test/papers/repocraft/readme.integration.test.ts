import { SCHEMA_VERSION } from '../../../harness/contracts/schema.ts'
import { recordOf, runOf } from '../../helpers.ts'
import { readmeCase, trialKey, writeRun } from '../readme-cases.ts'

/** Two agents on two libraries. */
async function writeRepoCraftRun(out: string): Promise<string> {
  const keys = ['zerorepo:openai:a', 'command:codex'].flatMap((agent) =>
    ['HttpEasy', 'TableKit'].map((mission) => trialKey({ agent, mission, variant: 'description' })),
  )
  const plain = runOf(keys, { runId: 'repocraft' })
  return writeRun(
    out,
    { ...plain, benchmark: { ...plain.benchmark, name: 'repocraft' } },
    keys.map((key, index) => ({
      record: recordOf(key, ['passed', 'passed', 'failed']),
      measures: {
        schemaVersion: SCHEMA_VERSION,
        measures: [
          { name: 'lexical-coverage', measure: { scored: true, value: 50 + index, unit: '%' } },
          { name: 'source-files', measure: { scored: true, value: 12 } },
          { name: 'pass-rate', measure: { scored: false, reason: 'no task has a verdict' } },
        ],
      },
    })),
  )
}

readmeCase({ paper: 'repocraft', write: writeRepoCraftRun, tables: ['2', '18'] })
