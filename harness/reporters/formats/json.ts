import { SCHEMA_VERSION, type ExportLine } from '../../contracts/schema.ts'
import type { Format, RunResult } from './format.ts'

/** One object: the run, its summary, all its trials, similarities and measures. */
export const jsonFormat: Format = {
  file: 'export.json',
  text: true,
  *write({ run, summary, trials, similarities, measures = [] }: RunResult) {
    yield `{"schemaVersion":${String(SCHEMA_VERSION)},\n"run":${JSON.stringify(run)},\n"summary":${JSON.stringify(summary)},\n"trials":[`
    for (const [index, trial] of trials.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(trial)}`
    yield `\n],\n"similarities":${JSON.stringify(similarities)}`
    yield measures.length === 0 ? '}\n' : `,\n"measures":${JSON.stringify(measures)}}\n`
  },
}

/** The same as JSON Lines: one object per line. */
export const jsonlFormat: Format = {
  file: 'export.jsonl',
  text: true,
  *write({ run, summary, trials, similarities, measures = [] }: RunResult) {
    yield line({ type: 'run', schemaVersion: SCHEMA_VERSION, run })
    for (const trial of trials) yield line({ type: 'trial', trial })
    for (const similarity of similarities) yield line({ type: 'similarity', similarity })
    for (const measure of measures) yield line({ type: 'measure', measure })
    yield line({ type: 'summary', summary })
  },
}

function line(value: ExportLine): string {
  return `${JSON.stringify(value)}\n`
}
