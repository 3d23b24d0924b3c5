import type { Argv } from 'yargs'
import type { SelftestOptions } from '../selftest.ts'
import { JSON_OUTPUT, SEED, seed } from './common.ts'
import { SANDBOXES } from './run.ts'
import { oneOf, optional, type Flags } from './values.ts'

export function selftestFlags(flags: Argv) {
  return flags
    .positional('names', { type: 'string', array: true, default: [] as string[], describe: 'attacks; all by default' })
    .option('sandbox', {
      type: 'string',
      describe: 'bubblewrap or process; the strongest that works by default',
      requiresArg: true,
    })
    .option('quick', { type: 'boolean', describe: 'only what fits into two minutes', default: false })
    .option('seed', SEED)
    .option('json', JSON_OUTPUT)
    .example('$0 selftest fork-bomb', 'one attack')
}

export function selftestOptions(args: Flags<typeof selftestFlags>): SelftestOptions {
  const { names, sandbox, quick, json } = args
  return {
    names,
    quick,
    json,
    seed: optional(args.seed, seed),
    sandbox: optional(sandbox, (name) => oneOf('--sandbox', name, SANDBOXES)),
  }
}
