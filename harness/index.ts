/** The public API: re-exports only. */
export type * from './types.ts'
