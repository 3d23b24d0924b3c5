import type { Argv, Options } from 'yargs'
import { RETRY_CLASSES } from '../../contracts/vocabulary.ts'
import { BENCHMARK, MISSIONS_DIR } from '../flags/benchmark.ts'
import { OUT, PATIENCE, SANDBOX, SEED } from '../flags/common.ts'
import { JUDGE, JUDGE_EACH, JUDGE_VOTES, MAX_COST, MAX_TOKENS, NO_CACHE } from '../flags/judge.ts'
import { EMBEDDER, EMBEDDING_MODEL, OFFLINE } from '../flags/embedder.ts'
import { PYTHON, PYTHON_PATH } from '../flags/python.ts'
import { FAIL_ON_FLAG, REPORTER } from '../flags/reporting.ts'
import { QUEUE_FLAGS } from './queue-flags.ts'
import { refuseForResumed } from './resumed.ts'

/** The flags that most people use first: `--help` shows these, `--help-all` shows all. */
export const FREQUENT_FLAGS = [
  ...['agent', 'missions', 'benchmark', 'level', 'samples', 'concurrency', 'resume'],
  ...['timeout', 'base-url', 'max-cost', 'out', 'json', 'min-score'],
] as const

/** Rows of the table of flags, with the heading under which help shows them. */
function group<const Rows extends Readonly<Record<string, Options>>>(heading: string, rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, group: `${heading}:` }])) as Rows
}

const AGENT = group('Agent', {
  agent: {
    type: 'string',
    describe: 'the agents, separated by commas: a name from pe list agents, or a file such as ./my-agent.ts',
    requiresArg: true,
  },
  'agent-option': {
    type: 'string',
    describe: 'NAME=VALUE for agents that take options; can be repeated',
    requiresArg: true,
  },
  config: { type: 'string', describe: 'the configuration file; default: ./pe.config.ts', requiresArg: true },
  repairs: {
    type: 'number',
    describe: 'how often a model may repair an answer that cannot be parsed',
    default: 0,
    requiresArg: true,
  },
  feedback: {
    type: 'number',
    describe: 'how often a model is shown the result of its project and may improve it',
    default: 0,
    requiresArg: true,
  },
  rounds: {
    type: 'number',
    describe: 'the agent extends its own project in this many rounds, each of which is measured (repocraft)',
    requiresArg: true,
  },
})

const MISSIONS = group('Missions', {
  missions: {
    type: 'string',
    describe: 'ids or sets of missions, separated by commas; pe list missions shows them; default: all',
    requiresArg: true,
  },
  benchmark: BENCHMARK,
  'missions-dir': MISSIONS_DIR,
  level: {
    type: 'string',
    describe: 'how much the agent is told: 1 a prompt, 2 a checklist, 3 a skeleton; several with commas; default: 1',
    requiresArg: true,
  },
  mode: {
    type: 'string',
    describe: 'direct, or cascade (the agent first writes the inputs of the higher levels); default: direct',
    requiresArg: true,
  },
  variant: {
    type: 'string',
    describe: 'ids from pe list variants, instead of --level and --mode',
    requiresArg: true,
  },
  samples: { type: 'number', describe: 'independent trials of each mission', default: 1, requiresArg: true },
  seed: SEED,
  protocol: {
    type: 'string',
    describe: 'default, or paper: follow the rules of the published benchmark where ours differ',
    default: 'default',
    requiresArg: true,
  },
  concurrency: {
    type: 'string',
    describe: 'trials at a time; default: auto, as many as processors and memory allow',
    requiresArg: true,
  },
  'quick-first': {
    type: 'boolean',
    describe: 'begin with the smallest missions, as on a terminal',
    default: false,
  },
  resume: { type: 'string', describe: 'continue this run: execute its missing trials', requiresArg: true },
  retry: {
    type: 'string',
    describe: `with --resume, also repeat trials: ${RETRY_CLASSES.join(', ')}`,
    requiresArg: true,
  },
  trial: { type: 'string', describe: 'only the trials with these ids, separated by commas', requiresArg: true },
})

const JUDGING = group('Judging', {
  'no-judge': { type: 'boolean', describe: 'only call the agents; pe grade judges later', default: false },
  timeout: {
    type: 'number',
    describe:
      'seconds to judge one trial; a shorter limit of the mission holds, and always that of a mission with windows',
    default: 300,
    requiresArg: true,
  },
  'testcode-timeout': {
    type: 'number',
    describe: 'seconds for one testcode; default: 20, or the limit of the benchmark',
    requiresArg: true,
  },
  patience: { ...PATIENCE, default: 'auto' },
  'start-timeout': {
    type: 'number',
    describe: 'seconds until a project must answer',
    default: 30,
    requiresArg: true,
  },
  'install-timeout': {
    type: 'number',
    describe: 'seconds to install the packages of a project, and for each command that prepares it',
    default: 300,
    requiresArg: true,
  },
  'repeat-judging': {
    type: 'number',
    default: 0,
    describe: 'judge each project again this many times; testcodes whose verdict changes are reported as flaky',
    requiresArg: true,
  },
  tester: { type: 'string', array: true, describe: 'a file with your own tester; can be repeated', requiresArg: true },
  launcher: {
    type: 'string',
    array: true,
    describe: 'a file with your own launcher, tried before the built-in ones; can be repeated',
    requiresArg: true,
  },
  scorer: { type: 'string', array: true, describe: 'a file with your own scorer; can be repeated', requiresArg: true },
  'no-score': {
    type: 'boolean',
    describe: 'skip similarity to the canonical solutions; pe score computes it later',
    default: false,
  },
})

