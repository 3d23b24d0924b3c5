import type { Argv } from 'yargs'
import type { TraceOptions } from '../trace.ts'
import { OUT } from './common.ts'
import { NO_OPEN } from './serve.ts'
import type { Flags } from './values.ts'

export function traceFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', demandOption: true, describe: 'its id or folder' })
    .positional('trial', { type: 'string', demandOption: true, describe: 'its id' })
    .positional('testcode', { type: 'string', describe: 'its id; the first one that has a trace by default' })
    .option('out', OUT)
    .option('no-open', NO_OPEN)
}

export function traceOptions(args: Flags<typeof traceFlags>): TraceOptions {
  const { run, trial, testcode, out } = args
  return { run, trial, testcode, out, open: !args['no-open'] }
}
