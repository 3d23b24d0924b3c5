import type { NamedScore } from '../../../harness/contracts/schema.ts'
import { recordOf, runOf, verdictOf } from '../../helpers.ts'
import { readmeCase, trialKey, writeRun } from '../readme-cases.ts'

/** Contract-Coding with two models on two of the five games. */
async function writeGreenfieldRun(out: string): Promise<string> {
  const suites = ['executability', 'interactivity', 'rules'].map((id) => ({ id, tester: 'desktop', weight: 1 }))
  const keys = ['contract-coding:openai:a', 'contract-coding:openai:b'].flatMap((agent) =>
    ['gomoku', 'roguelike'].map((mission) => trialKey({ agent, mission })),
  )
  const verdicts = suites.map(({ id }) => verdictOf(id, 'passed', { suite: id }))
  const scores = (['path-f1', 'linkage'] as const).map((name): NamedScore => ({
    ...{ name, setting: 'paper' },
    score: { scored: true, value: 0.5, detail: { part: 1, whole: 2, findings: [], more: 0 } },
  }))
  return writeRun(
    out,
    runOf(keys, { runId: 'greenfield' }),
    keys.map((key) => ({
      record: {
        ...recordOf(key, []),
        runnable: verdictOf('runnable', 'passed', { suite: 'executability' }),
        ...{ verdicts, suites, scoring: 'mean', stages: { generate: 60_000 } },
      },
      scores,
    })),
  )
}

readmeCase({ paper: 'greenfield', write: writeGreenfieldRun, tables: ['1', '3', '4', '5', '6', '7'] })
