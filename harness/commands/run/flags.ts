import type { Argv } from 'yargs'
import { RETRY_CLASSES } from '../../contracts/vocabulary.ts'
import { benchmarkFlags } from '../flags/benchmark.ts'
import { OUT, PATIENCE, SANDBOX, SEED } from '../flags/common.ts'
import { JUDGE, JUDGE_VOTES, MAX_COST, MAX_TOKENS, NO_CACHE } from '../flags/judge.ts'
import { EMBEDDER, EMBEDDING_MODEL, OFFLINE } from '../flags/embedder.ts'
import { PYTHON, PYTHON_PATH } from '../flags/python.ts'
import { reportingFlags } from '../flags/reporting.ts'
import { queueFlags } from './queue-flags.ts'
import { refuseForResumed } from './resumed.ts'

/** The flags of `pe run`, in the order of its help. */
export function runFlags(flags: Argv) {
  return allFlags(flags)
    .example('$0 run --agent canonical --level 2', 'our own solutions on all missions')
    .example('$0 run --agent gpt4o --level 1,2 --samples 5', 'a model, with the key in OPENAI_API_KEY')
    .example('$0 run --agent ollama:llama3', 'a model on this machine')
    .example('$0 run --agent ./my-agent.ts', 'an agent of your own; pe new agent my-agent begins one')
    .example('$0 run --agent folder:./mine --missions todo', 'projects that lie in a folder')
    .example('$0 run --agent canonical --json --min-score 1', 'for a build server')
    .example('$0 run --resume RUN --shard 2/8', 'a part of a planned run; pe merge joins the parts')
    .example('$0 run --agent gpt4o --executor queue --redis redis://queue:6379', 'on the workers of a queue')
}

/** The same flags with examples of `pe plan`. */
export function planFlags(flags: Argv) {
  return allFlags(flags)
    .example('$0 plan --agent gpt4o --level 1,2 --samples 5', 'then pe run --resume RUN --shard 1/8 on each machine')
    .example('$0 plan --agent gpt4o --history RUN', 'shards that take equally long, by the seconds of an earlier run')
}

function allFlags(flags: Argv) {
  return queueFlags(
    outcomeFlags(environmentFlags(limitFlags(matrixFlags(agentFlags(benchmarkFlags(reportingFlags(flags))))))),
  ).check(refuseForResumed(flags))
}

/** Flags of agents and of their budget. */
function agentFlags<Before>(flags: Argv<Before>) {
  return flags
    .option('agent', {
      type: 'string',
      describe: 'who writes the projects; pe list agents names them',
      requiresArg: true,
    })
    .option('agent-option', {
      type: 'string',
      describe: 'name=value for agents that take options; several with a flag each',
      requiresArg: true,
    })
    .option('model', {
      type: 'string',
      describe:
        'the model that an agent such as projectgen, contract-coding, zerorepo or direct calls; pe list agents names them',
      requiresArg: true,
    })
    .option('base-url', { type: 'string', describe: 'of a server with the API of OpenAI', requiresArg: true })
    .option('config', { type: 'string', describe: 'the file that stands for pe.config.ts', requiresArg: true })
    .option('repairs', {
      type: 'number',
      describe: 'how often a model is sent back what cannot be read',
      default: 0,
      requiresArg: true,
    })
    .option('feedback', {
      type: 'number',
      describe: 'how often a model is shown what its project came to, and writes it again',
      default: 0,
      requiresArg: true,
    })
    .option('max-cost', MAX_COST)
    .option('max-tokens', MAX_TOKENS)
    .option('no-cache', NO_CACHE)
    .option('judge', JUDGE)
    .option('judge-votes', { ...JUDGE_VOTES, default: 1 })
    .option('no-judge', { type: 'boolean', describe: 'only call the agents; pe grade judges later', default: false })
}

