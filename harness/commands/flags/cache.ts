import type { Argv } from 'yargs'
import { JSON_OUTPUT } from './common.ts'

export function cacheFlags(flags: Argv) {
  return flags.positional('what', { choices: ['ls', 'clear'] as const, demandOption: true }).option('json', JSON_OUTPUT)
}
