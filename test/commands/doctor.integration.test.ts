import { describe, expect, it } from 'vitest'
import { projDevFindings } from '../../harness/commands/doctor/projdevbench.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { PARTS, has, needs } from '../needs.ts'
import { smallDataset } from '../benchmarks/projecteval/small.ts'
import { doctor } from './doctor-cases.ts'

describe('pe doctor --benchmark projecteval:DIR', await needs('python3'), () => {
  it('names a material that is missing from this copy', async () => {
    await using dataset = await smallDataset({ materials: {} })
    const { findings } = await doctor({ benchmark: `projecteval:${dataset.path}` })
    expect(findings['Dataset']).toMatchObject({
      ok: false,
      remedy: expect.stringMatching(/^p1 t4: .*"1-up\.md"/) as string,
    })
  })

  it('fails if there is no dataset', async () => {
    const { findings, code } = await doctor({ benchmark: 'projecteval:/nowhere' })
    expect(findings['Dataset']).toMatchObject({ ok: false, found: expect.stringContaining('/nowhere') as string })
    expect(code).toBe(EXIT.harness)
  })

  it('names an interpreter that does not start', async () => {
    const { findings } = await doctor({ python: '/usr/bin/true' })
    expect(findings['Python']).toMatchObject({ ok: false, found: expect.stringContaining('/usr/bin/true') as string })
  })
})

describe('the optional parts', () => {
  it('that pe doctor lists are those of the tests, and both find the same', async () => {
    await using dataset = await smallDataset()
    const { findings } = await doctor({ benchmark: `projecteval:${dataset.path}` })
    const tools = await projDevFindings('projdevbench:/nowhere', [])
    const listed = [...Object.values(findings), ...tools]
    // Node and the browser are no optional parts. The small dataset is there.
    const known = [...PARTS].flatMap(([name, { doctor }]) => (doctor === undefined ? [] : [[doctor, name] as const]))
    const names = listed.map(({ what }) => what).filter((what) => what !== 'Node' && what !== 'Browser')
    expect(new Set(names)).toEqual(new Set(known.map(([doctor]) => doctor)))
    for (const [doctor, name] of known.filter(([each]) => each !== 'Dataset'))
      expect([name, await has(name)]).toEqual([name, listed.find(({ what }) => what === doctor)?.ok])
  })
})
