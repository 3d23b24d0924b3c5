/** The seams: small interfaces behind which everything that varies stands. Persisted shapes are in `schema.ts`. */
export type * from './types/benchmark.ts'
export type * from './types/agent.ts'
export type * from './types/sandbox.ts'
export type * from './types/launcher.ts'
export type * from './types/tester.ts'
export type * from './types/scorer.ts'
export type * from './types/reporter.ts'
export type * from './types/fixtures.ts'
