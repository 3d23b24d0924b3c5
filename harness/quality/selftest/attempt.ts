import { missionInfo } from '../../benchmarks/mission-info.ts'
import { randomUUID } from 'node:crypto'
import { PROJECTEVAL_VARIANTS } from '../../contracts/variants.ts'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { solutionAgent } from '../../agents/stand-ins.ts'
import { findPython } from '../../lib/python/find.ts'
import { REPORT_DATA, runFiles } from '../../store/report-files.ts'
import { csvFormat } from '../../reporters/formats/csv.ts'
import { createReporters } from '../../reporters/index.ts'
import {
  SCHEMA_VERSION,
  type InstallNetwork,
  type RunRecord,
  type TrialKey,
  type TrialRecord,
  type SandboxName,
} from '../../contracts/schema.ts'
import type { SandboxLimits } from '../../sandbox/limits.ts'
import { RunStore, resultFiles } from '../../store/store.ts'
import { reportFile } from '../../store/read.ts'
import { summarise } from '../../run/summary.ts'
import type { Testers } from '../../testers/index.ts'
import { runTrial, type TrialLimits } from '../../trial/trial.ts'
import type { Benchmark, Canonical } from '../../contracts/types.ts'
import type { JudgedBy } from './mission.ts'

/** A project to judge once, as in any run. */
export interface Attempt extends JudgedBy {
  readonly solution: Canonical
  readonly limits: TrialLimits
  /** Lowered limits, so that an attack reaches them soon. */
  readonly sandboxLimits: Partial<SandboxLimits>
  /** The network of package clients; `none` by default. */
  readonly installNetwork?: InstallNetwork
}

export interface Surroundings {
  readonly sandbox: SandboxName
  readonly seed: string
  readonly testers: Testers
  /** Contains the runs. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** The record of an attempt, and all output that users would see. */
export interface Attempted {
  readonly record: TrialRecord
  /** Folder of the run. */
  readonly run: string
  readonly key: TrialKey
  /** The output to the terminal. */
  readonly terminal: string
  /** The page of the report, and the scripts with its data. */
  readonly report: { readonly page: string; readonly chunks: readonly string[] }
  /** The table of testcodes. */
  readonly csv: string
}

/** Makes a run with one trial, including store and reporters, with the functions of `pe run`. */
export async function attempt(setup: Attempt, surroundings: Surroundings): Promise<Attempted> {
  const { mission, testcodes, solution, limits, sandboxLimits } = setup
  const { sandbox, seed, testers, folder, signal } = surroundings
  const key: TrialKey = { id: mission.id, mission: mission.id, agent: 'hostile', variant: 'L1.direct', sample: 1 }
  const runId = `${mission.id}-${randomUUID()}`
  await using store = await RunStore.create(folder, runRecord(runId, setup, key, surroundings))
  const record = await runTrial({
    key,
    benchmark: benchmarkOf(setup),
    mission,
    suites: mission.suites.map((suite) => ({ suite, tester: testers.for(suite), testcodes })),
    testerServices: { ...testers.services, ...setup.services },
    agent: solutionAgent('hostile', solution),
    seed,
    store: store.trial(key),
    sandbox,
    installNetwork: setup.installNetwork ?? 'none',
    python: await findPython(),
    protocol: 'default',
    sandboxLimits,
    limits,
    emit: () => undefined,
    signal,
  })
  await store.trial(key).writeRecord(record)
  return { record, key, run: store.folder, ...(await reported(store, key, record)) }
}

function benchmarkOf({ mission, testcodes, solution }: Attempt): Benchmark {
  return {
    name: 'hostile',
    source: 'test/hostile',
    ids: () => Promise.resolve([mission.id]),
    mission: () => Promise.resolve(mission),
    variants: PROJECTEVAL_VARIANTS,
    input: () => Promise.resolve({ type: 'prompt', prompt: mission.title }),
    skeleton: () => Promise.resolve([]),
    testcodes: () => Promise.resolve(testcodes),
    canonical: () => Promise.resolve(solution),
  }
}

/** The output of the reporters, through which hostile text reaches users. */
async function reported(
  store: RunStore,
  key: TrialKey,
  record: TrialRecord,
): Promise<Pick<Attempted, 'terminal' | 'report' | 'csv'>> {
  let terminal = ''
  const stream = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      terminal += text
      done()
    },
  })
  const reporters = createReporters({
    stdout: stream,
    stderr: stream,
    json: false,
    results: resultFiles,
    runs: runFiles,
    mission: () => Promise.resolve({ absent: 'Hostile missions are not shown.' }),
  })
  const place = { folder: store.folder, report: reportFile(store.folder), seconds: record.seconds }
  await reporters.on({ type: 'trial-end', trial: key, record })
  const summary = summarise(store.record, [record], place)
  await reporters.on({ type: 'run-end', summary })
  if (reporters.failures.length > 0) throw new Error(reporters.failures.join('; '))
  const data = path.join(store.folder, REPORT_DATA)
  const chunks = await Promise.all((await readdir(data)).map((name) => readFile(path.join(data, name), 'utf8')))
  let csv = ''
  for await (const part of csvFormat.write({ run: store.record, trials: [record], similarities: [], summary }))
    csv += typeof part === 'string' ? part : Buffer.from(part).toString('utf8')
  return { terminal, csv, report: { page: await readFile(reportFile(store.folder), 'utf8'), chunks } }
}

function runRecord(
  runId: string,
  { mission, limits }: Attempt,
  key: TrialKey,
  { sandbox, seed }: Surroundings,
): RunRecord {
  return {
    schemaVersion: SCHEMA_VERSION,
    runId,
    startedAt: new Date().toISOString(),
    benchmark: {
      name: 'hostile',
      source: 'test/hostile',
      missions: [missionInfo(mission)],
    },
    settings: {
      agents: ['hostile'],
      variants: ['L1.direct'],
      missions: [mission.id],
      samples: 1,
      concurrency: 1,
      sandbox,
      installNetwork: 'none',
      protocol: 'default',
      pythonPath: [],
      trialTimeout: limits.trial / 1000,
      testcodeTimeout: limits.testcode / 1000,
      startTimeout: limits.start / 1000,
      installTimeout: limits.install / 1000,
      allowedOrigins: [],
      seed,
    },
    host: { pe: 'selftest', node: process.version, platform: process.platform, cpus: 1 },
    trials: [key],
  }
}
