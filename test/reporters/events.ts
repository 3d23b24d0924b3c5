import { Writable } from 'node:stream'
import type { ReporterSetup } from '../../harness/reporters/setup.ts'
import type { Status } from '../../harness/schema.ts'
import { summarise } from '../../harness/summary.ts'
import type { RunEvent } from '../../harness/types.ts'
import { keyOf, recordOf, runOf } from '../helpers.ts'

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
}

export function setupOf({ json = false, isTTY = false, text = 'plain' } = {}): KeepingSetup {
  const reports: string[] = []
  const files = new Map<string, string>()
  const events = eventsOf(text)
  const read = () => {
    const run = events.flatMap((event) => (event.type === 'run-begin' ? [event.run] : []))[0]
    if (!run) throw new Error('the run has begun')
    const trials = events.flatMap((event) => (event.type === 'trial-end' ? [event.record] : []))
    return { run, trials, similarities: [] }
  }
  return {
    stdout: new Sink(isTTY),
    stderr: new Sink(isTTY),
    json,
    reports,
    files,
    results: {
      read: () => Promise.resolve(read()),
      async write(_folder, name, parts) {
        const written: Uint8Array[] = []
        for await (const part of parts) written.push(Buffer.from(part))
        files.set(name, Buffer.concat(written).toString())
      },
    },
    runs: {
      readTrials: () => Promise.resolve(read()),
      readEvidence: () => Promise.resolve(Buffer.from('picture')),
      writeReport(_folder, page) {
        reports.push(page)
        return Promise.resolve()
      },
    },
  }
}
