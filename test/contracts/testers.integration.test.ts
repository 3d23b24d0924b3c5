/** The contract of testers: one suite, run over every tester, with real projects in the strongest sandbox of this machine. */
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../harness/errors.ts'
import { papers } from '../papers.ts'
import { paperTesters } from '../../harness/run/own-parts.ts'
import { builtInTesters, checkTestcodes } from '../../harness/testers/index.ts'
import { suiteOf } from '../helpers.ts'
import { needs } from '../needs.ts'
import { subjects, expectFailed, expectPassed, idsOf, missionFor } from './testers-cases.ts'

const own = await paperTesters(papers)

it('is run over every tester of the table', () => {
  expect(Object.keys(subjects).toSorted()).toEqual([...builtInTesters, ...own].map(({ name }) => name).toSorted())
})

for (const [name, subject] of Object.entries(subjects)) {
  describe(`the tester ${name}`, await needs(...(subject.needs ?? [])), () => {
    const mission = missionFor(name, subject)
    const suite = suiteOf(mission)
    const [first = '', second = ''] = idsOf(subject)

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

    // Each task starts pytest eight times: testers.prove.test.ts judges both, and the tests of RepoCraft's tester some of their own.
    if (name === 'tasks') return
    it('passes a project that does what is asked for', () => expectPassed(name, subject, [second, first]))

    it('fails a project that does nothing, with a reason, and leaves nothing open', () =>
      expectFailed(name, subject, [first]))
  })
}
