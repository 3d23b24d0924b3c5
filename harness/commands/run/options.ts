import { MOST_ROUNDS, variantOfRounds } from '../../contracts/variants.ts'
import { UsageError } from '../../errors.ts'
import { benchmarkSpec } from '../flags/benchmark.ts'
import { OUT } from '../flags/common.ts'
import { embedderChoice } from '../flags/embedder.ts'
import { judgeVotes, spendingOptions } from '../flags/judge.ts'
import { list, optional, whole, type Flags } from '../flags/values.ts'
import type { RunCommandOptions } from '../run-options.ts'
import type { Shard } from '../../run/shards/shard.ts'
import type { runFlags } from './flags.ts'
import { executor, queueOptions } from './queue-options.ts'
import { readSettings } from './setting.ts'
import { SETTINGS_OF_RUN } from './settings.ts'

/** @throws UsageError naming the flag with a wrong value */
export function runOptions(args: Flags<typeof runFlags>): RunCommandOptions {
  const settings = readSettings(SETTINGS_OF_RUN, args)
  if (settings.retry.length > 0 && settings.resume === undefined) throw new UsageError('--retry goes with --resume RUN')
  return {
    ...settings,
    ...spendingOptions(args),
    benchmark: benchmarkSpec(args),
    agentOptions: {
      ...(args['base-url'] === undefined ? {} : { baseURL: args['base-url'] }),
      ...(args.model === undefined ? {} : { model: args.model }),
      ...agentOptions(args['agent-option']),
    },
    ...(args.judge === undefined
      ? {}
      : {
          review: {
            ...{ model: args.judge, votes: judgeVotes(args['judge-votes']) },
            ...(args['judge-each'] ? {} : { together: true }),
          },
        }),
    variants: optional(args.rounds, variantsOfRounds) ?? optional(args.variant, (text) => list('--variant', text)),
    own: { testers: args.tester ?? [], launchers: args.launcher ?? [], scorers: args.scorer ?? [] },
    out: args.out ?? OUT.default,
    outGiven: args.out !== undefined,
    embedder: embedderChoice(args),
    shard: shardOption(args),
    executor: executor(args.executor),
    queue: queueOptions(args),
  }
}

/** @throws UsageError for a shard of a new run without a seed: each shard would draw another one, and they could not be merged */
function shardOption({ shard: text, resume, seed: given }: Flags<typeof runFlags>): Shard | undefined {
  const found = optional(text, shard)
  if (found === undefined || resume !== undefined || given !== undefined) return found
  throw new UsageError(
    '--shard of a new run needs --seed N, the same for all shards; or plan the run once with pe plan, and run its shards with --resume RUN',
  )
}

/** `2/8`: the second of eight. */
function shard(text: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > of) throw new UsageError(`--shard takes a part of a whole, such as 2/8, not "${text}"`)
  return { index, of }
}

/** `name=value`, one per flag, because a value may contain commas. */
function agentOptions(given: string | readonly string[] | undefined): Record<string, string> {
  const pairs = given === undefined ? [] : [given].flat()
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new UsageError(`--agent-option takes name=value, not "${pair}"`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** The variant with so many rounds; a single round is the usual variant. */
function variantsOfRounds(rounds: number): readonly string[] | undefined {
  return whole('--rounds', rounds, 1, MOST_ROUNDS) === 1 ? undefined : [variantOfRounds(rounds)]
}
