import type { Argv } from 'yargs'
import type { ValidateOptions } from '../validate.ts'
import { benchmarkFlags, benchmarkSpec } from './benchmark.ts'
import { PATIENCE, PATIENCES, SEED, seed } from './common.ts'
import { oneOf, whole, type Flags } from './values.ts'

const SANDBOXES = ['bubblewrap', 'process'] as const

export function validateFlags<T>(flags: Argv<T>) {
  return benchmarkFlags(flags)
    .positional('missions', { type: 'string', array: true, default: [] as string[], describe: 'ids; all by default' })
    .option('faults', { type: 'boolean', default: false, describe: 'try faults, too: written ones and generated ones' })
    .option('generated', {
      type: 'number',
      default: 7,
      describe: 'generated faults of each mission',
      requiresArg: true,
    })
    .option('sample', {
      type: 'number',
      describe: 'only so many missions (with one baseline each), written and generated faults, drawn by --sample-seed',
      requiresArg: true,
    })
    .option('sample-seed', { type: 'number', default: 1, describe: 'which ones are drawn', requiresArg: true })
    .option('seed', SEED)
    .option('seeds', {
      type: 'number',
      describe: 'judge our own solutions once under each of so many seeds; default: 2 for the canonical ones, else 1',
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
    .option('patience', PATIENCE)
    .option('json', { type: 'boolean', describe: 'print all that was found as one JSON object', default: false })
    .example('$0 validate todo --faults', 'one mission, with all that is known to break it')
    .example('$0 validate --sample 3 --faults', 'a part that fits into two minutes')
}

export function validateOptions(args: Flags<typeof validateFlags>): ValidateOptions {
  const optional = (flag: string, value: number | undefined, most: number) =>
    value === undefined ? undefined : whole(flag, value, 1, most)
  return {
    missions: args.missions,
    benchmark: benchmarkSpec(args),
    faults: args.faults,
    generated: whole('--generated', args.generated, 0, 100_000),
    sample: optional('--sample', args.sample, 100_000),
    sampleSeed: whole('--sample-seed', args['sample-seed'], 0, 2 ** 31),
    seed: args.seed === undefined ? undefined : seed(args.seed),
    seeds: optional('--seeds', args.seeds, 1000),
    concurrency: optional('--concurrency', args.concurrency, 64),
    sandbox: args.sandbox === undefined ? undefined : oneOf('--sandbox', args.sandbox, SANDBOXES),
    patience: args.patience === undefined ? undefined : oneOf('--patience', args.patience, PATIENCES),
    json: args.json,
  }
}
