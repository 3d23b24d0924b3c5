/** The contract of launchers: one suite, run over every launcher, with real processes in the strongest sandbox of this machine. */
import { describe, expect, it } from 'vitest'
import type { LaunchPlan } from '../../harness/contracts/schema.ts'
import type { Workspace } from '../../harness/contracts/types.ts'
import { launcherFor, launchers } from '../../harness/launchers/index.ts'
import { missionOf } from '../helpers.ts'
import { needs } from '../needs.ts'
import { type Files, expectTarget, launch, launchesTwoCopies, projectOf, subjects } from './launchers-cases.ts'

/** Projects as a hostile agent may make them; no launcher may throw when it is asked whether it accepts them. */
const HOSTILE: readonly Workspace[] = [
  workspaceOf({}),
  workspaceOf({ __proto__: '', constructor: '', 'package.json': '{"main": {"toString": 1}}' }),
  workspaceOf({ 'package.json': '[', 'requirements.txt': '\0'.repeat(1000), 'manage.py': '' }),
  workspaceOf({ 'package.json': '{"scripts": {"start": 7}}', 'main.js': 'x'.repeat(1_000_000) }),
  workspaceOf({ [`${'a/'.repeat(500)}manage.py`]: '' }),
  workspaceOf({}, {} as LaunchPlan),
  workspaceOf({}, { start: [], run: {}, startFile: 5 } as unknown as LaunchPlan),
  workspaceOf({}, null as unknown as LaunchPlan),
]

function workspaceOf(files: Files, launch?: LaunchPlan): Workspace {
  return { folder: '/nowhere', ...projectOf(files, launch), launch, digest: '', copy: () => Promise.resolve() }
}

it('is run over every launcher of the table', () => {
  const tried = Object.values(subjects).map(({ good, launch: plan, kind }) =>
    launcherFor(workspaceOf(good, plan), missionOf({ kind })),
  )
  expect(new Set(tried)).toEqual(new Set(launchers))
})

it.each(launchers.map((launcher, index) => [`${launcher.name} (${String(index)})`, launcher] as const))(
  'the launcher %s answers for every project whether it accepts it',
  (_, launcher) => {
    for (const kind of ['website', 'console', 'batch', 'desktop', 'source'] as const)
      for (const project of HOSTILE) expect(typeof launcher.accepts(project, missionOf({ kind }))).toBe('boolean')
  },
)

for (const [name, subject] of Object.entries(subjects)) {
  const { good } = subject

  describe(`the launcher of ${name}`, await needs(...(subject.needs ?? [])), () => {
    it('is the one that accepts it', () => {
      const workspace = workspaceOf(good, subject.launch)
      expect(launcherFor(workspace, missionOf({ kind: subject.kind })).name).toBe(subject.launcher)
    })

    // launchers.prove.test.ts launches two copies of all of them.
    if (name === 'a website with a plan') launchesTwoCopies(subject)
    else
      it('launches it as a target of its kind', async () => {
        await using launched = await launch(good, subject)
        await expectTarget(launched, subject)
      })
  })
}
