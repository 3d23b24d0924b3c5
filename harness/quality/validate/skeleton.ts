import { UsageError } from '../../errors.ts'
import type { Benchmark, Mission } from '../../contracts/types.ts'
import type { Finding } from './results.ts'

/**
 * Level 3 is given the skeleton: without it a mission cannot be run there. Only the benchmark knows whether it has one for
 * each mission.
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
