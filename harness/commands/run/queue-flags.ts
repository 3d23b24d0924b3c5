export const REDIS = {
  type: 'string',
  describe: 'URL of the Redis of the queue, such as redis://127.0.0.1:6379; default: PE_REDIS',
  requiresArg: true,
} as const

/** Used if a flag is not given. */
export const QUEUE_DEFAULTS = { 'answer-cache': 'folder', lease: 30, deaths: 3, watchdog: 900 }

export const METRICS = {
  type: 'string',
  describe: 'PORT or HOST:PORT for metrics in the format of Prometheus; the default host is loopback',
  requiresArg: true,
} as const

/** Flags of runs on a queue of workers. */
export const QUEUE_FLAGS = {
  executor: {
    type: 'string',
    describe: 'local, or queue: workers that share a Redis execute the trials; default: local',
    requiresArg: true,
  },
  redis: REDIS,
  listen: {
    type: 'string',
    describe: 'HOST:PORT to which workers upload results, with the token in PE_UPLOAD_TOKEN',
    requiresArg: true,
  },
  'upload-url': { type: 'string', describe: 'URL at which workers reach --listen', requiresArg: true },
  'tls-cert': { type: 'string', describe: 'certificate for --listen, PEM', requiresArg: true },
  'tls-key': { type: 'string', describe: 'private key of --tls-cert, PEM', requiresArg: true },
  needs: {
    type: 'string',
    describe: 'labels that a worker must have, separated by commas: gpu, or MISSION:gpu for one mission',
    requiresArg: true,
  },
  'answer-cache': {
    type: 'string',
    describe: 'where workers cache answers of models: folder (one per machine) or redis',
    default: QUEUE_DEFAULTS['answer-cache'],
    requiresArg: true,
  },
  lease: {
    type: 'number',
    describe: 'seconds without a heartbeat after which a worker counts as dead',
    default: QUEUE_DEFAULTS.lease,
    requiresArg: true,
  },
  deaths: {
    type: 'number',
    describe: 'workers that may die during a trial before it runs alone on a worker',
    default: QUEUE_DEFAULTS.deaths,
    requiresArg: true,
  },
  watchdog: {
    type: 'number',
    describe: 'seconds without progress after which a trial is reported as stuck',
    default: QUEUE_DEFAULTS.watchdog,
    requiresArg: true,
  },
  'requeue-stuck': { type: 'boolean', describe: 'give stuck trials to other workers', default: false },
  metrics: METRICS,
} as const
