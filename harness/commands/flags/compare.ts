import type { Argv } from 'yargs'
import { JSON_OUTPUT, OUT } from './common.ts'

export function compareFlags(flags: Argv) {
  return flags
    .positional('runs', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'ids or folders; of a single run, its agents are compared',
    })
    .option('out', OUT)
    .option('force', {
      type: 'boolean',
      default: false,
      describe: 'compare what differs in more than its agents, and say so',
    })
    .option('json', JSON_OUTPUT)
    .example('$0 compare RUN RUN', 'is the new version better?')
}
