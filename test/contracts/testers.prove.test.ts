/** The other cases of testers.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { STATUSES } from '../../harness/contracts/schema.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, suiteOf, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { testers } from '../testers/website.ts'
import { SANDBOX, subjects, expectFailed, expectPassed, idsOf, missionFor, projectOf, open } from './testers-cases.ts'

/** Answers as a hostile agent may give them; none is right for any subject. */
const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  7,
  '',
  '\0',
  '__proto__',
  '../../etc/passwd',
  'javascript:alert(1)',
  'x'.repeat(1_000_000),
  { toString: 'no function' },
  ['out.txt'],
]

for (const [name, subject] of Object.entries(subjects)) {
  describe(`the tester ${name}`, await needs(...(subject.needs ?? [])), () => {
    const ids = idsOf(subject)
    const mission = missionFor(name, subject)
    const suite = suiteOf(mission)

    it('passes a project that does what is asked for, the same in any order and again', () =>
      expectPassed(name, subject, [...ids, ...ids.toReversed()]))

    it('fails every testcode of a project that does nothing, with a reason, and leaves nothing open', () =>
      expectFailed(name, subject, ids))

    it('accepts the target that a launcher makes of its projects', async () => {
      expect(testers.for(suite).name).toBe(name)
      await using folder = await temporaryFolder()
      const workspace = await materialise(projectOf(subject.good, subject), folder.file('project'))
      await using sandbox = await openSandbox(SANDBOX, folder.path, { python: systemPython() })
      await using target = await launcherFor(workspace, mission).launch(workspace, sandbox, limitsOf(folder.path))
      expect(testers.for(suite).accepts).toContain(target.kind)
    })

    it('judges without a folder for evidence', async () => {
      await using opened = await open(name, subject.good, { evidenceFolder: undefined })
      await opened.session.runnable()
      const { status, evidence } = await opened.judge(ids[0] ?? '')
      expect(status).toBe('passed')
      expect(evidence).not.toHaveProperty('trace')
      expect(evidence).not.toHaveProperty('screenshot')
    })

    if (subject.parameter !== undefined)
      it('passes no hostile answer, and takes each for the agent’s fault', async () => {
        await using opened = await open(name, subject.good)
        await opened.session.runnable()
        for (const value of HOSTILE) {
          const { status, reason } = await opened.judge(ids[0] ?? '', { value })
          expect
            .soft(['bad-parameter', 'failed'], (JSON.stringify(value) as string | undefined)?.slice(0, 40))
            .toContain(status)
          expect.soft((reason ?? '').length).toBeLessThan(20_000)
        }
        expect(await opened.judge(ids[0] ?? '')).toMatchObject({ status: 'passed' })
      })

    const { busy } = subject
    if (busy !== undefined)
      it('ends a testcode at its limit', async () => {
        await using opened = await open(name, busy, { testcodeTimeout: 1500, startTimeout: 3000 })
        const began = performance.now()
        await opened.session.runnable()
        const { status } = await opened.judge(ids[0] ?? '')
        expect(['timeout', 'error', 'failed']).toContain(status)
        expect(performance.now() - began).toBeLessThan(30_000)
      })

    it('closes twice without an error, and judges nothing after an abort', async () => {
      const stopping = new AbortController()
      const opened = await open(name, subject.busy ?? subject.good, { signal: stopping.signal })
      try {
        const judging = opened.judge(ids[0] ?? '').then(
          ({ status }) => status,
          () => 'rejected',
        )
        stopping.abort(new Error('stopped by the test'))
        await opened.session[Symbol.asyncDispose]()
        expect(['rejected', ...STATUSES]).toContain(await judging)
        if (subject.busy) expect(await judging).not.toBe('passed')
        await opened.session[Symbol.asyncDispose]()
      } finally {
        await opened[Symbol.asyncDispose]()
      }
    })
  })
}
