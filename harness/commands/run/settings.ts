/** The table of the settings of a run: a new setting is one row, and code that reads it. */
import path from 'node:path'
import { FAIL_ON, INSTALL_NETWORKS, MODES, PATIENCES, PROTOCOLS, RETRY_CLASSES } from '../../contracts/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { isLoopbackHost } from '../../lib/network/loopback.ts'
import type { Concurrency } from '../../run/concurrency.ts'
import { BENCHMARK, MISSIONS_DIR } from '../flags/benchmark.ts'
import { OUT, PATIENCE, SANDBOX, SEED, sandboxName, seed } from '../flags/common.ts'
import { JUDGE, JUDGE_EACH, JUDGE_VOTES, MAX_COST, MAX_TOKENS, NO_CACHE } from '../flags/judge.ts'
import { EMBEDDER, EMBEDDING_MODEL, OFFLINE } from '../flags/embedder.ts'
import { PYTHON, PYTHON_PATH } from '../flags/python.ts'
import { FAIL_ON_FLAG, REPORTER } from '../flags/reporting.ts'
import { fraction, level, list, oneOf, optional, positive, whole } from '../flags/values.ts'
import { QUEUE_FLAGS } from './queue-flags.ts'
import { group, setting } from './setting.ts'

/** For a setting that is taken as it is. */
const same = <Value>(value: Value) => value
/** For a flag that turns a setting off. */
const not = (value: boolean) => !value

const AGENT = group('Agent', {
  agent: setting('agents', (value) => (value === undefined ? [] : list('--agent', value)), {
    type: 'string',
    describe: 'the agents, separated by commas: a name from pe list agents, or a file such as ./my-agent.ts',
    requiresArg: true,
    kept: true,
    frequent: true,
  }),
  'agent-option': {
    type: 'string',
    describe: 'NAME=VALUE for agents that take options; can be repeated',
    requiresArg: true,
  },
  config: setting('config', same, {
    type: 'string',
    describe: 'the configuration file; default: ./pe.config.ts',
    requiresArg: true,
  }),
  repairs: setting('repairs', (value) => whole('--repairs', value, 0, 10), {
    type: 'number',
    describe: 'how often a model may repair an answer that cannot be parsed',
    default: 0,
    requiresArg: true,
    kept: true,
  }),
  feedback: setting('feedback', (value) => whole('--feedback', value, 0, 20), {
    type: 'number',
    describe: 'how often a model is shown the result of its project and may improve it',
    default: 0,
    requiresArg: true,
    kept: true,
  }),
  rounds: {
    type: 'number',
    describe: 'the agent extends its own project in this many rounds, each of which is measured (repocraft)',
    requiresArg: true,
    kept: true,
  },
})

