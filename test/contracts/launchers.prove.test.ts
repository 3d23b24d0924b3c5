/** The other cases of launchers.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { needs } from '../needs.ts'
import { subjects, launch, launchesTwoCopies } from './launchers-cases.ts'

const reason = (error: unknown): unknown => error

for (const [name, subject] of Object.entries(subjects))
  describe(`the launcher of ${name}`, await needs(...(subject.needs ?? [])), () => {
    launchesTwoCopies(subject)
  })

/** The others cannot be broken in these ways, such as a folder of plain files. */
const breakable = Object.entries(subjects).filter(([, { broken, silent }]) => broken ?? silent)

for (const [name, subject] of breakable) {
  const { broken, silent } = subject

  describe(`the launcher of ${name}`, await needs(...(subject.needs ?? [])), () => {
    if (broken !== undefined)
      it('blames a project that does not start, and keeps its output', async () => {
        const error = await launch(broken, subject).catch(reason)
        expect(error).toBeInstanceOf(ProjectFault)
        const { message, output } = error as ProjectFault
        expect(`${message}\n${output}`).toMatch(/broken on purpose|cannot stat/)
      })

    if (silent !== undefined)
      it('blames a project that does not answer in time', async () => {
        const error = await launch(silent, subject, { start: 1500 }).catch(reason)
        expect(error).toBeInstanceOf(ProjectFault)
        expect((error as ProjectFault).message).toMatch(/1\.5 s/)
      })

    if (silent !== undefined)
      it('stops waiting when the trial is aborted, and blames nobody', async () => {
        const stopping = new AbortController()
        const launching = launch(silent, subject, { start: 60_000, signal: stopping.signal }).catch(reason)
        setTimeout(() => {
          stopping.abort(new Error('stopped by the test'))
        }, 300)
        const error = await launching
        expect(error).toBeInstanceOf(Error)
        expect(error).not.toBeInstanceOf(ProjectFault)
      })
  })
}
