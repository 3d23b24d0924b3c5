import type { Summary } from '../contracts/schema.ts'
import type { Reporter } from '../contracts/types.ts'
import { readAssets } from './html/assets.ts'
import { buildReport } from './html/build.ts'
import { folderForm } from './html/forms.ts'
import type { ReporterSetup } from './setup.ts'

type Setup = Pick<ReporterSetup, 'runs' | 'mission' | 'tables' | 'interim'>

/** A page that opens from `file://`, with its data beside it. It is there when a run begins, and fills while the run goes on. */
export function htmlReporter({ runs, mission, tables, interim }: Setup): Reporter {
  const write = async (folder: string, summary: Summary, unfinished: boolean) => {
    const assets = await readAssets()
    await using writer = await runs.openReport(folder)
    const run = await runs.readRun(folder)
    const form = folderForm(writer, assets)
    const sources = { runs, mission, ...(tables ? { tables } : {}) }
    await buildReport([{ folder, run, summary }], sources, form, unfinished ? new Date() : undefined)
  }
  let reports: InterimReports | undefined
  return {
    name: 'html',
    async on(event) {
      if (event.type === 'run-begin' && interim) {
        const { folder } = event
        reports = new InterimReports(async () => write(folder, await interim.summaryOf(folder), true))
        // A run that is resumed may have many trials already; nothing waits for its first report.
        if (event.pending === event.run.trials.length) await reports.now()
        else reports.later()
      }
      if (event.type === 'trial-end') reports?.later()
      if (event.type !== 'run-end') return
      await reports?.end()
      await write(event.summary.folder, event.summary, false)
    },
  }
}

// ---- interim -------------------------------------------------------------------------------------------------------

/** Milliseconds between the end of a report and the beginning of the next one, at least. */
const PAUSE = 5000
/** A report may take one in this many seconds, because the testcodes of a run share its thread. */
const SHARE = 20

/** Reports of a run that goes on, written one at a time. An error is thrown by the next call of `now` or `later`. */
export class InterimReports {
  readonly #write: () => Promise<void>
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #earliest = 0
  #wanted = false
  #failure: { readonly error: unknown } | undefined

  constructor(write: () => Promise<void>) {
    this.#write = write
  }

  /** Writes one. */
  async now(): Promise<void> {
    this.#begin()
    await this.#writing
    this.#throwFailure()
  }

  /** Writes one as soon as the pauses allow it. */
  later(): void {
    this.#throwFailure()
    this.#wanted = true
    if (this.#writing !== undefined || this.#timer !== undefined) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#begin()
      },
      Math.max(0, this.#earliest - performance.now()),
    )
    // A process that has ended its run does not wait for another report.
    this.#timer.unref()
  }

  /**
   * Waits for the one that is being written; writes no further one. If it failed, that does not matter any more: the last report
   * replaces it, and fails itself if the cause is still there.
   */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wanted = false
    await this.#writing
  }

  #begin(): void {
    this.#wanted = false
    const began = performance.now()
    this.#writing = this.#write()
      .catch((error: unknown) => {
        this.#failure = { error }
      })
      .finally(() => {
        this.#writing = undefined
        this.#earliest = performance.now() + Math.max(PAUSE, SHARE * (performance.now() - began))
        if (this.#wanted && this.#failure === undefined) this.later()
      })
  }

  #throwFailure(): void {
    if (this.#failure === undefined) return
    const { error } = this.#failure
    this.#failure = undefined
    throw error
  }
}
