import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { UsageError } from '../errors.ts'
import { openRedis, placeOf } from '../lib/redis/connect.ts'
import { readRun } from '../store/read.ts'
import { resolveRun } from '../store/resolve.ts'
import { defineCommand } from './flags/command.ts'
import { OUT } from './flags/common.ts'
import type { Flags } from './flags/values.ts'
import { REDIS } from './run/queue-flags.ts'
import { redisUrl } from './run/queue-options.ts'

function requeueFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', demandOption: true, describe: 'a run id or folder' })
    .positional('trials', { type: 'string', array: true, demandOption: true, describe: 'ids of trials' })
    .option('out', OUT)
    .option('redis', REDIS)
}

function requeueOptions({ run, trials, out, redis }: Flags<typeof requeueFlags>) {
  return { run, trials, out, redis: redisUrl(redis) }
}

export const command = defineCommand({ flags: requeueFlags, options: requeueOptions, handler: requeueCommand })

/** `pe requeue RUN TRIAL…`: their workers stop them, and others take them. */
export async function requeueCommand({
  run,
  trials,
  out,
  redis: url,
}: ReturnType<typeof requeueOptions>): Promise<ExitCode> {
  const { runId, trials: all } = await readRun(await resolveRun(run, out))
  const unknown = trials.find((id) => all.every((key) => key.id !== id))
  if (unknown !== undefined) throw new UsageError(`run ${runId} has no trial "${unknown}"`)
  const redis = await openRedis(url)
  try {
    const { REQUEUE } = await import('../run/queue/keys.ts')
    const { controlText } = await import('../run/queue/shapes.ts')
    const { isQueued, workersIn } = await import('../run/queue/census.ts')
    if (!(await isQueued(redis, runId))) throw new UsageError(`run ${runId} is not in the queue of ${placeOf(url)}`)
    const running = (await workersIn(redis))
      .filter(({ dead }) => !dead)
      .flatMap((worker) => worker.trials.map((each) => ({ ...each, worker: worker.id })))
    // All are looked for first, so that a wrong one changes nothing.
    const found = trials.map((trial) => {
      const taken = running.find((each) => each.run === runId && each.trial === trial)
      if (!taken) throw new UsageError(`no worker runs ${trial} just now`)
      return taken
    })
    for (const { trial, worker } of found) {
      await redis.publish(REQUEUE, controlText({ run: runId, trial, by: 'user' }))
      process.stdout.write(`${trial}: taken from ${worker}\n`)
    }
  } finally {
    redis.disconnect()
  }
  return EXIT.done
}
