/**
 * Writes a synthetic run of any size, to measure the reading of runs and to inspect reports:
 * `tsx scripts/synthetic.ts --out reports --missions 20 --agents 2 --variants L1.direct,L2.direct --samples 5 --testcodes 15 [--seed 1]`.
 * The same arguments give the same run.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import {
  SCHEMA_VERSION,
  type RunRecord,
  type Status,
  type TrialKey,
  type TrialRecord,
  type Verdict,
} from '../harness/contracts/schema.ts'
import { levelAndMode } from '../harness/contracts/variants.ts'
import { seededRandom, type Random } from '../harness/lib/statistics/random.ts'
import { RunStore } from '../harness/store/store.ts'
import { reportFile } from '../harness/store/read.ts'
import { summarise } from '../harness/run/summary.ts'
import { trialKeys } from '../harness/run/matrix.ts'

export interface Size {
  readonly missions: number
  readonly agents: number
  readonly variants: readonly string[]
  readonly samples: number
  /** Testcodes per mission. */
  readonly testcodes: number
  readonly seed: number
}

export interface SyntheticRun {
  readonly run: RunRecord
  readonly trials: readonly TrialRecord[]
}

const STARTED = '2025-01-01T00:00:00.000Z'

/** The records of a run, in memory. */
export function syntheticRun(size: Size): SyntheticRun {
  const missions = Array.from({ length: size.missions }, (_, index) => `mission-${String(index + 1)}`)
  const agents = Array.from({ length: size.agents }, (_, index) => `agent-${String(index + 1)}`)
  const keys = trialKeys({ missions, agents, variants: size.variants, samples: size.samples })
  const run = runRecord(size, missions, agents, keys)
  const random = seededRandom(size.seed)
  return { run, trials: keys.map((key) => trialRecord(run, key, random)) }
}

function runRecord(size: Size, missions: string[], agents: string[], trials: TrialKey[]): RunRecord {
  return {
    schemaVersion: SCHEMA_VERSION,
    runId: `synthetic-${String(trials.length)}-${String(size.seed)}`,
    startedAt: STARTED,
    benchmark: {
      name: 'synthetic',
      source: '/nowhere',
      missions: missions.map((id) => ({
        id,
        title: `Mission ${id}`,
        kind: 'website' as const,
        digest: 'd'.repeat(64),
        testcodes: Array.from({ length: size.testcodes }, (_, index) => ({
          id: `testcode-${String(index + 1)}`,
          page: `Page ${String(Math.floor(index / 4) + 1)}`,
          function: `Function ${String(Math.floor(index / 2) + 1)}`,
          expects: `What a user would see in the case of number ${String(index + 1)}.`,
        })),
      })),
    },
    settings: {
      agents,
      variants: [...size.variants],
      missions,
      samples: size.samples,
      concurrency: 4,
      sandbox: 'bubblewrap',
      installNetwork: 'registry',
      trialTimeout: 300,
      testcodeTimeout: 20,
      startTimeout: 30,
      installTimeout: 300,
      allowedOrigins: [],
      protocol: 'default',
      pythonPath: [],
    },
    host: { pe: '0.1.0', node: process.version, platform: 'linux x64', cpus: 4, browser: 'none (synthetic)' },
    trials,
  }
}

/** Some missions are hard, some agents are good, and some projects do not start, so that none of their testcodes run. */
function trialRecord(run: RunRecord, key: TrialKey, random: Random): TrialRecord {
  const mission = run.benchmark.missions.findIndex(({ id }) => id === key.mission)
  const agent = run.settings.agents.indexOf(key.agent)
  const skill =
    0.35 + 0.45 * (((mission * 7) % 20) / 20) + 0.04 * agent + 0.03 * (levelAndMode(key.variant)?.level ?? 1)
  const launched = random() < 0.92
  const testcodes = run.benchmark.missions[mission]?.testcodes ?? []
  const verdicts = testcodes.map(({ id }) => verdictOf(id, launched ? statusOf(random, skill) : 'not-run', random))
  const runnable = verdictOf('runnable', launched ? 'passed' : 'not-run', random)
  const judge = verdicts.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return {
    schemaVersion: SCHEMA_VERSION,
    trial: key,
    outcome: launched ? 'judged' : 'not-launched',
    ...(launched ? {} : { reason: 'the project ended with code 1 before it answered' }),
    runnable,
    verdicts,
    stages: { generate: 12, freeze: 3, answer: 4, launch: 400, open: 350, judge },
    seconds: (769 + judge) / 1000,
    startedAt: STARTED,
    log: 'listening on port 8000\n',
  }
}

function statusOf(random: Random, skill: number): Status {
  if (random() < skill) return 'passed'
  const others: Status[] = ['failed', 'failed', 'failed', 'timeout', 'bad-parameter', 'blocked', 'error']
  if (random() < 0.01) return 'unjudged'
  return others[Math.floor(random() * others.length)] ?? 'failed'
}

function verdictOf(testcode: string, status: Status, random: Random): Verdict {
  const milliseconds = Math.round(50 + 900 * random())
  if (status === 'passed') return { testcode, status, points: { earned: 1, of: 1 }, milliseconds, evidence: {} }
  const reason = `expected the text "total ${String(Math.floor(random() * 100))}" to be visible, and it was not`
  const evidence = { console: ['[error] TypeError: x is undefined'] }
  return { testcode, status, points: { earned: 0, of: 1 }, reason, milliseconds, evidence }
}

/** Writes the run to the store. @returns its folder */
export async function writeSyntheticRun(root: string, { run, trials }: SyntheticRun): Promise<string> {
  await using store = await RunStore.create(root, run)
  const limit = pLimit(32)
  await limit.map(trials, (record) => store.trial(record.trial).writeRecord(record))
  const place = { folder: store.folder, report: reportFile(store.folder), seconds: 3600 }
  await store.writeSummary(summarise(run, trials, place))
  return store.folder
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'reports' },
      missions: { type: 'string', default: '20' },
      agents: { type: 'string', default: '2' },
      variants: { type: 'string', default: 'L1.direct,L2.direct' },
      samples: { type: 'string', default: '5' },
      testcodes: { type: 'string', default: '15' },
      seed: { type: 'string', default: '1' },
    },
  })
  const synthetic = syntheticRun({
    missions: Number(values.missions),
    agents: Number(values.agents),
    variants: values.variants.split(','),
    samples: Number(values.samples),
    testcodes: Number(values.testcodes),
    seed: Number(values.seed),
  })
  process.stdout.write(`${await writeSyntheticRun(path.resolve(values.out), synthetic)}\n`)
}
