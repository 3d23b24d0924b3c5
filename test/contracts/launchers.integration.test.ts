/** The contract of launchers: one suite, run over every launcher, with real processes in the strongest sandbox of this machine. */
import { mkdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { LaunchPlan } from '../../harness/contracts/schema.ts'
import type { Workspace } from '../../harness/contracts/types.ts'
import { launcherFor, launchers } from '../../harness/launchers/index.ts'
import { missionOf } from '../helpers.ts'
import { needs } from '../needs.ts'
import { type Files, subjects, projectOf, type Launched, launch } from './launchers-cases.ts'

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

/** The body that a website answers with, asked from inside its sandbox; undefined if nothing answers. */
async function answerOf({ target, sandbox, scratch }: Launched): Promise<string | undefined> {
  if (target.kind !== 'website') throw new TypeError('only websites answer')
  await mkdir(`${scratch}/asking`, { recursive: true })
  const code = `fetch(process.argv[1]).then((answer) => answer.text()).then(console.log, () => process.exit(1))`
  const argv = ['node', '-e', code, target.origin + target.homepage]
  await using asking = await sandbox.spawn({ argv, cwd: `${scratch}/asking`, stdin: 'none' })
  return (await asking.exit).code === 0 ? asking.stdout.text() : undefined
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

    it('launches two copies at once, each a target of its kind, and closes them twice', async () => {
      const launched = await Promise.all([launch(good, subject), launch(good, subject)])
      try {
        for (const each of launched) {
          expect(typeof each.target.log()).toBe('string')
          if (subject.kind !== 'website') {
            const kinds = { source: 'source', library: 'source', desktop: 'desktop', website: '' }
            expect(each.target.kind).toBe({ ...kinds, console: 'program', batch: 'program' }[subject.kind])
            continue
          }
          expect(await answerOf(each)).toContain(subject.launcher === 'static' ? 'hello' : '')
          await each.target[Symbol.asyncDispose]()
          expect(await answerOf(each)).toBeUndefined()
        }
      } finally {
        for (const each of launched) await each[Symbol.asyncDispose]()
      }
    })
  })
}
