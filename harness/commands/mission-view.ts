import type { Paper } from '../contracts/paper.ts'
import { countedTestcodes, isWhole } from '../contracts/suites.ts'
import { benchmarkOf } from '../benchmarks/index.ts'
import { UsageError } from '../errors.ts'
import type { ReporterSetup } from '../reporters/setup.ts'

/** Views of missions for reports. A mission that has changed since the run was made has none. */
export function missionViews(papers: readonly Paper[]): ReporterSetup['mission'] {
  return async (run, id) => {
    try {
      const benchmark = await benchmarkOf(run.benchmark, papers)
      // A report waits for no calibration.
      const mission = await (benchmark.listed?.(id) ?? benchmark.mission(id))
      if (!isWhole(mission)) return { absent: 'This machine has not calibrated the mission: pe doctor does that.' }
      if (mission.digest !== run.benchmark.missions.find((each) => each.id === id)?.digest)
        return { absent: 'The mission has changed since the run was made.' }
      const canonical = await orUndefined(benchmark.canonical(mission))
      return { parameters: mission.parameters ?? {}, testcodes: countedTestcodes(mission), canonical }
    } catch (error) {
      if (error instanceof UsageError) return { absent: `The mission cannot be read here: ${error.message}` }
      throw error
    }
  }
}

/** A mission need not have a solution of our own. */
async function orUndefined<T>(wanted: Promise<T>): Promise<T | undefined> {
  return wanted.catch((error: unknown) => {
    if (error instanceof UsageError) return undefined
    throw error
  })
}
