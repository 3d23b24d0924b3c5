import { UsageError } from '../../errors.ts'
import type { Benchmark, Mission } from '../../contracts/types.ts'
import type { Finding } from './results.ts'

/**
 * Reports a missing skeleton, without which a mission cannot be run at level 3. Only the benchmark knows whether it has
 * one.
 */
export async function skeletonFindings(benchmark: Benchmark, mission: Mission): Promise<Finding[]> {
  try {
    await benchmark.skeleton(mission)
    return []
  } catch (error) {
    if (error instanceof UsageError) return [{ mission: mission.id, kind: 'definition', text: error.message }]
    throw error
  }
}
