import { cp, chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import { attempt } from '../../../harness/quality/selftest/attempt.ts'
import { chooseSandbox } from '../../../harness/sandbox/index.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'
import { makeEnvironments } from '../../../scripts/codeprojecteval-environments.ts'
import { root, temporaryFolder, type TemporaryFolder } from '../../helpers.ts'
import { has, needs } from '../../needs.ts'
import { Testers } from '../../../harness/testers/index.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheFolder } from '../../../harness/lib/files/caches.ts'
import { findEnvironment } from '../../../harness/lib/python/environments.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { readRequirements } from '../../../harness/lib/python/requirements.ts'
import { buildEnvironment } from '../../../harness/trial/environments/build.ts'
import { freePort } from '../../../harness/launchers/ports.ts'
import { packageIndex, type PackageIndex } from './package-index.ts'

const PYTHON = process.env['PE_PYTHON'] ?? '/usr/bin/python3'
const PARTS = ['python3-pytest', 'python3-venv'] as const
const CAN = await has(...PARTS)
const MODULES = { pe_no_such_module: 'def total(number):\n    return number\n', intervals: 'raise SystemExit\n' }
const testers = new Testers({
  launchBrowser: () => Promise.reject(new Error('no browser')),
  findChromedriverBrowser: () => Promise.reject(new Error('no browser')),
})

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

  it('is made with uv if there is one, and made again if its record is damaged', async () => {
    await useUv()
    const python = await findPython()
    const requirements = readRequirements(['pe_no_such_module'])
    const made = await buildEnvironment(requirements, python)
    expect(made.record).toMatchObject({ tool: 'uv', missing: [] })
    expect(made.record.installed).toContain('pe_no_such_module-1.0')
    expect((await findEnvironment(requirements, python))?.digest).toBe(made.digest)
    expect(await findEnvironment(readRequirements(['intervals']), python)).toBeUndefined()

    const entry = path.dirname(path.dirname(path.dirname(made.program)))
    await writeFile(path.join(entry, 'environment.json'), '{"schemaVersion":1')
    expect(await findEnvironment(requirements, python)).toBeUndefined()
    expect((await buildEnvironment(requirements, python)).digest).toBe(made.digest)
    expect(await readdir(cacheFolder('environments'))).toEqual([path.basename(entry)])
  })

  it('is not kept if the index cannot be reached, which is the fault of the machine', async () => {
    await useUv()
    vi.stubEnv('PIP_INDEX_URL', `http://127.0.0.1:${String(await freePort())}/simple`)
    const building = buildEnvironment(readRequirements(['']), await findPython())
    await expect(building).rejects.toMatchObject({ code: 'harness', message: /cannot reach .*127\.0\.0\.1/ })
    expect(existsSync(cacheFolder('environments'))).toBe(false)
  })
})

/** A stand-in that takes the arguments of uv and gives them to venv and to the pip of this machine, which is as quick. */
async function useUv(): Promise<void> {
  const uv = folder.file('bin', 'uv')
  await mkdir(path.dirname(uv))
  const script = `#!/bin/sh
if [ "$1 $2" = "venv --python" ]; then exec "$3" -m venv --without-pip "$4"; fi
if [ "$1 $2 $3" = "pip install --python" ]; then at="$4"; shift 4; exec ${PYTHON} -I -m pip --python "$at" install "$@"; fi
exit 2
`
  await writeFile(uv, script)
  await chmod(uv, 0o755)
  vi.stubEnv('PATH', `${path.dirname(uv)}${path.delimiter}${process.env['PATH'] ?? ''}`)
}
