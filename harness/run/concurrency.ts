import { availableParallelism } from 'node:os'

/** Default concurrency: the number of cores, but at most four. Browsers and servers are the bottleneck, not the harness. */
export const DEFAULT_CONCURRENCY = Math.min(availableParallelism(), 4)

/**
 * Default concurrency if most projects fail: half of the time is spent waiting for unmet expectations. Measured on 2 cores with one
 * mission and its faults: processors busy 34% with 2 trials at a time, 53% with 3, 65% with 5.
 */
export const FAULTY_CONCURRENCY = 2 * DEFAULT_CONCURRENCY
