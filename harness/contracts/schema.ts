/**
 * Every shape that crosses an edge of the program (a file that people write, a file that a run leaves behind) as one
 * zod schema. Types are inferred from them, never written twice.
 */
export * from './vocabulary.ts'
export { MISSION_VERSION, SCHEMA_VERSION, folderName, missionId, relativePath } from './schema/base.ts'
export * from './schema/missions.ts'
export * from './schema/exchange.ts'
export * from './schema/architecture.ts'
export * from './schema/contract.ts'
export * from './schema/repository-graph.ts'
export * from './schema/results.ts'
export * from './schema/model-calls.ts'
export * from './schema/trajectory.ts'
export * from './schema/runs.ts'
export * from './schema/machines.ts'
export * from './schema/scores.ts'
export * from './schema/summary.ts'
export * from './schema/comparisons.ts'
export * from './schema/exports.ts'
export * from './schema/python-testcodes.ts'
export * from './schema/libraries.ts'
export * from './schema/features.ts'
export * from './schema/specs.ts'