const MISSIONS = group('Missions', {
  missions: setting('missions', (value) => (value === undefined ? [] : list('--missions', value)), {
    type: 'string',
    describe: 'ids or sets of missions, separated by commas; pe list missions shows them; default: all',
    requiresArg: true,
    kept: true,
    frequent: true,
  }),
  benchmark: { ...BENCHMARK, kept: true, frequent: true },
  'missions-dir': { ...MISSIONS_DIR, kept: true },
  level: setting('levels', (value) => optional(value, (text) => list('--level', text).map(level)), {
    type: 'string',
    describe: 'how much the agent is told: 1 a prompt, 2 a checklist, 3 a skeleton; several with commas; default: 1',
    requiresArg: true,
    kept: true,
    frequent: true,
  }),
  mode: setting(
    'modes',
    (value) => optional(value, (text) => list('--mode', text).map((each) => oneOf('--mode', each, MODES))),
    {
      type: 'string',
      describe: 'direct, or cascade (the agent first writes the inputs of the higher levels); default: direct',
      requiresArg: true,
      kept: true,
    },
  ),
  variant: {
    type: 'string',
    describe: 'ids from pe list variants, instead of --level and --mode',
    requiresArg: true,
    kept: true,
  },
  samples: setting('samples', (value) => whole('--samples', value, 1, 1000), {
    type: 'number',
    describe: 'independent trials of each mission',
    default: 1,
    requiresArg: true,
    kept: true,
    frequent: true,
  }),
  seed: setting('seed', (value) => optional(value, seed), { ...SEED, kept: true }),
  protocol: setting('protocol', (value) => oneOf('--protocol', value, PROTOCOLS), {
    type: 'string',
    describe: 'default, or paper: follow the rules of the published benchmark where ours differ',
    default: 'default',
    requiresArg: true,
    kept: true,
  }),
  concurrency: setting('concurrency', (value) => optional(value, concurrency), {
    type: 'string',
    describe: 'trials at a time; default: auto, as many as processors and memory allow',
    requiresArg: true,
    frequent: true,
  }),
  'quick-first': setting('quickFirst', same, {
    type: 'boolean',
    describe: 'begin with the smallest missions, as on a terminal',
    default: false,
  }),
  resume: setting('resume', same, {
    type: 'string',
    describe: 'continue this run: execute its missing trials',
    requiresArg: true,
    frequent: true,
  }),
  retry: setting('retry', (value) => several('--retry', value, RETRY_CLASSES), {
    type: 'string',
    describe: `with --resume, also repeat trials: ${RETRY_CLASSES.join(', ')}`,
    requiresArg: true,
  }),
  trial: setting('trials', (value) => optional(value, (text) => list('--trial', text)), {
    type: 'string',
    describe: 'only the trials with these ids, separated by commas',
    requiresArg: true,
  }),
})

const JUDGING = group('Judging', {
  'no-judge': setting('judge', not, {
    type: 'boolean',
    describe: 'only call the agents; pe grade judges later',
    default: false,
  }),
  timeout: setting('timeout', (value) => positive('--timeout', value), {
    type: 'number',
    describe:
      'seconds to judge one trial; a shorter limit of the mission holds, and always that of a mission with windows',
    default: 300,
    requiresArg: true,
    kept: true,
    frequent: true,
  }),
  'testcode-timeout': setting(
    'testcodeTimeout',
    (value) => optional(value, (seconds) => positive('--testcode-timeout', seconds)),
    {
      type: 'number',
      describe: 'seconds for one testcode; default: 20, or the limit of the benchmark',
      requiresArg: true,
      kept: true,
    },
  ),
  patience: setting('patience', (value) => oneOf('--patience', value, PATIENCES), {
    ...PATIENCE,
    default: 'auto',
    kept: true,
  }),
  'start-timeout': setting('startTimeout', (value) => positive('--start-timeout', value), {
    type: 'number',
    describe: 'seconds until a project must answer',
    default: 30,
    requiresArg: true,
    kept: true,
  }),
  'install-timeout': setting('installTimeout', (value) => positive('--install-timeout', value), {
    type: 'number',
    describe: 'seconds to install the packages of a project, and for each command that prepares it',
    default: 300,
    requiresArg: true,
    kept: true,
  }),
  'repeat-judging': setting('repeatJudging', (value) => whole('--repeat-judging', value, 0, 100), {
    type: 'number',
    default: 0,
    describe: 'judge each project again this many times; testcodes whose verdict changes are reported as flaky',
    requiresArg: true,
    kept: true,
  }),
  tester: {
    type: 'string',
    array: true,
    describe: 'a file with your own tester; can be repeated',
    requiresArg: true,
    kept: true,
  },
  launcher: {
    type: 'string',
    array: true,
    describe: 'a file with your own launcher, tried before the built-in ones; can be repeated',
    requiresArg: true,
    kept: true,
  },
  scorer: {
    type: 'string',
    array: true,
    describe: 'a file with your own scorer; can be repeated',
    requiresArg: true,
    kept: true,
  },
  'no-score': setting('score', not, {
    type: 'boolean',
    describe: 'skip similarity to the canonical solutions; pe score computes it later',
    default: false,
  }),
})

