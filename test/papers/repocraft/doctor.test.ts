import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Finding } from '../../../harness/contracts/paper.ts'
import { repoCraftBenchmark } from '../../../harness/papers/repocraft/benchmark.ts'
import { doctor } from '../../../harness/papers/repocraft/doctor.ts'
import { root, temporaryFolder } from '../../helpers.ts'

const LIBRARIES = path.join(root, 'test', 'papers', 'repocraft', 'fixtures')

async function findings(source: string): Promise<Finding[]> {
  const found: Finding[] = []
  await doctor.check({
    spec: `repocraft:${source}`,
    open: () => Promise.resolve().then(() => repoCraftBenchmark(source)),
    missions: [],
    modules: undefined,
    tell: (finding) => found.push(finding),
  })
  return found
}

it('says of each library what can be measured', async () => {
  await using folder = await temporaryFolder()
  await cp(path.join(LIBRARIES, 'Gauges'), folder.file('Gauges'), { recursive: true })
  await cp(path.join(LIBRARIES, 'Gauges'), folder.file('Other'), { recursive: true })
  await cp(path.join(LIBRARIES, 'Gauges'), folder.file('Broken'), { recursive: true })
  await rm(folder.file('Other', 'reference'), { recursive: true })
  await rm(folder.file('Other', 'tasks.json'))
  await writeFile(folder.file('Broken', 'taxonomy.json'), '{')
  const found = (text: string, ok = true): unknown =>
    expect.objectContaining({ ok, found: expect.stringMatching(text) as string })
  expect(await findings(folder.path)).toEqual([
    found('taxonomy\\.json is not JSON', false),
    found('^7 categories, 2 tasks, a reference$'),
    found('^7 categories, 0 tasks, no reference$'),
  ])
})

it('names a folder that does not exist', async () => {
  expect(await findings('/nowhere')).toMatchObject([{ what: 'Dataset', ok: false }])
})
