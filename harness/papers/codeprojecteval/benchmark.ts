import type { Benchmark, Calibrate } from '../../contracts/types.ts'
import { libraryBenchmark } from '../../benchmarks/libraries/benchmark.ts'
import { scaleOf } from './scorers.ts'

/** Libraries whose references are measured, for the columns and the weights of the paper's tables. */
export function sizedLibraries(
  name: string,
  source: string,
  calibrate: Calibrate,
  modules: readonly string[],
): Benchmark {
  const benchmark = libraryBenchmark(name, source, calibrate, modules)
  return {
    ...benchmark,
    async mission(id) {
      const mission = await benchmark.mission(id)
      const { project } = await benchmark.canonical(mission)
      return { ...mission, details: { ...scaleOf(project.files) } }
    },
  }
}
