import { describe, expect, it } from 'vitest'
import { paperContracts } from '../contracts/papers.ts'
import { PARTS, has } from '../needs.ts'
import { papers } from '../papers.ts'
import { doctor } from './doctor-cases.ts'

describe('the optional parts', () => {
  it('that pe doctor lists are those of the tests, and both find the same', async () => {
    const listed = Object.values((await doctor({})).findings)
    // One after the other: they print.
    for (const { findings } of await paperContracts()) listed.push(...((await findings?.()) ?? []))
    // Node and the browser are no optional parts.
    const isKept = (name?: string) => name === undefined || papers.some((each) => each.name === name)
    const known = [...PARTS].flatMap(([name, { doctor, paper }]) =>
      doctor === undefined || !isKept(paper) ? [] : [[doctor, name] as const],
    )
    const names = listed.map(({ what }) => what).filter((what) => what !== 'Node' && what !== 'Browser')
    expect(new Set(names)).toEqual(new Set(known.map(([doctor]) => doctor)))
    for (const [doctor, name] of known.filter(([each]) => each !== 'Dataset'))
      expect([name, await has(name)]).toEqual([name, listed.find(({ what }) => what === doctor)?.ok])
  })
})

it('names an interpreter that does not start', async () => {
  const { findings } = await doctor({ python: '/usr/bin/true' })
  expect(findings['Python']).toMatchObject({ ok: false, found: expect.stringContaining('/usr/bin/true') as string })
})
