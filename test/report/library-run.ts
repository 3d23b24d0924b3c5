/** A run of libraries that hidden tests judge: thousands of failures, most of them for one cause. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  SCHEMA_VERSION,
  type MeasuresRecord,
  type RunRecord,
  type TrialKey,
  type TrialRecord,
  type Verdict,
} from '../../harness/contracts/schema.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keyOf, runOf, verdictOf } from '../helpers.ts'
import type { WrittenRun } from './reports.ts'

const LIBRARY_RUN_ID = '2025-03-01T00-00-00-abcdef'

export const LONG_NAME = 'TestSelector::test_simple_selection_with_variables_escape_friendly'

/** Of the library `wide`: most of them fail for one cause, in different places. */
export const ONE_CAUSE = 1900
export const OWN_CAUSES = 100
const WIDE = [
  ...Array.from({ length: ONE_CAUSE }, (_, index) => `tests/test_${String(index % 3)}.py::test_same_${String(index)}`),
  ...Array.from({ length: OWN_CAUSES }, (_, index) => `tests/test_other.py::test_own_${String(index)}`),
]
const SMALL = [
  `unit_tests/test_selector.py::${LONG_NAME}`,
  'unit_tests/test_selector.py::test_short',
  'unit_tests/test_a.py::test_b',
]
const TESTS: Readonly<Record<string, readonly string[]>> = { small: SMALL, wide: WIDE }

export const FAILED = `#/trial/${LIBRARY_RUN_ID}/small.weak.documents.1`
export const WIDE_FAILED = `#/trial/${LIBRARY_RUN_ID}/wide.weak.documents.1`
export const FAILED_TEST = `${FAILED}/testcode/${encodeURIComponent(SMALL[0] ?? '')}`

const libraryKey = (agent: string, mission: string) => keyOf({ agent, mission, variant: 'documents' })

function weakReason(index: number): string {
  if (index < ONE_CAUSE) return `TypeError: 'NoneType' object is not iterable (tests/test_a.py:${String(index)})`
  return `test_other.py:${String(index)}: got None, expected ${String(index)}`
}

function verdictIn({ agent, mission }: TrialKey, testcode: string, index: number): Verdict {
  if (mission === 'small' && index === 2) return excluded(testcode)
  if (agent === 'good') return verdictOf(testcode, 'passed')
  return verdictOf(testcode, 'failed', {
    reason: weakReason(index),
    evidence: { output: 'assert select("a") == [1]' },
  })
}

function excluded(testcode: string): Verdict {
  return verdictOf(testcode, 'excluded', { reason: 'is skipped on the reference' })
}

function recordOf(key: TrialKey, isTestable: boolean): TrialRecord {
  const status = isTestable ? 'passed' : 'failed'
  const reason = isTestable ? {} : { reason: 'no file of the library is there' }
  return {
    schemaVersion: SCHEMA_VERSION,
    trial: key,
    outcome: 'judged',
    scoring: 'pooled',
    runnable: verdictOf('runnable', status, { points: { earned: 0, of: 0 }, ...reason }),
    verdicts: (TESTS[key.mission] ?? []).map((testcode, index) => verdictIn(key, testcode, index)),
    stages: { generate: 90, freeze: 3, judge: 5000 },
    seconds: 5.1,
    startedAt: '2025-03-01T00:00:00.000Z',
    log: '',
  }
}

const MEASURES: MeasuresRecord = {
  schemaVersion: SCHEMA_VERSION,
  measures: [
    { name: 'kinds', measure: { scored: true, value: 1, unit: 'types' } },
    { name: 'length', measure: { scored: true, value: 2, unit: 'lines' } },
    { name: 'time', measure: { scored: true, value: 1, unit: 'ms' } },
  ],
}

/**
 * Written to disk as a run writes it.
 * @param isTestable Whether tests can import the libraries of the agent `weak`
 */
export async function writeLibraryRun(root: string, isTestable = true): Promise<WrittenRun> {
  const keys = ['good', 'weak'].flatMap((agent) => Object.keys(TESTS).map((mission) => libraryKey(agent, mission)))
  const trials = keys.map((key) => recordOf(key, isTestable || key.agent === 'good'))
  const run = libraryRunOf(keys)
  await using store = await RunStore.create(root, run)
  for (const record of trials) {
    const trial = store.trial(record.trial)
    await trial.writeRecord(record)
    await writeFile(path.join(trial.folder, 'measures.json'), JSON.stringify(MEASURES))
  }
  return { folder: store.folder, run, trials }
}

function libraryRunOf(keys: readonly TrialKey[]): RunRecord {
  const plain = runOf(keys, { runId: LIBRARY_RUN_ID })
  const missions = plain.benchmark.missions.map((mission) => ({
    ...mission,
    title: mission.id,
    kind: 'library' as const,
    testcodes: (TESTS[mission.id] ?? []).map((id) => ({ id })),
  }))
  return { ...plain, benchmark: { ...plain.benchmark, name: 'libraries', missions } }
}
