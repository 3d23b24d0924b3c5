import type { Argv } from 'yargs'

export function cacheFlags(flags: Argv) {
  return flags
    .positional('what', { choices: ['ls', 'clear'] as const, demandOption: true })
    .option('json', { type: 'boolean', default: false })
}
