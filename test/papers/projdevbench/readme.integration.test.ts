import type { TrialKey, TrialRecord } from '../../../harness/contracts/schema.ts'
import { recordOf, runOf, verdictOf } from '../../helpers.ts'
import { NO_USE, readmeCase, trialKey, writeRun } from '../readme-cases.ts'

/** Two tools on three problems, of which one has no points of execution. */
async function writeProjDevBenchRun(out: string): Promise<string> {
  const keys = ['command:codex:gpt-5', 'command:claude'].flatMap((agent) =>
    ['003', '007', '017'].map((mission) => trialKey({ agent, mission, variant: 'statement' })),
  )
  const plain = runOf(keys, { runId: 'projdevbench' })
  const tags: Readonly<Record<string, string[]>> = {
    '003': ['management', 'hard'],
    '007': ['interpreter', 'easy'],
    '017': ['management', 'hard'],
  }
  const missions = plain.benchmark.missions.map((mission) => ({
    ...mission,
    tags: tags[mission.id] ?? [],
    details: { submit: 'Git', ids: 1, seconds: 5, memoryMiB: 256, students: 47.67 },
    testcodes: [
      { id: 'point', suite: '1' },
      { id: 'review-1', page: 'Judged by a model', expects: 'Readability', suite: 'review' },
    ],
    suites: SUITES,
  }))
  return writeRun(
    out,
    { ...plain, benchmark: { ...plain.benchmark, name: 'projdevbench', missions } },
    keys.map((key, index) => ({ record: problemRecord(key, index) })),
  )
}

const SUITES = [
  { id: '1', tester: 'judge', weight: 0.8 },
  { id: 'review', tester: 'review', weight: 0.2 },
]

function problemRecord(key: TrialKey, index: number): TrialRecord {
  const passed = index % 2 === 0
  const execution = key.mission === '003' ? 'excluded' : passed ? 'passed' : 'failed'
  return {
    ...recordOf(key, []),
    runnable: verdictOf('runnable', 'passed', { suite: '1', points: { earned: 0, of: 0 } }),
    verdicts: [
      verdictOf('point', execution, { suite: '1' }),
      verdictOf('review-1', 'partial', { suite: 'review', points: { earned: (index + 3) / 10, of: 1 } }),
    ],
    suites: SUITES,
    scoring: 'mean',
    agent: { ...NO_USE, turns: 20 * (index + 1), tokens: { input: 1_000_000 * (index + 1), output: 1000 } },
    submissions: [
      {
        ...{ number: 1, digest: 'd1935', outcome: 'judged', score: passed ? 1 : 0, seconds: 1 },
        points: { total: 1, passed: passed ? 1 : 0, unjudged: 0 },
        at: '2025-01-01T00:00:00.000Z',
        status: passed ? 'accepted' : 'wrong answer',
      },
    ],
  }
}

/** The judgements of a person on one criterion of three projects. */
const PEOPLE = [7, 8, 3]
  .map(
    (score, index) =>
      `${['003', '007', '017'][index] ?? ''}.command-claude.statement.1,review-1,Readability,ann,${String(score)}\n`,
  )
  .join('')

readmeCase({
  paper: 'projdevbench',
  write: writeProjDevBenchRun,
  tables: ['2', '3', '4', '5', '6', 'fig4', 'H'],
  files: { 'people.csv': `trial,testcode,criterion,person,judgement\n${PEOPLE}` },
})
