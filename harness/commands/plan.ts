import type { Paper } from '../contracts/paper.ts'
import path from 'node:path'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { UsageError } from '../errors.ts'
import { Redactor } from '../lib/models/redact.ts'
import { inShell } from '../lib/processes/shell.ts'
import { pluralise } from '../lib/wording/count.ts'
import { outFlag, resumeCommand } from '../reporters/reports-folder.ts'
import { specOf } from '../run/trial-spec.ts'
import { detect } from './detect.ts'
import { complain, say } from './print.ts'
import { defineCommand } from './flags/command.ts'
import type { Flags } from './flags/values.ts'
import { prepareNew } from './prepare.ts'
import type { RunCommandOptions } from './run-options.ts'
import { FREQUENT_FLAGS, planFlags } from './run/flags.ts'
import { runOptions } from './run/options.ts'

interface PlanOptions extends RunCommandOptions {
  /** Points of 100. */
  readonly detect?: number | undefined
}

/** @throws UsageError also for a part of a run, because a plan has all trials */
function planOptions(args: Flags<typeof planFlags>): PlanOptions {
  if (args.shard !== undefined || args.trial !== undefined)
    throw new UsageError('pe plan writes all trials; give --shard or --trial to pe run --resume RUN')
  return { ...runOptions(args), detect: args.detect }
}

export const command = defineCommand({
  flags: planFlags,
  frequent: [...FREQUENT_FLAGS, 'history', 'detect'],
  options: planOptions,
  handler: planCommand,
})

/** `pe plan`: writes the folder of a run with the specs of its trials. It calls no agent and judges nothing. */
export async function planCommand(options: PlanOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const { detect: points, history = [], out, json } = options
  if (points !== undefined) {
    await detect({ points, history, out, json })
    return EXIT.done
  }
  if (options.resume !== undefined)
    throw new UsageError('pe plan makes new runs; continue one with pe run --resume RUN')
  const redactor = Redactor.ofEnvironment(process.env)
  const prepared = await prepareNew(options, redactor, papers)
  for (const warning of prepared.warnings) complain(warning)
  await using store = await prepared.open()
  const { record, folder } = store
  await store.writeSpecs(record.trials.map((key) => specOf(record, key, folder, options.judge)))
  say(nextText(folder, record.trials.length))
  process.stdout.write(
    options.json ? `${JSON.stringify({ runId: record.runId, folder, trials: record.trials.length })}\n` : `${folder}\n`,
  )
  return EXIT.done
}

/** The commands that come next. A pattern for the shell stays outside quotes. */
function nextText(folder: string, trials: number): string {
  const resume = resumeCommand(folder)
  const shards = `${inShell([path.relative('.', folder) || '.'])}.shard-*`
  return [
    `${pluralise(trials, 'trial')} planned. All of them on this machine:`,
    `  ${resume}`,
    'Or in shards, and then all shards joined:',
    `  ${resume} --shard 1/2`,
    `  ${resume} --shard 2/2`,
    `  ${['pe merge', shards, ...outFlag(folder).map((each) => inShell([each]))].join(' ')}`,
  ].join('\n')
}
