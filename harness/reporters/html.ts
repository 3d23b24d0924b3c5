import type { Summary } from '../contracts/schema.ts'
import type { Reporter } from '../contracts/types.ts'
import { readAssets } from './html/assets.ts'
import { buildReport } from './html/build.ts'
import { folderForm } from './html/forms.ts'
import { InterimReports } from './html/interim.ts'
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
