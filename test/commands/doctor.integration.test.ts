import { describe, expect, it } from 'vitest'
import type { Finding } from '../../harness/contracts/paper.ts'
import { UsageError } from '../../harness/errors.ts'
import { PARTS, has } from '../needs.ts'
import { smallDataset } from '../benchmarks/projecteval/small.ts'
import { papers } from '../papers.ts'
import { doctor } from './doctor-cases.ts'

describe('the optional parts', () => {
  it('that pe doctor lists are those of the tests, and both find the same', async () => {
    await using dataset = await smallDataset()
    const { findings } = await doctor({ benchmark: `projecteval:${dataset.path}` })
    const tools: Finding[] = []
    const judge = await papers.find(({ name }) => name === 'projdevbench')?.doctor?.()
    await judge?.check({
      ...{ spec: 'projdevbench:/nowhere', missions: [], modules: undefined },
      open: () => Promise.reject(new UsageError('there is no dataset')),
      tell: (finding) => tools.push(finding),
    })
    const listed = [...Object.values(findings), ...tools]
    // Node and the browser are no optional parts. The small dataset is there.
    const known = [...PARTS].flatMap(([name, { doctor }]) => (doctor === undefined ? [] : [[doctor, name] as const]))
    const names = listed.map(({ what }) => what).filter((what) => what !== 'Node' && what !== 'Browser')
    expect(new Set(names)).toEqual(new Set(known.map(([doctor]) => doctor)))
    for (const [doctor, name] of known.filter(([each]) => each !== 'Dataset'))
      expect([name, await has(name)]).toEqual([name, listed.find(({ what }) => what === doctor)?.ok])
  })
})
