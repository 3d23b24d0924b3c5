import { availableParallelism } from 'node:os'

/** Trials at a time. Cores, but at most four: a browser and a server for each are what limits, not the harness. */
export const DEFAULT_CONCURRENCY = Math.min(availableParallelism(), 4)

/**
 * Trials at a time where most of what is judged fails: half of the time is waited for what does not come. Measured on
 * 2 cores over one mission with its faults: processors busy 34% with 2 at a time, 53% with 3, 65% with 5.
 */
export const FAULTY_CONCURRENCY = 2 * DEFAULT_CONCURRENCY
