/** Shared by the tests of session. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Judgement, ProjectFile } from '../../../harness/contracts/types.ts'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import { chooseSandbox } from '../../../harness/sandbox/index.ts'
import { Testers } from '../../../harness/testers/index.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { attempt } from '../../../harness/quality/selftest/attempt.ts'
import { root, temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

export const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
export const PYTEST = await needs('python3-pytest')

export const REFERENCE = readFileSync(path.join(LIBRARIES, 'intervals', 'intervals', '__init__.py'), 'utf8')
export const testers = new Testers({
  launchBrowser: () => Promise.reject(new Error('no browser')),
  findChromedriverBrowser: () => Promise.reject(new Error('no browser')),
})

/** Judges a library by the tests of the fixture, as a trial does. */
export async function judged(...given: Parameters<typeof attempted>): Promise<Record<string, Judgement>> {
  const { verdicts } = await attempted(...given)
  return Object.fromEntries(verdicts.map((verdict) => [verdict.testcode, verdict]))
}

export async function attempted(code: string, more: readonly ProjectFile[] = [], suiteId = 'unit', source = LIBRARIES) {
  await using folder = await temporaryFolder()
  const benchmark = libraryBenchmark('codeprojecteval', source, calibrateLibrary)
  const whole = await benchmark.mission('intervals')
  const suites = whole.suites.filter(({ id }) => id === suiteId).map((each) => ({ ...each, visible: false }))
  const [suite] = suites
  if (!suite) throw new Error('the fixture has no suite')
  const { record } = await attempt(
    {
      mission: { ...whole, suites },
      testcodes: await benchmark.testcodes(whole, suite),
      solution: { project: { files: [{ path: 'intervals/__init__.py', content: code }, ...more] }, answers: {} },
      limits: { trial: 120_000, testcode: 20_000, start: 30_000, install: 30_000 },
      sandboxLimits: {},
    },
    {
      sandbox: (await chooseSandbox()).name,
      seed: 'seed',
      testers,
      folder: folder.path,
      signal: new AbortController().signal,
    },
  )
  return record
}

export function failing(verdicts: Record<string, Judgement>): string[] {
  return Object.entries(verdicts)
    .filter(([, { status }]) => status !== 'passed' && status !== 'excluded')
    .map(([id]) => id.replace(/^.*::/, ''))
}
