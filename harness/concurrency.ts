import { availableParallelism } from 'node:os'

/** Trials at a time. Cores, but at most four: a browser and a server for each are what limits, not the harness. */
export const DEFAULT_CONCURRENCY = Math.min(availableParallelism(), 4)
