/** Shared by the tests of time. */
import path from 'node:path'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import type { LibraryPlan } from '../../../harness/contracts/schema.ts'
import type { Judgement, SessionSetup } from '../../../harness/contracts/types.ts'
import { sourceTarget } from '../../../harness/launchers/source.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { PytestSession } from '../../../harness/testers/pytest.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { materialise } from '../../../harness/trial/workspace.ts'
import { root, temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

export const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
export const PYTEST = await needs('python3-pytest')

/**
 * All verdicts of the hidden tests on a library.
 * @param shortest Seconds that a test may take
 * @param shortestRun Seconds that a run may take
 */
export async function judged(code: string, shortest: number, shortestRun: number): Promise<Map<string, Judgement>> {
  await using scratch = await temporaryFolder()
  const benchmark = libraryBenchmark('codeprojecteval', LIBRARIES, calibrateLibrary)
  const mission = await benchmark.mission('intervals')
  const suite = mission.suites.find(({ visible }) => visible !== true)
  if (!suite) throw new Error('the fixture has no hidden suite')
  const plan = (await benchmark.testcodes(mission, suite)) as LibraryPlan
  const python = await findPython()
  const files = [{ path: 'intervals/__init__.py', content: code }]
  const workspace = await materialise({ files }, scratch.file('project'))
  await using sandbox = await openSandbox((await chooseSandbox()).name, scratch.path, { python, browser: false })
  await using target = sourceTarget(workspace, sandbox)
  const setup = { python, scratch: scratch.path, signal: new AbortController().signal } as SessionSetup
  await using session = new PytestSession(target, setup, plan, { factor: 1, shortest, factorRun: 1, shortestRun })
  const verdicts = new Map<string, Judgement>()
  for (const { id } of plan.calibration.tests) verdicts.set(id, await session.judge({ id }))
  return verdicts
}