const MODELS = group('Models', {
  model: {
    type: 'string',
    describe: 'the model for agents that call one, such as projectgen or direct; pe list agents names them',
    requiresArg: true,
  },
  'base-url': { type: 'string', describe: 'URL of a server with the API of OpenAI', requiresArg: true, frequent: true },
  'max-cost': { ...MAX_COST, frequent: true },
  'max-tokens': MAX_TOKENS,
  'no-cache': NO_CACHE,
  judge: { ...JUDGE, kept: true },
  'judge-votes': { ...JUDGE_VOTES, default: 1, kept: true },
  'judge-each': { ...JUDGE_EACH, kept: true },
  embedder: EMBEDDER,
  'embedding-model': EMBEDDING_MODEL,
  offline: OFFLINE,
})

const ENVIRONMENT = group('Sandbox', {
  sandbox: setting('sandbox', sandboxName, { ...SANDBOX, kept: true }),
  'install-network': setting('installNetwork', (value) => oneOf('--install-network', value, INSTALL_NETWORKS), {
    type: 'string',
    describe: 'what package managers may reach: registry or none',
    default: 'registry',
    requiresArg: true,
    kept: true,
  }),
  'allow-origin': setting('allowedOrigins', (value) => (value ?? []).map(origin), {
    type: 'string',
    array: true,
    describe: 'an origin, such as that of a CDN, from which pages may load; can be repeated',
    requiresArg: true,
    kept: true,
  }),
  python: setting('python', same, { ...PYTHON, kept: true }),
  'python-path': setting('pythonPath', (value) => optional(value, (text) => text.split(path.delimiter)), {
    ...PYTHON_PATH,
    kept: true,
  }),
})

const OUTPUT = group('Output', {
  out: {
    type: 'string',
    describe: 'the folder for runs; for a part of a planned run, by default that of the plan',
    defaultDescription: `"${OUT.default}"`,
    requiresArg: true,
    frequent: true,
  },
  json: setting('json', same, {
    type: 'boolean',
    describe: 'print the summary as one JSON object',
    default: false,
    frequent: true,
  }),
  'min-score': setting('minScore', (value) => optional(value, (share) => fraction('--min-score', share)), {
    type: 'number',
    describe: 'exit with 3 if the score is lower: a share from 0 to 1, such as 0.8',
    requiresArg: true,
    frequent: true,
  }),
  'fail-on': setting('failOn', (value) => several('--fail-on', value, FAIL_ON), FAIL_ON_FLAG),
  reporter: setting(
    'reporters',
    (value): readonly string[] | undefined => optional(value, (text) => list('--reporter', text)),
    REPORTER,
  ),
  verbose: setting('verbose', same, {
    type: 'boolean',
    default: false,
    describe: 'print a line for each stage and each verdict',
  }),
})

const MANY_MACHINES = group('Many machines', {
  shard: {
    type: 'string',
    describe: 'I/N: only part I of N of the trials, such as 2/8; pe merge joins the parts',
    requiresArg: true,
  },
  history: setting('history', (value) => optional(value, (text) => list('--history', text)), {
    type: 'string',
    describe: 'earlier runs, separated by commas, whose times balance the shards',
    requiresArg: true,
    kept: true,
  }),
  ...QUEUE_FLAGS,
})

/** Every setting of a run. */
export const SETTINGS_OF_RUN = {
  ...AGENT,
  ...MISSIONS,
  ...JUDGING,
  ...MODELS,
  ...ENVIRONMENT,
  ...OUTPUT,
  ...MANY_MACHINES,
}

function several<T>(flag: string, value: string | undefined, allowed: readonly T[]): T[] {
  return value === undefined ? [] : list(flag, value).map((text) => oneOf(flag, text, allowed))
}

function concurrency(text: string): Concurrency {
  if (text === 'auto') return text
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 64)
    throw new UsageError(`--concurrency is auto or a whole number from 1 to 64, not "${text}"`)
  return number
}

/** The loopback hosts are the project's own, which its pages can reach in any case. */
function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const good = url !== undefined && ['http:', 'https:'].includes(url.protocol) && !isLoopbackHost(url.hostname)
  if (!good) throw new UsageError(`--allow-origin takes an origin such as https://cdn.example.org, not "${text}"`)
  return url.origin
}
