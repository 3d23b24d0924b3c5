import type { Reporter } from '../types.ts'
import type { ReporterSetup } from './setup.ts'
import { renderReport } from './html/report.ts'
import { collectScreenshots } from './html/screenshots.ts'

/** One self-contained page that opens from `file://`. */
export function htmlReporter({ runs }: Pick<ReporterSetup, 'runs'>): Reporter {
  return {
    name: 'html',
    async on(event) {
      if (event.type !== 'run-end') return
      const { folder } = event.summary
      const { run, trials } = await runs.readTrials(folder)
      const screenshots = await collectScreenshots(trials, (trial, file) => runs.readEvidence(folder, trial, file))
      await runs.writeReport(folder, renderReport({ run, trials, summary: event.summary, screenshots }))
    },
  }
}