const MODELS = group('Models', {
  model: {
    type: 'string',
    describe: 'the model for agents that call one, such as projectgen or direct; pe list agents names them',
    requiresArg: true,
  },
  'base-url': { type: 'string', describe: 'URL of a server with the API of OpenAI', requiresArg: true },
  'max-cost': MAX_COST,
  'max-tokens': MAX_TOKENS,
  'no-cache': NO_CACHE,
  judge: JUDGE,
  'judge-votes': { ...JUDGE_VOTES, default: 1 },
  'judge-each': JUDGE_EACH,
  embedder: EMBEDDER,
  'embedding-model': EMBEDDING_MODEL,
  offline: OFFLINE,
})

const ENVIRONMENT = group('Sandbox', {
  sandbox: SANDBOX,
  'install-network': {
    type: 'string',
    describe: 'what package managers may reach: registry or none',
    default: 'registry',
    requiresArg: true,
  },
  'allow-origin': {
    type: 'string',
    array: true,
    describe: 'an origin, such as that of a CDN, from which pages may load; can be repeated',
    requiresArg: true,
  },
  python: PYTHON,
  'python-path': PYTHON_PATH,
})

const OUTPUT = group('Output', {
  out: {
    type: 'string',
    describe: 'the folder for runs; for a part of a planned run, by default that of the plan',
    defaultDescription: `"${OUT.default}"`,
    requiresArg: true,
  },
  json: { type: 'boolean', describe: 'print the summary as one JSON object', default: false },
  'min-score': {
    type: 'number',
    describe: 'exit with 3 if the score is lower: a share from 0 to 1, such as 0.8',
    requiresArg: true,
  },
  'fail-on': FAIL_ON_FLAG,
  reporter: REPORTER,
  verbose: { type: 'boolean', default: false, describe: 'print a line for each stage and each verdict' },
})

const MANY_MACHINES = group('Many machines', {
  shard: {
    type: 'string',
    describe: 'I/N: only part I of N of the trials, such as 2/8; pe merge joins the parts',
    requiresArg: true,
  },
  history: {
    type: 'string',
    describe: 'earlier runs, separated by commas, whose times balance the shards',
    requiresArg: true,
  },
  ...QUEUE_FLAGS,
})

/** The flags of `pe run`. */
export function runFlags(flags: Argv) {
  return allFlags(flags)
    .example('$0 run --agent canonical', 'our own solutions on all missions')
    .example('$0 run --agent ./my-agent.ts --missions hello,todo', 'your own agent; pe new agent my-agent writes one')
    .example('$0 run --agent command:claude --level 2', 'a coding tool in the sandbox')
    .example('$0 run --agent gpt4o --samples 5 --max-cost 2', 'a model; its key is in OPENAI_API_KEY')
    .example('$0 run --agent openai:NAME --base-url URL', 'a model on your own server')
    .example('$0 run --agent folder:./mine --missions todo', 'projects from a folder, such as mine/todo/project')
    .example('$0 run --agent canonical --json --min-score 1', 'in CI: one JSON object, exit code 3 below the score')
    .example('$0 run --resume RUN', 'continue a run that was stopped')
}

/** The same flags with examples of `pe plan`. */
export function planFlags(flags: Argv) {
  return allFlags(flags)
    .option('detect', {
      type: 'number',
      describe: 'plan nothing: say how many missions and samples find a difference of so many points of 100',
      requiresArg: true,
    })
    .example(
      '$0 plan --detect 5 --history OLD,NEW',
      'how many missions and samples show 5 points, as these runs differ',
    )
    .example('$0 plan --agent gpt4o --level 1,2 --samples 5', 'then pe run --resume RUN --shard 1/8 on each machine')
    .example('$0 plan --agent gpt4o --history RUN', 'shards of equal length, by the times of an earlier run')
}

function allFlags(flags: Argv) {
  return flags
    .options(AGENT)
    .options(MISSIONS)
    .options(JUDGING)
    .options(MODELS)
    .options(ENVIRONMENT)
    .options(OUTPUT)
    .options(MANY_MACHINES)
    .conflicts('variant', ['level', 'mode'])
    .conflicts('rounds', ['variant', 'level', 'mode'])
    .conflicts('shard', 'trial')
    .check(refuseForResumed(flags))
}
