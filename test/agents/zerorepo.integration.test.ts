/** The compiled program with the agent zerorepo, against a scripted model, on a library of 15 functions with visible tests. */
import { describe, expect, it } from 'vitest'
import { promptOf } from '../model-server/projectgen.ts'
import {
  codeAnswer,
  nameOf,
  subjectOf,
  zerorepoScripted,
  zerorepoStepOf,
  type ZerorepoScript,
} from '../model-server/zerorepo.ts'
import { needs } from '../needs.ts'
import { ended, place, shareCache } from './method-runs.ts'
import { TIME, CHECKED, run } from './zerorepo-cases.ts'

shareCache()

describe('zerorepo', await needs('python3-pytest'), () => {
  it('corrects the units that failed visible tests lead to', TIME, async () => {
    const script: ZerorepoScript = {
      // The test of the agent does not notice the mistake.
      test: () => '```none\n```',
      code: (request) =>
        codeAnswer(
          subjectOf(request),
          nameOf(subjectOf(request)) === CHECKED ? (code) => code.replace('c.isalnum() or', '') : undefined,
        ),
      localise: () =>
        JSON.stringify({
          findings: [{ cause: 'letters are lost', files: [`words/clean.py:${CHECKED}`], fix: 'keep them' }],
        }),
    }
    await using here = await place(zerorepoScripted(script))
    const end = await ended(here.start(...(await run(here))))
    expect(end.score).toBe(1)
    expect(end.rounds.filter(({ stage }) => stage === 'integration')).toMatchObject([
      { round: 1, accepted: false, checks: { passed: 0, of: 1 } },
      { round: 2, accepted: true, checks: { passed: 1, of: 1 }, files: [`words/clean.py:${CHECKED}`] },
    ])
    const correction = here.server.received.find((request) => zerorepoStepOf(request) === 'correct')
    expect(correction && promptOf(correction)).toContain('- letters are lost: keep them')
  })
})
