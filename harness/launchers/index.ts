import { ProjectFault } from '../errors.ts'
import type { Launcher, Mission, Workspace } from '../contracts/types.ts'
import { programCommand, websiteCommand } from './command.ts'
import { desktop } from './desktop.ts'
import { django } from './django.ts'
import { flask } from './flask.ts'
import { nodeProgram, nodeWebsite } from './node.ts'
import { pythonProgram, pythonWebsite } from './python.ts'
import { programLauncherOf, websiteLauncherOf } from './recognised.ts'
import { startFileProgram, startFileWebsite } from './start-file.ts'
import { library, sourceTree } from './source.ts'
import { staticFiles } from './static.ts'

/** The most specific first. Static files come last: they are served only if no other stack matches. */
const websites = [django, flask, nodeWebsite, pythonWebsite, staticFiles] as const
const programs = [nodeProgram, pythonProgram] as const

/** In order of precedence: a launch plan overrides recognition by files. */
export const launchers: readonly Launcher[] = [
  websiteCommand,
  programCommand,
  desktop,
  startFileWebsite,
  startFileProgram,
  sourceTree,
  library,
  ...websites.map(websiteLauncherOf),
  ...programs.map(programLauncherOf),
]

/**
 * @param own Launchers from files of the user, which come first
 * @throws ProjectFault if no launcher accepts the project
 */
export function launcherFor(workspace: Workspace, mission: Mission, own: readonly Launcher[] = []): Launcher {
  const found = [...own, ...launchers].find((launcher) => launcher.accepts(workspace, mission))
  if (found) return found
  throw new ProjectFault(workspace.launch === undefined ? notRecognised(mission) : wrongPlan(mission), '', 'files')
}

function notRecognised({ kind }: Mission): string {
  if (kind === 'desktop')
    return 'no launcher starts this project: it has no launch plan with "run", which a folder: agent reads from launch.json (docs/desktop.md)'
  const stacks = kind === 'website' ? websites : programs
  const looked = stacks.map(({ name, looksFor }) => `${looksFor} (${name})`).join('; ')
  return `no launcher recognises this project: it has no launch plan, and its files contain none of these: ${looked}`
}

function wrongPlan({ kind }: Mission): string {
  const expected = {
    ...{ website: '"start"', console: '"run"', batch: '"run"', desktop: '"run"' },
    ...{ source: '"build"', library: 'none' },
  }[kind]
  return (
    `no launcher accepts this launch plan: the plan of a ${kind} mission needs ${expected}. ` +
    'A folder: agent reads the plan from launch.json beside the project (docs/agents.md)'
  )
}
