import type { Reporter } from '../contracts/types.ts'
import { formats, type FormatName } from './formats/index.ts'
import type { ReporterSetup } from './setup.ts'

/** Writes the run down in a format, as a file in its folder, once it has ended. */
export function fileReporter(name: Exclude<FormatName, 'json'>) {
  const { file, write } = formats[name]
  return ({ results }: Pick<ReporterSetup, 'results'>): Reporter => ({
    name,
    async on(event) {
      if (event.type !== 'run-end') return
      const { summary } = event
      const data = await results.read(summary.folder)
      await results.write(summary.folder, file, write({ ...data, summary }))
    },
  })
}
