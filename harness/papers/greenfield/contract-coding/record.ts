import type { ContractWork } from '../../../contracts/schema.ts'

/** Bytes of the record as JSON; the store refuses 4 MiB. */
const MOST_BYTES = 3 * 1024 * 1024

/** The record, without its longest parts if it is too large: first the problems of attempts, then the changes of versions. */
export function fitting(work: ContractWork): ContractWork {
  const tasks = work.tasks.map((task) => ({
    ...task,
    attempts: task.attempts.map((attempt) => ({ ...attempt, problems: [] })),
  }))
  const versions = work.versions.map((version) => ({ ...version, changes: [], conflicts: [] }))
  const ways = [work, { ...work, tasks }, { ...work, tasks, versions }]
  return ways.find((each) => Buffer.byteLength(JSON.stringify(each)) <= MOST_BYTES) ?? { ...work, tasks, versions }
}
