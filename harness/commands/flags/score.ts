import type { Argv } from 'yargs'
import type { ScoreOptions } from '../score.ts'
import { JSON_OUTPUT, OUT } from './common.ts'
import { EMBEDDER, EMBEDDING_MODEL, OFFLINE, embedderChoice } from './embedder.ts'
import { oneOf, type Flags } from './values.ts'

const SETTINGS = ['paper', 'strict'] as const

export function scoreFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', describe: 'a run id or folder; the newest by default' })
    .option('answers', { type: 'string', describe: 'a published answer file instead of a run', requiresArg: true })
    .option('benchmark', { type: 'string', describe: 'of the answer file: projecteval:DIR', requiresArg: true })
    .option('setting', {
      type: 'string',
      describe: 'paper (as published, mistakes included) or strict',
      default: 'strict',
      requiresArg: true,
    })
    .option('out', OUT)
    .option('embedder', EMBEDDER)
    .option('embedding-model', EMBEDDING_MODEL)
    .option('offline', OFFLINE)
    .option('json', JSON_OUTPUT)
    .example('$0 score', 'the newest run')
    .example('$0 score --answers FILE --benchmark projecteval:DIR --setting paper', 'what was published')
}

export function scoreOptions(args: Flags<typeof scoreFlags>): ScoreOptions {
  const { run, answers, benchmark, out, json } = args
  const setting = oneOf('--setting', args.setting, SETTINGS)
  return { run, answers, benchmark, out, json, setting, embedder: embedderChoice(args) }
}
