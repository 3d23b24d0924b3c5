import { ProjectFault } from '../errors.ts'
import type { Launcher, Mission, Workspace } from '../types.ts'
import { programLauncher } from './program.ts'
import { websiteLauncher } from './website.ts'

/** In the order in which they are asked. */
export const launchers: readonly Launcher[] = [websiteLauncher, programLauncher]

/** @throws ProjectFault where none accepts the project */
export function launcherFor(workspace: Workspace, mission: Mission): Launcher {
  const found = launchers.find((launcher) => launcher.accepts(workspace, mission))
  if (found) return found
  const expected = mission.kind === 'website' ? '"start"' : '"run"'
  throw new ProjectFault(
    workspace.launch === undefined
      ? `no launcher knows how to start this project: it has no launch plan`
      : `no launcher accepts this launch plan: a ${mission.kind} mission needs ${expected}`,
  )
}
