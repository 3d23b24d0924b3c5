import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { UsageError } from '../errors.ts'
import { Redactor } from '../lib/models/redact.ts'
import { specOf } from '../run/trial-spec.ts'
import { complain } from './print.ts'
import { defineCommand } from './flags/command.ts'
import { prepareNew } from './prepare.ts'
import type { RunCommandOptions } from './run-options.ts'
import { runFlags } from './run/flags.ts'
import { runOptions } from './run/options.ts'

export const command = defineCommand({ flags: runFlags, options: runOptions, handler: planCommand })

/** `pe plan`: writes the folder of a run with the specs of its trials. It calls no agent and judges nothing. */
export async function planCommand(options: RunCommandOptions): Promise<ExitCode> {
  if (options.resume !== undefined)
    throw new UsageError('pe plan makes new runs; continue one with pe run --resume RUN')
  const redactor = Redactor.ofEnvironment(process.env)
  const prepared = await prepareNew(options, redactor)
  for (const warning of prepared.warnings) complain(warning)
  await using store = await prepared.open()
  const { record, folder } = store
  await store.writeSpecs(record.trials.map((key) => specOf(record, key, folder, options.judge)))
  process.stdout.write(
    options.json ? `${JSON.stringify({ runId: record.runId, folder, trials: record.trials.length })}\n` : `${folder}\n`,
  )
  return EXIT.done
}
