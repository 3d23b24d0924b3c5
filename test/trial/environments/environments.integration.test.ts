import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { libraryBenchmark } from '../../../harness/benchmarks/codeprojecteval/benchmark.ts'
import { readRequirements } from '../../../harness/lib/python/requirements.ts'
import { attempt } from '../../../harness/quality/selftest/attempt.ts'
import { chooseSandbox } from '../../../harness/sandbox/index.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { makeEnvironments } from '../../../scripts/codeprojecteval-environments.ts'
import { root, temporaryFolder, type TemporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { packageIndex, type PackageIndex } from './package-index.ts'
import { PYTHON, PARTS, CAN, MODULES, testers } from './environments-cases.ts'

const INTERVALS = path.join(root, 'test', 'fixtures', 'libraries', 'intervals')

let wheels: TemporaryFolder
let index: PackageIndex
let folder: TemporaryFolder

beforeAll(async () => {
  wheels = await temporaryFolder()
  if (CAN) index = await packageIndex(wheels.path, PYTHON, MODULES)
})
afterAll(async () => {
  await testers[Symbol.asyncDispose]()
  if (CAN) await index[Symbol.asyncDispose]()
  await wheels[Symbol.asyncDispose]()
})
beforeEach(async () => {
  folder = await temporaryFolder()
  vi.stubEnv('XDG_CACHE_HOME', folder.file('cache'))
  if (CAN) vi.stubEnv('PIP_INDEX_URL', index.address)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await folder[Symbol.asyncDispose]()
})

/** The fixture with other requirements. */
async function datasetWith(requirements: string): Promise<string> {
  const dataset = folder.file('dataset')
  await cp(INTERVALS, path.join(dataset, 'intervals'), { recursive: true })
  await writeFile(path.join(dataset, 'intervals', 'requirements.txt'), requirements)
  return dataset
}

async function verdictsIn(dataset: string): Promise<Record<string, { status: string; reason?: string | undefined }>> {
  const benchmark = libraryBenchmark('codeprojecteval', dataset, calibrateLibrary)
  const mission = await benchmark.mission('intervals')
  const suites = mission.suites.filter(({ visible }) => visible !== true)
  const [suite] = suites
  if (!suite) throw new Error('the fixture has no suite')
  const { record } = await attempt(
    {
      mission: { ...mission, suites },
      testcodes: await benchmark.testcodes(mission, suite),
      solution: await benchmark.canonical(mission),
      limits: { trial: 120_000, testcode: 20_000, start: 30_000, install: 30_000 },
      sandboxLimits: {},
    },
    {
      sandbox: (await chooseSandbox()).name,
      seed: 'seed',
      testers,
      folder: folder.file('trial'),
      signal: new AbortController().signal,
    },
  )
  return Object.fromEntries(
    record.verdicts.map(({ testcode, status, reason }) => [testcode.replace(/^.*::/, ''), { status, reason }]),
  )
}

describe('the environment of a repository', await needs(...PARTS), () => {
  it('judges by what its requirements name, and says what it lacks', async () => {
    const dataset = await datasetWith('pytest==3.5.0\npe_no_such_module>=1\nintervals\nnowhere-to-be-found\n')
    const said: string[] = []
    expect(await makeEnvironments(dataset, (line) => said.push(line))).toBe(true)
    expect(said).toEqual([
      'intervals: 5 packages (pip)',
      expect.stringMatching(/^ {2}it lacks nowhere-to-be-found: .*No matching distribution found/) as string,
    ])

    const before = index.requests.length
    expect(await makeEnvironments(dataset, () => undefined)).toBe(true)
    expect(index.requests.length).toBe(before)

    const benchmark = libraryBenchmark('codeprojecteval', dataset, calibrateLibrary)
    expect((await benchmark.warnings?.())?.join()).toMatch(/intervals: its environment lacks nowhere-to-be-found \(/)
    const verdicts = await verdictsIn(dataset)
    // The installed library of the same name would end the process of the tests.
    expect(verdicts['test_needs_a_missing_module']).toEqual({ status: 'passed', reason: undefined })
    const lost = Object.entries(verdicts).filter(([, { status }]) => status !== 'passed')
    expect(lost.map(([id, { status }]) => `${id} ${status}`).toSorted()).toEqual([
      'test_skipped excluded',
      'test_wrong_on_the_reference excluded',
    ])
  })
})

describe('requirements', () => {
  it.each([
    ['click>=7.0,<9.0.0  # commands', ['click>=7.0,<9.0.0']],
    ['portalocker[tests, redis]', ['portalocker[tests, redis]']],
    [`pywin32>=226; platform_system == "Windows"`, [`pywin32>=226; platform_system == "Windows"`]],
    ['six\r\nsix\n\n# all\n', ['six']],
    ['pytest==3.5.0\nPyTest', []],
  ])('of %j are %j, with the pytest of the judge', (text, wanted) => {
    expect(readRequirements([text])).toEqual({ wanted: ['pytest>=7.2,<8', ...wanted], refused: [] })
  })

  it.each([
    '--index-url=http://evil.example/simple',
    '-r other.txt',
    '-e .',
    './folder',
    'name @ https://evil.example/name.whl',
    'https://evil.example/name.whl',
    'name; $(touch x)',
    'a'.repeat(300),
  ])('refuse %j', (line) => {
    const { wanted, refused } = readRequirements([line])
    expect(wanted).toEqual(['pytest>=7.2,<8'])
    expect(refused).toHaveLength(1)
  })

  it('are bounded', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `name-${String(index)}`).join('\n')
    const { wanted, refused } = readRequirements([many])
    expect(wanted.length).toBe(501)
    expect(refused.length).toBe(500)
  })
})
