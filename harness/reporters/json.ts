import type { Reporter } from '../contracts/types.ts'
import type { ReporterSetup } from './setup.ts'

/** The summary as one JSON object, for machines. */
export function jsonReporter({ stdout }: ReporterSetup): Reporter {
  return {
    name: 'json',
    on(event) {
      if (event.type === 'run-end') stdout.write(`${JSON.stringify(event.summary, null, 2)}\n`)
    },
  }
}
