/** Shared by the tests of hostile. */

/** A long time: the machine may be busy. */
export const LATE = { timeout: 120_000 }
