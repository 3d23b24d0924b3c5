/** Small runs of published benchmarks, as `pe run` records them. */
import {
  SCHEMA_VERSION,
  type NamedScore,
  type RunRecord,
  type TrialKey,
  type TrialRecord,
} from '../../harness/contracts/schema.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../helpers.ts'

const NO_USE = { calls: 1, reused: 0, cost: null, paid: null, models: [], notes: [] }
const PROJECT = { files: [{ path: 'manage.py', content: 'print(1)\n' }] }

/** An id is the name of a folder. */
function trialKey(changes: Partial<TrialKey>): TrialKey {
  const key = keyOf(changes)
  return { ...key, id: key.id.replaceAll(':', '-') }
}

/** Writes a run with these trials. @returns its folder */
async function write(
  out: string,
  run: RunRecord,
  trials: readonly { readonly record: TrialRecord; readonly scores?: readonly NamedScore[] }[],
): Promise<string> {
  await using store = await RunStore.create(out, run)
  for (const { record, scores } of trials) {
    const trial = store.trial(record.trial)
    await trial.writeProject(PROJECT, projectDigest(PROJECT), { notes: [], used: [] })
    await trial.writeRecord(record)
    if (scores)
      await trial.writeScores({
        ...{ schemaVersion: SCHEMA_VERSION, digest: 'd1935', scores: [...scores] },
        facts: { files: 1, bytes: 9, languages: [], bodies: { total: 2, empty: 0, placeholder: 1 }, leftOut: [] },
      })
  }
  return store.folder
}

/** Two models on two missions, at level 1, direct and in a cascade. */
export async function writeProjectEvalRun(out: string): Promise<string> {
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
  return write(
    out,
    { ...plain, benchmark: { ...plain.benchmark, name: 'projecteval', missions } },
    keys.map((key, index) => ({
      record: recordOf(key, index % 2 === 0 ? ['passed', 'passed', 'failed'] : ['passed', 'failed', 'failed']),
      scores,
    })),
  )
}

/** Two tools on three problems, of which one has no points of execution. */
export async function writeProjDevBenchRun(out: string): Promise<string> {
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
  return write(
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

/** Contract-Coding with two models on two of the five games. */
export async function writeGreenfieldRun(out: string): Promise<string> {
  const suites = ['executability', 'interactivity', 'rules'].map((id) => ({ id, tester: 'desktop', weight: 1 }))
  const keys = ['contract-coding:openai:a', 'contract-coding:openai:b'].flatMap((agent) =>
    ['gomoku', 'roguelike'].map((mission) => trialKey({ agent, mission })),
  )
  const verdicts = suites.map(({ id }) => verdictOf(id, 'passed', { suite: id }))
  const scores = (['path-f1', 'linkage'] as const).map((name): NamedScore => ({
    ...{ name, setting: 'paper' },
    score: { scored: true, value: 0.5, detail: { part: 1, whole: 2, findings: [], more: 0 } },
  }))
  return write(
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
