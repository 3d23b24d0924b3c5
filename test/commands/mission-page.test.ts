import { describe, expect, it } from 'vitest'
import { builtInBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import { missionPage } from '../../harness/commands/mission-page.ts'
import { benchmarkInfo } from '../../harness/commands/prepare.ts'
import { countedTestcodes } from '../../harness/contracts/suites.ts'
import { omit } from '../../harness/reporters/html/omit.ts'
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
    expect(page).toContain(' · 3 testcodes (2 judged, 1 excluded)\n')
    expect(page).toContain('### Free\n\nD.\n\nNot checked.')
  })

  it('lists suites with weights and points, and names documents, if there is no checklist', () => {
    const mission = missionOf({
      runnable: 'condition',
      submissions: { most: 3, counts: 'best', shows: ['status'] },
      suites: [
        { id: 'examples', tester: 'lines', weight: 1, visible: true, testcodes: [{ id: 'example' }] },
        {
          ...{ id: 'cases', tester: 'lines', weight: 0.8 },
          testcodes: [{ id: 'one' }, { id: 'two', points: 2.5, needs: ['one'] }],
        },
        {
          ...{ id: 'style', tester: 'lines', weight: 0.2 },
          testcodes: [{ id: 'tidy', limits: { seconds: 2, memoryMiB: 64 } }],
        },
      ],
      withheld: { tidy: { status: 'excluded', reason: 'unclear' } },
    })
    const documents = [{ path: 'prd.md', role: 'prd', content: 'Sort lines.' }] as const
    const rest = omit(omit(mission, 'checklist'), 'prompt')
    const page = missionPage(rest, {
      variant: 'plain',
      input: { type: 'documents', documents: [...documents] },
      flags: ['--benchmark', 'my lines:.'],
    })
    expect(page).toContain(
      '3 testcodes (2 judged, 1 excluded) · 3.5 points · at most 3 submissions, of which the best counts',
    )
    expect(page).toContain('## Documents\n\n- `prd.md` (prd), 11 characters')
    expect(page).toContain(
      "`pe show fixture --benchmark 'my lines:.' --variant plain` shows all that an agent is told.",
    )
    expect(page).toContain(
      'tester lines · an agent may run it while it works; it never counts · 1 testcode · 1 point\n',
    )
    expect(page).toContain('## Suite `cases`\n\ntester lines · weight 0.8 · 2 testcodes · 3.5 points')
    expect(page).toContain('- `runnable`: the project starts and answers (worth no points)')
    expect(page).toContain('- `two` (after `one`) (2.5 points)')
    expect(page).toContain('- `tidy` (at most 2 s, 64 MiB) **Not judged:** unclear')
  })

  it('says what runs: a project answers, a program with a window shows it, and a library can be tested', () => {
    const pageOf = (kind: 'website' | 'desktop' | 'library') => missionPage(omit(missionOf({ kind }), 'checklist'))
    expect(pageOf('website')).toContain('- `runnable`: the project starts and answers (1 point)')
    expect(pageOf('desktop')).toContain('- `runnable`: the project shows its window (1 point)')
    expect(pageOf('library')).toContain('- `runnable`: the files of the project are there')
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