/** Flags that select the trials. */
function matrixFlags<Before>(flags: Argv<Before>) {
  return flags
    .option('level', {
      type: 'string',
      describe: 'input level 1, 2 or 3; several with commas; default: 1',
      requiresArg: true,
    })
    .option('mode', {
      type: 'string',
      describe: 'direct or cascade; several with commas; default: direct',
      requiresArg: true,
    })
    .option('variant', {
      type: 'string',
      describe: 'ids with commas, instead of --level and --mode; pe list variants names them',
      requiresArg: true,
    })
    .conflicts('variant', ['level', 'mode'])
    .option('rounds', {
      type: 'number',
      describe: 'the agent extends its own project in so many rounds, each of which is measured; for repocraft',
      requiresArg: true,
    })
    .conflicts('rounds', ['variant', 'level', 'mode'])
    .option('missions', { type: 'string', describe: 'ids with commas; all by default', requiresArg: true })
    .option('samples', {
      type: 'number',
      describe: 'independent tries at the same thing',
      default: 1,
      requiresArg: true,
    })
    .option('quick-first', {
      type: 'boolean',
      describe: 'begin with small missions, as on a terminal',
      default: false,
    })
    .option('concurrency', {
      type: 'string',
      describe: 'trials at a time, or auto: as many as the processors and the memory allow; auto by default',
      requiresArg: true,
    })
    .option('shard', {
      type: 'string',
      describe: 'only part i of n of the trials: 2/8; pe merge joins the parts',
      requiresArg: true,
    })
    .option('trial', { type: 'string', describe: 'only the trials with these ids, with commas', requiresArg: true })
    .conflicts('shard', 'trial')
    .option('history', {
      type: 'string',
      describe: 'runs, with commas, whose seconds make the shards equally long',
      requiresArg: true,
    })
}

/** Flags of time limits. */
function limitFlags<Before>(flags: Argv<Before>) {
  return flags
    .option('timeout', {
      type: 'number',
      describe:
        'seconds that one trial may be judged; a shorter limit in mission.yaml holds instead, and that of a mission with windows always',
      default: 300,
      requiresArg: true,
    })
    .option('testcode-timeout', {
      type: 'number',
      describe: 'seconds for one testcode; default: 20, or what the benchmark says',
      requiresArg: true,
    })
    .option('patience', { ...PATIENCE, default: 'auto' })
    .option('start-timeout', {
      type: 'number',
      describe: 'seconds until a project must answer',
      default: 30,
      requiresArg: true,
    })
    .option('install-timeout', {
      type: 'number',
      describe: 'seconds for installing packages',
      default: 300,
      requiresArg: true,
    })
}

/** Flags of the environment of projects. */
function environmentFlags<Before>(flags: Argv<Before>) {
  return flags
    .option('sandbox', SANDBOX)
    .option('install-network', {
      type: 'string',
      describe: 'what package clients may reach: registry or none',
      default: 'registry',
      requiresArg: true,
    })
    .option('allow-origin', {
      type: 'string',
      array: true,
      describe: 'an origin beside the project, such as a CDN, from which its pages may load; can be repeated',
      requiresArg: true,
    })
    .option('tester', {
      type: 'string',
      array: true,
      describe: 'a file with a tester of your own; can be repeated',
      requiresArg: true,
    })
    .option('launcher', {
      type: 'string',
      array: true,
      describe: 'a file with a launcher of your own, asked before the built-in ones; can be repeated',
      requiresArg: true,
    })
    .option('scorer', {
      type: 'string',
      array: true,
      describe: 'a file with a scorer of your own; can be repeated',
      requiresArg: true,
    })
    .option('seed', SEED)
    .option('protocol', {
      type: 'string',
      describe: 'default, or paper: the rules of a published benchmark where they differ',
      default: 'default',
      requiresArg: true,
    })
    .option('python', PYTHON)
    .option('python-path', PYTHON_PATH)
}

/** Flags of scoring and output. */
function outcomeFlags<Before>(flags: Argv<Before>) {
  return flags
    .option('embedder', EMBEDDER)
    .option('no-score', {
      type: 'boolean',
      describe: 'compute no similarities to the canonical solutions; pe score does so later',
      default: false,
    })
    .option('embedding-model', EMBEDDING_MODEL)
    .option('offline', OFFLINE)
    .option('out', {
      type: 'string',
      describe: 'the folder that holds the runs; for a part of a planned run, by default that of the plan',
      defaultDescription: `"${OUT.default}"`,
      requiresArg: true,
    })
    .option('resume', { type: 'string', describe: 'continue a run: run only the missing trials', requiresArg: true })
    .option('retry', {
      type: 'string',
      describe: `with --resume, also repeat trials: ${RETRY_CLASSES.join(', ')}`,
      requiresArg: true,
    })
    .option('json', { type: 'boolean', describe: 'print the summary as one JSON object', default: false })
    .option('min-score', { type: 'number', describe: 'exit with 3 below this score (0 to 1)', requiresArg: true })
}
