import type { Reporter } from '../contracts/types.ts'
import { readAssets } from './html/assets.ts'
import { buildReport } from './html/build.ts'
import { folderForm } from './html/forms.ts'
import type { ReporterSetup } from './setup.ts'

/** A page that opens from `file://`, with its data beside it. */
export function htmlReporter({ runs, mission }: Pick<ReporterSetup, 'runs' | 'mission'>): Reporter {
  return {
    name: 'html',
    async on(event) {
      if (event.type !== 'run-end') return
      const { summary } = event
      const assets = await readAssets()
      await using writer = await runs.openReport(summary.folder)
      const run = await runs.readRun(summary.folder)
      await buildReport([{ folder: summary.folder, run, summary }], { runs, mission }, folderForm(writer, assets))
    },
  }
}
