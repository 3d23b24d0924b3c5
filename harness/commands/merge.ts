import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { mergeRuns } from '../run/shards/merge.ts'
import { resolveRun } from '../store/resolve.ts'
import { defineCommand } from './flags/command.ts'
import { OUT } from './flags/common.ts'
import type { Flags } from './flags/values.ts'

function mergeFlags(flags: Argv) {
  return flags
    .positional('runs', { type: 'string', array: true, demandOption: true, describe: 'ids or folders' })
    .option('out', OUT)
    .example('$0 merge shards/*', 'joins the shards of a run into one folder')
}

function mergeOptions({ runs, out }: Flags<typeof mergeFlags>): MergeOptions {
  return { runs, out }
}

export interface MergeOptions {
  readonly runs: readonly string[]
  /** The folder that the joined run is written to. */
  readonly out: string
}

export const command = defineCommand({ flags: mergeFlags, options: mergeOptions, handler: mergeCommand })

/** `pe merge RUN…`: joins runs that did parts of the same trials. Exits with 1 if records contradict each other. */
export async function mergeCommand({ runs, out }: MergeOptions): Promise<ExitCode> {
  const folders = await Promise.all(runs.map((run) => resolveRun(run, out)))
  const { folder, ended, trials, conflicts } = await mergeRuns(folders, path.resolve(out))
  for (const { trial, kept, dropped } of conflicts)
    process.stderr.write(
      `pe: trial ${trial} has two records: the one of ${kept} ended first and is kept, not that of ${dropped}\n`,
    )
  if (ended < trials)
    process.stderr.write(
      `pe: ${String(trials - ended)} of ${String(trials)} trials have no record; pe run --resume ${folder} runs them\n`,
    )
  process.stdout.write(`${folder}\n`)
  return conflicts.length > 0 ? EXIT.harness : EXIT.done
}
