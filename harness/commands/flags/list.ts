import type { Argv } from 'yargs'
import { benchmarkFlags } from './benchmark.ts'
import { JSON_OUTPUT, OUT } from './common.ts'

export function listFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('what', { choices: ['missions', 'agents', 'runs'] as const, default: 'missions' as const })
    .option('out', OUT)
    .option('json', JSON_OUTPUT)
    .example('$0 list runs', 'what has been run, newest first')
}
