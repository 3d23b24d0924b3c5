import type { Argv } from 'yargs'
import { missionId } from '../../../contracts/schema.ts'
import { EXIT, type ExitCode } from '../../../contracts/exit-codes.ts'
import { UsageError } from '../../../errors.ts'
import { modelByName } from '../../../agents/models.ts'
import { Budget } from '../../../lib/models/budget.ts'
import { ExchangeCache } from '../../../lib/models/cache.ts'
import { ModelClient } from '../../../lib/models/client.ts'
import { loadConfig } from '../../../lib/models/config.ts'
import { Redactor } from '../../../lib/models/redact.ts'
import { cacheFolder } from '../../../lib/files/caches.ts'
import { findPython } from '../../../lib/python/find.ts'
import { buildLibrary, type Built } from './build/build.ts'
import { reviewerOf } from '../../../run/reviewer.ts'
import { calibrateLibrary } from '../../../trial/calibration/calibrate.ts'
import { pluralise } from '../../../lib/wording/count.ts'
import { defineCommand } from '../../../commands/flags/command.ts'
import { JSON_OUTPUT } from '../../../commands/flags/common.ts'
import { MAX_COST, MAX_TOKENS, NO_CACHE, spendingOptions, type SpendingOptions } from '../../../commands/flags/judge.ts'
import { oneOf, whole, type Flags } from '../../../commands/flags/values.ts'
import { onInterrupt } from '../../../commands/interrupt.ts'
import { print, say } from '../../../commands/print.ts'

function buildFlags(flags: Argv) {
  return flags
    .positional('benchmark', { type: 'string', demandOption: true, describe: 'repocraft' })
    .option('from', {
      type: 'string',
      demandOption: true,
      describe: 'a Python repository with tests',
      requiresArg: true,
    })
    .option('name', {
      type: 'string',
      demandOption: true,
      describe: 'of the library, as agents know it',
      requiresArg: true,
    })
    .option('to', { type: 'string', default: 'repocraft', describe: 'the folder of the libraries', requiresArg: true })
    .option('model', {
      type: 'string',
      describe: 'a model that groups the tests and describes the tasks, such as openai:NAME',
      requiresArg: true,
      conflicts: 'no-model',
    })
    .option('no-model', { type: 'boolean', default: undefined, describe: 'take names and docstrings instead' })
    .option('tasks', { type: 'number', default: 100, describe: 'tasks at most', requiresArg: true })
    .option('seed', { type: 'number', default: 1, describe: 'which tests are sampled', requiresArg: true })
    .option('config', { type: 'string', describe: 'the file to read in place of pe.config.ts', requiresArg: true })
    .option('max-cost', MAX_COST)
    .option('max-tokens', MAX_TOKENS)
    .option('no-cache', NO_CACHE)
    .option('json', JSON_OUTPUT)
    .example('$0 build repocraft --from ~/src/mylib --name TextTools --no-model', 'tasks from your own library')
    .example('$0 run --benchmark repocraft:repocraft --agent canonical --judge openai:NAME', 'judge the library itself')
}

function buildOptions(args: Flags<typeof buildFlags>): BuildCommandOptions {
  oneOf('the benchmark', args.benchmark, ['repocraft'])
  if (args.model === undefined && args['no-model'] !== true)
    throw new UsageError('--model names a model that helps; --no-model takes names and docstrings instead')
  if (!missionId.safeParse(args.name).success)
    throw new UsageError(
      `--name: "${args.name}" is no name of a library: use letters, digits, "_", "-" and ".", beginning with a letter or a digit`,
    )
  const { from, name, to, model, config, json } = args
  return {
    ...{ from, name, to, model, config, json },
    tasks: whole('--tasks', args.tasks, 1, 5000),
    seed: whole('--seed', args.seed, 0, 2 ** 31),
    ...spendingOptions(args),
  }
}

export interface BuildCommandOptions extends SpendingOptions {
  readonly from: string
  readonly name: string
  readonly to: string
  readonly model: string | undefined
  readonly config: string | undefined
  readonly tasks: number
  readonly seed: number
  readonly json: boolean
}

export const command = defineCommand({ flags: buildFlags, options: buildOptions, handler: buildCommand })

/** `pe build repocraft`: makes tasks from a repository with tests. */
export async function buildCommand(options: BuildCommandOptions): Promise<ExitCode> {
  using interrupt = onInterrupt()
  const { model } = options
  const built = await buildLibrary({
    ...{ from: options.from, name: options.name, to: options.to, most: options.tasks, seed: options.seed },
    model: model === undefined ? undefined : await helper(model, options),
    python: await findPython(),
    calibrate: calibrateLibrary,
    say: (line) => {
      say(`pe: ${line}`)
    },
    signal: interrupt.signal,
  })
  if (options.json) process.stdout.write(`${JSON.stringify(built, null, 2)}\n`)
  else print(textOf(built))
  return EXIT.done
}

/** The model, whose exchanges are recorded in the folder of the build. */
async function helper(name: string, { config, maxCost, maxTokens, cache }: BuildCommandOptions) {
  const redactor = Redactor.ofEnvironment(process.env)
  const budget = new Budget({ cost: maxCost, tokens: maxTokens })
  const setup = { config: await loadConfig(process.cwd(), config), env: process.env, redactor }
  const resolve = (each: string) => modelByName(each, setup)
  budget.checkPrice(name, resolve(name).price, 'model')
  const client = new ModelClient({
    ...{ redactor, budget },
    cache: cache ? new ExchangeCache(cacheFolder('exchanges')) : undefined,
    warn: (warning) => {
      say(`pe: ${warning}`)
    },
  })
  return (folder: string) => reviewerOf({ model: name, votes: 1 }, { client, resolve, redactor, folder })
}

function textOf({ folder, library, tests, groups, tasks, categories, dropped, leaks }: Built): string {
  return [
    `${folder}: ${pluralise(tasks, 'task')} in ${pluralise(categories, 'category', 'categories')}, from ${pluralise(tests, 'test')} in ${pluralise(groups, 'group')}.`,
    `${pluralise(dropped.length, 'test')} left out: build/dropped.json says why. ${pluralise(leaks, 'name')} of the repository replaced by ${library}.`,
    `Judge the library itself: pe run --benchmark repocraft:${folder.replace(/\/[^/]+$/, '')} --agent canonical --judge MODEL`,
  ].join('\n')
}
