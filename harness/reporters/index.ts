import type { Reporter } from '../contracts/types.ts'
import { customReporter } from './custom.ts'
import { fileReporter } from './file.ts'
import { htmlReporter } from './html.ts'
import { jsonReporter } from './json.ts'
import { Multiplexer } from './multiplexer.ts'
import type { ReporterSetup } from './setup.ts'
import { terminalReporter } from './terminal.ts'

export { Multiplexer, failureLines } from './multiplexer.ts'

/**
 * The built-in reporters; a new one is one new file and one line here. They get each event in this order: files are written
 * first, so that a path in the terminal's output exists.
 */
export const reporters = {
  html: htmlReporter,
  jsonl: fileReporter('jsonl'),
  csv: fileReporter('csv'),
  xlsx: fileReporter('xlsx'),
  junit: fileReporter('junit'),
  markdown: fileReporter('markdown'),
  terminal: terminalReporter,
  json: jsonReporter,
} as const satisfies Record<string, (setup: ReporterSetup) => Reporter>

export type ReporterName = keyof typeof reporters
export const REPORTERS = Object.keys(reporters) as ReporterName[]
export const DEFAULT_REPORTERS: readonly ReporterName[] = ['html', 'terminal']

/** The reporters of these names, and JSON if it was requested. */
export function createReporters(setup: ReporterSetup, names: readonly ReporterName[] = DEFAULT_REPORTERS): Multiplexer {
  return new Multiplexer(chosen(setup, names).map((create) => create(setup)))
}

/**
 * The same with files of the user's own among the names.
 * @throws UsageError for a name that is neither, or a file that makes no reporter
 */
export async function loadReporters(setup: ReporterSetup, names: readonly string[]): Promise<Multiplexer> {
  const builtIn = REPORTERS.filter((name) => names.includes(name))
  const own = names.filter((name) => !REPORTERS.some((each) => each === name))
  const custom = await Promise.all(own.map((file) => customReporter(file, setup, REPORTERS)))
  return new Multiplexer([...custom, ...chosen(setup, builtIn).map((create) => create(setup))])
}

function chosen({ json }: ReporterSetup, names: readonly ReporterName[]): ((setup: ReporterSetup) => Reporter)[] {
  return REPORTERS.filter((name) => names.includes(name) || (name === 'json' && json)).map((name) => reporters[name])
}
