import type { Argv } from 'yargs'
import type { RedteamOptions } from '../redteam.ts'
import { benchmarkFlags, benchmarkSpec } from './benchmark.ts'
import { JSON_OUTPUT, SEED, seed } from './common.ts'
import { SANDBOXES } from './run.ts'
import { list, oneOf, optional, positive, whole, type Flags } from './values.ts'

export function redteamFlags<T>(flags: Argv<T>) {
  return benchmarkFlags(flags)
    .positional('missions', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'ids; all websites by default',
    })
    .option('agents', {
      type: 'string',
      describe: 'cheats, with commas, such as cycler or cycler:worker+fast; all by default',
      requiresArg: true,
    })
    .option('learn', {
      type: 'boolean',
      default: false,
      describe: 'record what the canonical solutions answer again, for the replayer',
    })
    .option('seed', SEED)
    .option('testcode-timeout', {
      type: 'number',
      default: 6,
      describe: 'seconds for each testcode; more of them give a cheat more looks',
      requiresArg: true,
    })
    .option('concurrency', {
      type: 'number',
      describe: 'trials at a time; default: twice the cores, at most 8',
      requiresArg: true,
    })
    .option('sandbox', {
      type: 'string',
      describe: 'bubblewrap or process; the strongest that works by default',
      requiresArg: true,
    })
    .option('json', JSON_OUTPUT)
    .example('$0 redteam todo --agents listener,replayer', 'two cheats on one mission')
}

export function redteamOptions(args: Flags<typeof redteamFlags>): RedteamOptions {
  return {
    missions: args.missions,
    agents: args.agents === undefined ? [] : list('--agents', args.agents),
    benchmark: benchmarkSpec(args),
    learn: args.learn,
    seed: optional(args.seed, seed),
    testcodeTimeout: positive('--testcode-timeout', args['testcode-timeout']),
    concurrency: optional(args.concurrency, (value) => whole('--concurrency', value, 1, 64)),
    sandbox: optional(args.sandbox, (value) => oneOf('--sandbox', value, SANDBOXES)),
    json: args.json,
  }
}
