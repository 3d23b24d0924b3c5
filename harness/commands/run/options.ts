import { MOST_ROUNDS, variantOfRounds } from '../../contracts/variants.ts'
import path from 'node:path'
import { FAIL_ON, INSTALL_NETWORKS, MODES, PATIENCES, PROTOCOLS, RETRY_CLASSES } from '../../contracts/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { isLoopbackHost } from '../../lib/network/loopback.ts'
import { benchmarkSpec } from '../flags/benchmark.ts'
import { OUT, sandboxName, seed } from '../flags/common.ts'
import { embedderChoice } from '../flags/embedder.ts'
import { judgeVotes, spendingOptions } from '../flags/judge.ts'
import { fraction, level, list, oneOf, optional, positive, whole, type Flags } from '../flags/values.ts'
import type { RunCommandOptions } from '../run-options.ts'
import type { runFlags } from './flags.ts'
import type { Concurrency } from '../../run/concurrency.ts'
import type { Shard } from '../../run/shards/shard.ts'
import { executor, queueOptions } from './queue-options.ts'

function concurrency(text: string): Concurrency {
  if (text === 'auto') return text
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 64)
    throw new UsageError(`--concurrency is auto or a whole number from 1 to 64, not "${text}"`)
  return number
}

/** @throws UsageError naming the flag with a wrong value */
export function runOptions(args: Flags<typeof runFlags>): RunCommandOptions {
  const retry = args.retry === undefined ? [] : list('--retry', args.retry)
  if (retry.length > 0 && args.resume === undefined) throw new UsageError('--retry goes with --resume RUN')
  return {
    benchmark: benchmarkSpec(args),
    agents: args.agent === undefined ? [] : list('--agent', args.agent),
    agentOptions: {
      ...(args['base-url'] === undefined ? {} : { baseURL: args['base-url'] }),
      ...(args.model === undefined ? {} : { model: args.model }),
      ...agentOptions(args['agent-option']),
    },
    config: args.config,
    repairs: whole('--repairs', args.repairs, 0, 10),
    feedback: whole('--feedback', args.feedback, 0, 20),
    ...spendingOptions(args),
    judge: !args['no-judge'],
    ...(args.judge === undefined
      ? {}
      : {
          review: {
            ...{ model: args.judge, votes: judgeVotes(args['judge-votes']) },
            ...(args['judge-each'] ? {} : { together: true }),
          },
        }),
    retry: retry.map((text) => oneOf('--retry', text, RETRY_CLASSES)),
    variants: optional(args.rounds, variantsOfRounds) ?? optional(args.variant, (text) => list('--variant', text)),
    levels: optional(args.level, (text) => list('--level', text).map(level)),
    modes: optional(args.mode, (text) => list('--mode', text).map((each) => oneOf('--mode', each, MODES))),
    missions: args.missions === undefined ? [] : list('--missions', args.missions),
    samples: whole('--samples', args.samples, 1, 1000),
    concurrency: optional(args.concurrency, concurrency),
    quickFirst: args['quick-first'],
    timeout: positive('--timeout', args.timeout),
    testcodeTimeout: optional(args['testcode-timeout'], (value) => positive('--testcode-timeout', value)),
    patience: oneOf('--patience', args.patience, PATIENCES),
    startTimeout: positive('--start-timeout', args['start-timeout']),
    installTimeout: positive('--install-timeout', args['install-timeout']),
    sandbox: sandboxName(args.sandbox),
    installNetwork: oneOf('--install-network', args['install-network'], INSTALL_NETWORKS),
    allowedOrigins: (args['allow-origin'] ?? []).map(origin),
    own: { testers: args.tester ?? [], launchers: args.launcher ?? [], scorers: args.scorer ?? [] },
    protocol: oneOf('--protocol', args.protocol, PROTOCOLS),
    python: args.python,
    pythonPath: optional(args['python-path'], (text) => text.split(path.delimiter)),
    out: args.out ?? OUT.default,
    outGiven: args.out !== undefined,
    resume: args.resume,
    json: args.json,
    minScore: args['min-score'] === undefined ? undefined : fraction('--min-score', args['min-score']),
    reporters: args.reporter === undefined ? undefined : list('--reporter', args.reporter),
    verbose: args.verbose,
    failOn:
      args['fail-on'] === undefined
        ? []
        : list('--fail-on', args['fail-on']).map((text) => oneOf('--fail-on', text, FAIL_ON)),
    seed: optional(args.seed, seed),
    repeatJudging: whole('--repeat-judging', args['repeat-judging'], 0, 100),
    embedder: embedderChoice(args),
    score: !args['no-score'],
    shard: shardOption(args),
    trials: optional(args.trial, (text) => list('--trial', text)),
    history: optional(args.history, (text) => list('--history', text)),
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

/** The loopback hosts are the project's own, which its pages can reach in any case. */
function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const good = url !== undefined && ['http:', 'https:'].includes(url.protocol) && !isLoopbackHost(url.hostname)
  if (!good) throw new UsageError(`--allow-origin takes an origin such as https://cdn.example.org, not "${text}"`)
  return url.origin
}

/** The variant with so many rounds; a single round is the usual variant. */
function variantsOfRounds(rounds: number): readonly string[] | undefined {
  return whole('--rounds', rounds, 1, MOST_ROUNDS) === 1 ? undefined : [variantOfRounds(rounds)]
}
