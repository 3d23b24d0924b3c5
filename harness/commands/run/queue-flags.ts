import type { Argv } from 'yargs'

export const REDIS = {
  type: 'string',
  describe: 'URL of the Redis of the queue, such as redis://127.0.0.1:6379; default: PE_REDIS',
  requiresArg: true,
} as const

/** Used if a flag is not given. */
export const QUEUE_DEFAULTS = { 'answer-cache': 'folder', lease: 30, deaths: 3, watchdog: 900 }

export const METRICS = {
  type: 'string',
  describe: 'port, or HOST:PORT, at which Prometheus reads metrics; on loopback by default',
  requiresArg: true,
} as const

/** Of runs on a queue of workers. */
export function queueFlags<Before>(flags: Argv<Before>) {
  return flags
    .option('executor', {
      type: 'string',
      describe: 'local (the default), or queue: the workers of a Redis run the trials',
      requiresArg: true,
    })
    .option('redis', REDIS)
    .option('listen', {
      type: 'string',
      describe: 'HOST:PORT for results that workers upload with the token in PE_UPLOAD_TOKEN',
      requiresArg: true,
    })
    .option('upload-url', { type: 'string', describe: 'by which workers reach --listen', requiresArg: true })
    .option('tls-cert', { type: 'string', describe: 'certificate for --listen, PEM', requiresArg: true })
    .option('tls-key', { type: 'string', describe: 'its key, PEM', requiresArg: true })
    .option('needs', {
      type: 'string',
      describe: 'labels, with commas, that a worker must have: gpu, or MISSION:gpu for one mission',
      requiresArg: true,
    })
    .option('answer-cache', {
      type: 'string',
      describe: 'where workers keep answers of models: folder (each machine its own) or redis',
      default: QUEUE_DEFAULTS['answer-cache'],
      requiresArg: true,
    })
    .option('lease', {
      type: 'number',
      describe: 'seconds without a sign after which a worker counts as dead',
      default: QUEUE_DEFAULTS.lease,
      requiresArg: true,
    })
    .option('deaths', {
      type: 'number',
      describe: 'workers that may die with a trial before it is run apart from others',
      default: QUEUE_DEFAULTS.deaths,
      requiresArg: true,
    })
    .option('watchdog', {
      type: 'number',
      describe: 'seconds without progress after which a trial is named',
      default: QUEUE_DEFAULTS.watchdog,
      requiresArg: true,
    })
    .option('requeue-stuck', {
      type: 'boolean',
      describe: 'give trials without progress to other workers',
      default: false,
    })
    .option('metrics', METRICS)
}
