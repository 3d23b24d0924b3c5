import { cp } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import type { Calibration } from '../../../harness/contracts/schema.ts'
import { root, temporaryFolder, writeTree } from '../../helpers.ts'

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')

const CALIBRATION: Calibration = {
  schemaVersion: 1,
  python: '/usr/bin/python3',
  tests: ['a', 'b'].map((name) => ({
    id: `t.py::${name}`,
    node: `t.py::${name}`,
    seconds: 0.001,
    sites: [],
    values: {},
  })),
  excluded: [{ id: 't.py::c', reason: "fails on the reference: open('/tmp/pytest-1/x') after 1.2 s" }],
  sites: [],
  unused: [],
  onDisk: [],
  imports: [],
  allowed: [],
  seconds: 1.5,
}

async function digestWith(calibration: Calibration, source = LIBRARIES): Promise<string> {
  const { mission } = libraryBenchmark('codeprojecteval', source, () => Promise.resolve(calibration))
  return (await mission('intervals')).digest
}

it('is the same after another calibration that judges by the same tests', async () => {
  const again: Calibration = {
    ...CALIBRATION,
    python: '/opt/python/bin/python3',
    tests: CALIBRATION.tests.map((test) => ({ ...test, seconds: 0.004 })).toReversed(),
    excluded: [{ id: 't.py::c', reason: "fails on the reference: open('/tmp/pytest-2/x') after 1.3 s" }],
    seconds: 1.6,
  }
  expect(await digestWith(again)).toBe(await digestWith(CALIBRATION))
})

it('is another one if other tests judge, or if the repository differs', async () => {
  await using folder = await temporaryFolder()
  await cp(LIBRARIES, folder.path, { recursive: true })
  await writeTree(path.join(folder.path, 'intervals'), { 'docs/PRD.md': '# Other requirements\n' })
  const [judged, ...others] = CALIBRATION.tests
  if (!judged) throw new Error('the calibration has no test')
  const fewer = { ...CALIBRATION, tests: others }
  const excluded = { ...fewer, excluded: [...CALIBRATION.excluded, { id: judged.id, reason: 'changes' }] }
  const digests = await Promise.all([
    digestWith(CALIBRATION),
    digestWith(fewer),
    digestWith(excluded),
    digestWith(CALIBRATION, folder.path),
  ])
  expect(new Set(digests).size).toBe(4)
})
