import { messageOf } from '../errors.ts'
import type { Reporter, RunEvent } from '../types.ts'
import { htmlReporter } from './html.ts'
import { jsonReporter } from './json.ts'
import type { ReporterSetup } from './setup.ts'
import { terminalReporter } from './terminal.ts'

/** The built-in reporters; a new one is one new file and one line here. */
export const reporters = {
  terminal: terminalReporter,
  html: htmlReporter,
  json: jsonReporter,
} as const satisfies Record<string, (setup: ReporterSetup) => Reporter>

/** The terminal and the report always; JSON where it was asked for. */
export function createReporters(setup: ReporterSetup): Multiplexer {
  // The report is written first, so that the path that the terminal names is there.
  const chosen = [reporters.html, reporters.terminal, ...(setup.json ? [reporters.json] : [])]
  return new Multiplexer(chosen.map((create) => create(setup)))
}

/** Hands every event to every reporter. One that fails is recorded, and neither stops the run nor the others. */
export class Multiplexer {
  readonly failures: string[] = []
  readonly #reporters: readonly Reporter[]

  constructor(chosen: readonly Reporter[]) {
    this.#reporters = chosen
  }

  async on(event: RunEvent): Promise<void> {
    for (const reporter of this.#reporters) {
      try {
        await reporter.on(event)
      } catch (error) {
        this.failures.push(`the ${reporter.name} reporter failed on ${event.type}: ${messageOf(error)}`)
      }
    }
  }
}
