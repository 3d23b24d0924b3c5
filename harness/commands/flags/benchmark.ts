import path from 'node:path'
import type { Argv } from 'yargs'
import { UsageError } from '../../errors.ts'

export const BENCHMARK = {
  type: 'string',
  describe:
    'the source of the missions: native, judge, missions:DIR, projecteval:DIR, projdevbench:DIR, codeprojecteval:DIR, devbench:DIR, repocraft:DIR or a file',
  default: 'native',
  requiresArg: true,
} as const

export const MISSIONS_DIR = {
  type: 'string',
  describe: 'your own missions: a folder with missions/ and canonical/; pe new mission writes one',
  requiresArg: true,
} as const

/** Flags of the commands that read missions. */
export function benchmarkFlags<T>(flags: Argv<T>) {
  return flags.option('benchmark', BENCHMARK).option('missions-dir', MISSIONS_DIR)
}

/** The benchmark that `--benchmark` and `--missions-dir` name. */
export function benchmarkSpec(args: {
  readonly benchmark: string
  readonly 'missions-dir': string | undefined
}): string {
  const { benchmark, 'missions-dir': folder } = args
  if (folder === undefined) return benchmark
  if (benchmark !== BENCHMARK.default)
    throw new UsageError(`--missions-dir and --benchmark ${benchmark} are two sources; name one of them`)
  return `missions:${path.resolve(folder)}`
}
