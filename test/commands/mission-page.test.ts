import { describe, expect, it } from 'vitest'
import { builtInBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import { missionPage } from '../../harness/commands/mission-page.ts'
import { benchmarkInfo } from '../../harness/commands/prepare.ts'
import { countedTestcodes } from '../../harness/contracts/suites.ts'
import { digestOfMissions } from '../../harness/lib/files/digest.ts'
import { missionOf } from '../helpers.ts'

describe('the page of a mission', () => {
  it('lists under each function its testcodes and their parameters', () => {
    const page = missionPage(missionOf({ materials: ['notes.csv'], limits: { seconds: 90 } }))
    expect(page).toContain('# A fixture\n\nmission `fixture` · website · stack Node · 3 testcodes · at most 90 s')
    expect(page).toContain('### Add\n\nAdds one.\n\n- `adds`: EXPECTS-TWO (after `shows`)\n- `counts`: EXPECTS-THREE')
    for (const part of ['- `add_button` (button): DESCRIPTION-BUTTON', '- notes.csv']) expect(page).toContain(part)
  })

  it('marks excluded testcodes, and functions without a testcode', () => {
    const page = missionPage(
      missionOf({
        checklist: [
          {
            page: 'Home',
            functions: [
              { function: 'Add', description: 'D.' },
              { function: 'Free', description: 'D.' },
            ],
          },
        ],
        withheld: { counts: { status: 'excluded', reason: 'flaky' } },
      }),
    )
    expect(page).toContain('EXPECTS-THREE (after `adds`) **Not judged:** flaky')
    expect(page).toContain('### Free\n\nD.\n\nNot checked.')
  })

  it('exists for every built-in mission', async () => {
    for (const mission of await selectMissions(builtInBenchmark(), [])) {
      const page = missionPage(mission)
      for (const { id } of countedTestcodes(mission)) expect(page).toContain(`- \`${id}\`: `)
      expect(page).not.toContain('undefined')
    }
  })
})

describe('what a run records of its benchmark', () => {
  it('is the version of the suite and one digest of its missions', async () => {
    const benchmark = builtInBenchmark()
    const missions = await selectMissions(benchmark, ['hello', 'todo'])
    const info = await benchmarkInfo(benchmark, missions)
    expect(info).toMatchObject({ name: 'native', digest: digestOfMissions(missions) })
    expect(info.version).toMatch(/^\d+\.\d+\.\d+$/)
    const changed = missions.map((mission) => ({ ...mission, digest: `${mission.digest}0` }))
    expect((await benchmarkInfo(benchmark, changed)).digest).not.toBe(info.digest)
    expect((await benchmarkInfo(benchmark, missions.toReversed())).digest).toBe(info.digest)
  })
})
