import { briefFor } from '../briefs.ts'
import { Writable } from 'node:stream'
import type { ReporterSetup, RunFiles } from '../../harness/reporters/setup.ts'
import { countedTestcodes } from '../../harness/contracts/suites.ts'
import {
  SCHEMA_VERSION,
  type MachineLine,
  type MeasuresRecord,
  type ScoresRecord,
  type Status,
} from '../../harness/contracts/schema.ts'
import type { Exchange } from '../../harness/lib/models/schema.ts'
import { summarise } from '../../harness/run/summary.ts'
import type { Project, RunEvent } from '../../harness/contracts/types.ts'
import { keyOf, missionOf, recordOf, runOf } from '../helpers.ts'

const STATUSES: readonly Status[] = ['passed', 'passed', 'failed', 'unjudged']

/**
 * All events of a small run, in order.
 * @param text Stands wherever a project can put one
 * @param typed Stands where the user can put one: in the name of the agent and of the folder
 */
export function eventsOf(text = 'plain', typed = text): readonly RunEvent[] {
  const key = { ...keyOf({ agent: `folder:${typed}` }), id: 'fixture.folder-123456.L1.direct.1' }
  const later = { ...keyOf({ agent: `folder:${typed}`, sample: 2 }), id: 'fixture.folder-123456.L1.direct.2' }
  const run = runOf([key, later])
  const plain = recordOf(key, STATUSES, { outcome: 'not-launched', reason: text, log: text })
  const evidence = { console: [text], output: text, log: text, screenshot: 'evidence/a.png', trace: `evidence/${text}` }
  const record = { ...plain, verdicts: plain.verdicts.map((verdict) => ({ ...verdict, reason: text, evidence })) }
  const place = { folder: `/runs/${typed}`, report: `/runs/${typed}/index.html`, seconds: 3.2 }
  return [
    { type: 'run-begin', run, folder: place.folder, pending: 2 },
    { type: 'trial-begin', trial: key },
    { type: 'stage', trial: key, stage: 'generate' },
    { type: 'stage', trial: key, stage: 'judge' },
    ...[record.runnable, ...record.verdicts].map((verdict) => ({ type: 'verdict' as const, trial: key, verdict })),
    { type: 'trial-end', trial: key, record },
    { type: 'run-end', summary: summarise(run, [record], place) },
  ]
}

/** A stream that keeps what was written. */
export class Sink extends Writable {
  readonly isTTY: boolean
  readonly columns = 80
  #text = ''

  constructor(isTTY = false) {
    super()
    this.isTTY = isTTY
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#text += chunk.toString()
    done()
  }

  text(): string {
    return this.#text
  }
}

export interface KeepingSetup extends ReporterSetup {
  readonly stdout: Sink
  readonly stderr: Sink
  /** The pages that were written. */
  readonly reports: string[]
  /** Name → content of the other files that were written. */
  readonly files: Map<string, string>
  /** The scripts beside them, by name. */
  readonly chunks: Map<string, string>
}

function scoresWith(text: string): ScoresRecord {
  const files = [{ produced: text, canonical: text, similarity: 0.5, language: text }]
  const facts = { files: 1, bytes: 1, languages: [], bodies: { total: 0, empty: 0, placeholder: 0 }, leftOut: [] }
  return {
    ...{ schemaVersion: SCHEMA_VERSION, digest: '0', facts },
    scores: [
      { name: 'code', setting: 'strict', score: { scored: true, value: 0.5, detail: { files, leftOut: [] } } },
      { name: text, setting: 'strict', score: { scored: true, value: 0.5, detail: { embedder: text, items: [] } } },
      { name: text, setting: 'paper', score: { scored: false, reason: text } },
    ],
  }
}

function measuresWith(text: string): MeasuresRecord {
  return {
    schemaVersion: SCHEMA_VERSION,
    measures: [
      { name: text, measure: { scored: true, value: 1, unit: text.slice(0, 40), detail: { [text]: [text] } } },
      { name: `no ${text}`, measure: { scored: false, reason: text } },
    ],
  }
}

function exchangeWith(text: string): Exchange {
  return {
    ...{ schemaVersion: 1, digest: '0', purpose: text, at: '2025-01-01T00:00:01.000Z', milliseconds: 1 },
    request: {
      ...{ server: text, model: text, parameters: {}, sample: 1, attempt: 1 },
      messages: [{ role: 'user', content: text }],
    },
    response: { text, finish: 'refusal', message: text, model: text, tokens: null },
    ...{ failures: [text], reused: false, price: null, cost: null },
  }
}

/** Names of machines come from workers. */
function machineWith(text: string): MachineLine {
  const trial = 'fixture.folder-123456.L1.direct.1'
  return { trial, worker: `worker ${text}`, host: text, waited: 2, seconds: 3, at: 1_800_000_000, control: text }
}

export function setupOf({ json = false, isTTY = false, text = 'plain' } = {}): KeepingSetup {
  const reports: string[] = []
  const files = new Map<string, string>()
  const chunks = new Map<string, string>()
  const events = eventsOf(text)
  const records = events.flatMap((event) => (event.type === 'trial-end' ? [event.record] : []))
  const content: Project = { files: [{ path: 'main.js', content: text }], launch: { run: ['node', 'main.js'] } }
  const runs: RunFiles = {
    readRun() {
      const run = events.flatMap((event) => (event.type === 'run-begin' ? [event.run] : []))[0]
      return run ? Promise.resolve(run) : Promise.reject(new Error('the run has begun'))
    },
    readTrial: (_folder, { id }) => Promise.resolve(records.find(({ trial }) => trial.id === id)),
    readBrief: () => briefFor(missionOf({ prompt: text || 'none' }), 'L1.direct'),
    readProject: () => Promise.resolve(content),
    readAnswers: () => Promise.resolve({ shows: { home_url: text, [text]: [text] } }),
    readScores: () => Promise.resolve(scoresWith(text)),
    readMeasures: () => Promise.resolve(measuresWith(text)),
    readRunMeasures: () => Promise.resolve(measuresWith(text)),
    readMachines: () => Promise.resolve([machineWith(text)]),
    readExchanges: () => Promise.resolve({ exchanges: [exchangeWith(text)], unread: 1 }),
    readTrajectory: () => Promise.resolve(undefined),
    readEvidence: () => Promise.resolve(Buffer.from('no picture and no archive')),
    openReport: () =>
      Promise.resolve({
        write(name, chunk) {
          chunks.set(name, String(chunk))
          return Promise.resolve(`report/${name}`)
        },
        end: (page) => Promise.resolve(void reports.push(page)),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  }
  const shown = missionOf()
  const canonical = { project: content, answers: { shows: { home_url: text } } }
  const mission = () =>
    Promise.resolve({ parameters: shown.parameters ?? {}, testcodes: countedTestcodes(shown), canonical })
  const results: ReporterSetup['results'] = {
    read: async (folder) => ({ run: await runs.readRun(folder), trials: records, similarities: [] }),
    async write(_folder, name, parts) {
      const written: Uint8Array[] = []
      for await (const part of parts) written.push(Buffer.from(part))
      files.set(name, Buffer.concat(written).toString())
    },
  }
  return { stdout: new Sink(isTTY), stderr: new Sink(isTTY), json, reports, files, chunks, results, runs, mission }
}
