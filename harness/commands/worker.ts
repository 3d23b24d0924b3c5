import type { Paper } from '../contracts/paper.ts'
import type { Argv } from 'yargs'
import { packageVersion } from '../benchmarks/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { Interrupted } from '../errors.ts'
import { findBrowser } from '../lib/browser/find.ts'
import { findPython } from '../lib/python/find.ts'
import { desktopProblem } from '../lib/x11/machine.ts'
import { Redactor } from '../lib/models/redact.ts'
import { killAllGroups } from '../lib/processes/groups.ts'
import { onStopSignals } from '../lib/processes/stop-signals.ts'
import { awaitRedis, placeOf, tellOutages } from '../lib/redis/connect.ts'
import { DEFAULT_CONCURRENCY } from '../run/concurrency.ts'
import { chooseSandbox } from '../sandbox/index.ts'
import { stopActionsWith } from '../trial/calibration/until-stopped.ts'
import { complain } from './print.ts'
import { defineCommand } from './flags/command.ts'
import { list, optional, positive, whole, type Flags } from './flags/values.ts'
import { METRICS, REDIS } from './run/queue-flags.ts'
import { address, label, redisUrl } from './run/queue-options.ts'

function workerFlags(flags: Argv) {
  return flags
    .option('redis', REDIS)
    .option('concurrency', {
      type: 'string',
      describe: 'trials at a time; auto: cores, at most 4',
      default: 'auto',
      requiresArg: true,
    })
    .option('label', {
      type: 'string',
      describe:
        'what this machine has besides what is found by itself, with commas: gpu, large; sandbox=process also takes trials without isolation',
      requiresArg: true,
    })
    .option('idle', {
      type: 'number',
      describe: 'seconds without a trial after which the worker ends; by default it waits',
      requiresArg: true,
    })
    .option('drain', {
      type: 'number',
      describe: 'seconds that trials may take to end after SIGTERM or Ctrl-C; then they are given back',
      default: 600,
      requiresArg: true,
    })
    .option('least-free', {
      type: 'number',
      describe: 'MiB that must be free on its disks before a trial is taken',
      default: 256,
      requiresArg: true,
    })
    .option('metrics', METRICS)
    .example('$0 worker --redis redis://queue.local --label gpu', 'on any machine that reaches the Redis')
}

function workerOptions(args: Flags<typeof workerFlags>) {
  return {
    redis: redisUrl(args.redis),
    concurrency:
      args.concurrency === 'auto' ? DEFAULT_CONCURRENCY : whole('--concurrency', Number(args.concurrency), 1, 256),
    labels: (args.label === undefined ? [] : list('--label', args.label)).map(label),
    idle: optional(args.idle, (value) => positive('--idle', value)),
    drain: positive('--drain', args.drain),
    leastFree: whole('--least-free', args['least-free'], 0, 1_000_000),
    metrics: optional(args.metrics, (text) => address('--metrics', text)),
  }
}

export type WorkerCommandOptions = ReturnType<typeof workerOptions>

export const command = defineCommand({ flags: workerFlags, options: workerOptions, handler: workerCommand })

/** `pe worker`: serves every run of a Redis until it is stopped. Keys of models come from its environment. */
export async function workerCommand(options: WorkerCommandOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const say = complain
  using signals = drainOnSignals(options.drain, say)
  // A calibration belongs to the trials that wait for it, which may end after the first signal.
  using _calibrations = stopActionsWith(signals.stop)
  const redactor = Redactor.ofEnvironment(process.env)
  redactor.addUrl(options.redis)
  // Agents run in this process, and their children have its environment.
  delete process.env['PE_REDIS']
  const redis = await awaitRedis(options.redis, say, signals.drain)
  using _outages = tellOutages(redis, options.redis, say)
  try {
    const { QueueWorker, openMetrics, workerMetrics } = await queueParts()
    const labels = [...new Set([...(await ownLabels()), ...options.labels])].toSorted()
    const worker = new QueueWorker({
      papers,
      ...options,
      redis,
      redisUrl: options.redis,
      pe: packageVersion(),
      labels,
      redactor,
      uploadToken: process.env['PE_UPLOAD_TOKEN'],
      drain: signals.drain,
      stop: signals.stop,
      say,
    })
    await using _metrics =
      options.metrics &&
      (await openMetrics(
        options.metrics,
        workerMetrics(() => worker.state),
      ))
    say(
      `${worker.state.id} takes trials from ${placeOf(options.redis)}, ${String(options.concurrency)} at a time; labels: ${labels.join(', ')}`,
    )
    await worker.run()
    if (signals.stop.aborted) throw new Interrupted('stopped')
    return EXIT.done
  } finally {
    redis.disconnect()
  }
}

/**
 * The client of the queue takes a while to load. In a function that has an `await using` the compiler leaves the path of a dynamic
 * import as it is, and the compiled program then looks for a file of the sources.
 */
async function queueParts() {
  return { ...(await import('../run/queue/worker.ts')), ...(await import('../run/queue/metrics.ts')) }
}

/** Labels for the sandboxes, the browser and the programs for windows that work on this machine. */
async function ownLabels(): Promise<string[]> {
  const sandbox = await chooseSandbox()
  const browser = await findBrowser(process.env)
  return [
    // Only the best one: a run in Redis must not choose that its programs run without isolation here.
    `sandbox=${sandbox.name}`,
    ...('missing' in browser ? [] : ['browser']),
    ...((await desktopProblem(await findPython())) === undefined ? ['desktop'] : []),
  ]
}

interface Signals extends Disposable {
  readonly drain: AbortSignal
  readonly stop: AbortSignal
}

/** The first signal lets trials end, the second one returns them to the queue, and the third one exits at once. */
function drainOnSignals(seconds: number, say: (line: string) => void): Signals {
  const [drain, stop] = [new AbortController(), new AbortController()]
  let timer: NodeJS.Timeout | undefined
  const listener = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) {
      killAllGroups()
      stopListening()
      process.kill(process.pid, name)
    } else if (drain.signal.aborted) stop.abort(new Interrupted('stopped'))
    else {
      say('takes no more trials, and ends when its own have ended')
      drain.abort(new Interrupted('stopped'))
      timer = setTimeout(() => {
        stop.abort(new Interrupted('stopped'))
      }, seconds * 1000)
    }
  }
  const stopListening = onStopSignals(listener)
  return {
    drain: drain.signal,
    stop: stop.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      stopListening()
    },
  }
}
