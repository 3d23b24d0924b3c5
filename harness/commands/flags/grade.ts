import type { Argv } from 'yargs'
import type { GradeOptions } from '../grade.ts'
import { OUT, PATIENCE, PATIENCES } from './common.ts'
import { fraction, oneOf, type Flags } from './values.ts'

export function gradeFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', demandOption: true, describe: 'a run id or folder' })
    .option('out', OUT)
    .option('patience', PATIENCE)
    .option('json', { type: 'boolean', describe: 'print the summary as one JSON object', default: false })
    .option('min-score', { type: 'number', describe: 'exit with 3 below this score (0 to 1)', requiresArg: true })
}

export function gradeOptions(args: Flags<typeof gradeFlags>): GradeOptions {
  const { run, out, json, 'min-score': minScore } = args
  const patience = args.patience === undefined ? undefined : oneOf('--patience', args.patience, PATIENCES)
  return { run, out, json, patience, minScore: minScore === undefined ? undefined : fraction('--min-score', minScore) }
}
