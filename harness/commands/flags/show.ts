import type { Argv } from 'yargs'
import type { ShowOptions } from '../show.ts'
import { benchmarkFlags, benchmarkSpec } from './benchmark.ts'
import { JSON_OUTPUT } from './common.ts'
import { level, optional, type Flags } from './values.ts'

export function showFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('mission', { type: 'string', demandOption: true, describe: 'an id from pe list' })
    .option('level', {
      type: 'string',
      describe: '1, 2 or 3: what an agent is told at this level, instead of all there is to say',
      requiresArg: true,
    })
    .option('questions', {
      type: 'boolean',
      default: false,
      describe: 'what an agent is asked once its project is frozen',
    })
    .option('json', JSON_OUTPUT)
    .example('$0 show todo', 'what the mission is, for people')
    .example('$0 show todo --level 2', 'the checklist, as an agent is told it')
}

export function showOptions(args: Flags<typeof showFlags>): ShowOptions {
  const { mission, questions, json } = args
  return { mission, level: optional(args.level, level), questions, json, benchmark: benchmarkSpec(args) }
}
