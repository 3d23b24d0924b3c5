import { describe, expect, it } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import type { LaunchPlan, MissionKind } from '../../harness/contracts/schema.ts'
import type { Workspace } from '../../harness/contracts/types.ts'
import { missionOf } from '../helpers.ts'

const WEBSITE: LaunchPlan = { start: ['node', 'server.js'], port: 8000, homepage: '/' }
const PROGRAM: LaunchPlan = { run: ['node', 'main.js'] }

function launcher(launch: LaunchPlan | undefined, kind: MissionKind): string {
  const workspace: Workspace = { folder: '/x', files: [], digest: '', launch, copy: () => Promise.resolve() }
  return launcherFor(workspace, missionOf({ kind })).name
}

describe('launcherFor', () => {
  it('selects the launcher for the plan and the kind of mission', () => {
    expect(launcher(WEBSITE, 'website')).toBe('command')
    expect(launcher(PROGRAM, 'console')).toBe('command')
    expect(launcher(PROGRAM, 'batch')).toBe('command')
  })

  it('blames a project without a plan', () => {
    expect(() => launcher(undefined, 'website')).toThrow(ProjectFault)
    expect(() => launcher(undefined, 'website')).toThrow('it has no launch plan')
    expect(() => launcher(undefined, 'desktop')).toThrow(
      /it has no launch plan with "run".*launch\.json.*docs\/desktop\.md/,
    )
  })

  it.each([
    [PROGRAM, 'website', 'a website mission needs "start"'],
    [WEBSITE, 'console', 'a console mission needs "run"'],
    [WEBSITE, 'batch', 'a batch mission needs "run"'],
  ] as const)('names the missing field of the plan: %j for a %s mission', (launch, kind, message) => {
    expect(() => launcher(launch, kind)).toThrow(ProjectFault)
    expect(() => launcher(launch, kind)).toThrow(message)
  })
})
