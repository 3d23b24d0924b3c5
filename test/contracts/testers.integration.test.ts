/** The contract of testers: one suite, run over every tester, with real projects in the strongest sandbox of this machine. */
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../harness/errors.ts'
import { STATUSES } from '../../harness/contracts/schema.ts'
import { papers } from '../papers.ts'
import { paperTesters } from '../../harness/run/own-parts.ts'
import { builtInTesters, checkTestcodes } from '../../harness/testers/index.ts'
import { suiteOf } from '../helpers.ts'
import { needs } from '../needs.ts'
import { subjects, IDS, missionFor, open } from './testers-cases.ts'

const own = await paperTesters(papers)

it('is run over every tester of the table', () => {
  expect(Object.keys(subjects).toSorted()).toEqual([...builtInTesters, ...own].map(({ name }) => name).toSorted())
})

for (const [name, subject] of Object.entries(subjects)) {
  describe(`the tester ${name}`, await needs(...(subject.needs ?? [])), () => {
    const mission = missionFor(name, subject)
    const suite = suiteOf(mission)
    const ids = subject.whole?.ids ?? IDS

    it('finds its testcodes right, and names the mission and the testcode if one has no check', () => {
      expect(() => checkTestcodes(mission, suite, subject.testcodes, own)).not.toThrow()
      const more = { ...suite, testcodes: [...suite.testcodes, { id: 'forgotten' }] }
      expect(() => checkTestcodes(mission, more, subject.testcodes, own)).toThrow(UsageError)
      expect(() => checkTestcodes(mission, more, subject.testcodes, own)).toThrow(
        new RegExp(`"${mission.id}".*"?forgotten`, 's'),
      )
    })

    it.each([undefined, null, 5, 'text', [], {}])('refuses testcodes of another shape: %j', (testcodes) => {
      expect(() => checkTestcodes(mission, suite, testcodes, own)).toThrow()
    })

    it('passes a project that does what is asked for, the same in any order and again', async () => {
      await using opened = await open(name, subject.good)
      expect(await opened.session.runnable()).toMatchObject({ status: 'passed' })
      for (const id of [...ids, ...ids.toReversed()]) expect(await opened.judge(id)).toMatchObject({ status: 'passed' })
    })

    it('fails a project that does nothing, with a reason, and leaves nothing open', async () => {
      await using opened = await open(name, subject.idle)
      const { status: started } = await opened.session.runnable()
      expect(STATUSES).toContain(started)
      for (const id of ids) {
        const { status, reason, fault } = await opened.judge(id)
        expect(['failed', 'error']).toContain(status)
        expect(reason).toMatch(/\w{3}/)
        expect(fault).toBeUndefined()
      }
    })
  })
}
