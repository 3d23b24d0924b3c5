import path from 'node:path'
import { libraryBenchmark } from '../../benchmarks/libraries/benchmark.ts'
import { calibrateLibrary } from '../../trial/calibration/calibrate.ts'
import type { JudgedBy } from './mission.ts'

/** The library whose tests hostile libraries are judged by. */
export const FIXTURE = 'intervals'

/** @param root The harness's own folder */
export async function libraryMission(root: string, name: string): Promise<JudgedBy> {
  const benchmark = libraryBenchmark('hostile', path.join(root, 'test', 'fixtures', 'libraries'), calibrateLibrary)
  const mission = await benchmark.mission(FIXTURE)
  const unit = mission.suites.filter(({ visible }) => visible !== true)
  const [suite] = unit
  if (!suite) throw new TypeError(`the library "${FIXTURE}" has no tests that count`)
  return { mission: { ...mission, id: name, suites: unit }, testcodes: await benchmark.testcodes(mission, suite) }
}
