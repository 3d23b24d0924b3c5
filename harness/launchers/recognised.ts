import { ProjectFault } from '../errors.ts'
import type { ProgramPlan, WebsitePlan } from '../contracts/schema.ts'
import type { LaunchLimits, Launcher, ProjectFile, Sandbox, Target, Workspace } from '../contracts/types.ts'
import { commandsOf } from './command.ts'
import { install } from './install.ts'
import { withInterpreter } from './interpreter.ts'
import { programTarget } from './program.ts'
import { ProjectView, nestedViews } from './project-view.ts'
import { commandSucceeds, inWords, runStep } from './run-step.ts'
import { subWorkspace } from './sub-workspace.ts'
import { startWebsite } from './website.ts'

/** Stands in a recognised start command for the port that the project shall listen on. */
export const PORT = '{port}'

/** Where servers listen that take no notice of PORT and do not say it in their first file. */
const USUAL_PORTS = [3000, 5000, 8000, 8080, 4000, 5173]

/** A plan that is made of commands. */
export type CommandPlan = WebsitePlan | ProgramPlan

/** How a project is started that brought no launch plan. Plain data, made from its files alone. */
export interface Recognised<Plan extends CommandPlan = CommandPlan> {
  readonly plan: Plan
  /** Where its commands run, relative to the project. */
  readonly folder: string
  /** What its commands find in their environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly packages?: {
    /** Where the packages are written down, relative to the project. */
    readonly folder: string
    /** Ends with 0 where they are there already. */
    readonly unless?: readonly string[]
  }
}

/** A technology: how its projects are told from others, and how they are started. */
export interface Stack<Plan extends CommandPlan> {
  readonly name: string
  /** For the message to whoever wrote a project that nothing recognises. */
  readonly looksFor: string
  /** Pure: sees the files as from one folder, which may be the project's root or lie below it. */
  recognise(view: ProjectView, root: ProjectView): Recognised<Plan> | undefined
  /** Whether a folder beside others may be the project, where no other one of them is. */
  readonly besideOthers?: boolean
}

/** @returns How the stack would start the project; undefined where it is not one of its projects */
export function recogniseIn<Plan extends CommandPlan>(
  stack: Stack<Plan>,
  files: readonly ProjectFile[],
): Recognised<Plan> | undefined {
  const root = ProjectView.of(files)
  const views = nestedViews(root)
  for (const view of views) {
    const found = stack.recognise(view, root)
    if (found) return found
  }
  const innermost = views.at(-1)
  if (stack.besideOthers !== true || !innermost) return undefined
  const below = innermost.folders().flatMap((name) => stack.recognise(innermost.below(name), root) ?? [])
  return below.length === 1 ? below[0] : undefined
}

/** A launcher of websites without a launch plan. */
export function websiteLauncherOf(stack: Stack<WebsitePlan>): Launcher {
  return {
    name: stack.name,
    accepts: (project, mission) => mission.kind === 'website' && isRecognised(stack, project),
    launch: (workspace, sandbox, limits) => launchWebsite(given(stack, workspace), { workspace, sandbox, limits }),
  }
}

/** A launcher of console and batch programs without a launch plan. */
export function programLauncherOf(stack: Stack<ProgramPlan>): Launcher {
  return {
    name: stack.name,
    accepts: (project, mission) => mission.kind !== 'website' && isRecognised(stack, project),
    launch: (workspace, sandbox, limits) => launchProgram(given(stack, workspace), { workspace, sandbox, limits }),
  }
}

/** A launch plan always wins. */
function isRecognised(stack: Stack<CommandPlan>, project: Workspace): boolean {
  return project.launch === undefined && recogniseIn(stack, project.files) !== undefined
}

function given<Plan extends CommandPlan>(stack: Stack<Plan>, { files }: Workspace): Recognised<Plan> {
  const recognised = recogniseIn(stack, files)
  if (!recognised) throw new ProjectFault(`this is no project for the launcher "${stack.name}"`)
  return recognised
}

export interface Place {
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  readonly limits: LaunchLimits
}

export async function launchWebsite(recognised: Recognised<WebsitePlan>, place: Place): Promise<Target> {
  const { plan, env = {} } = recognised
  const workspace = subWorkspace(place.workspace, recognised.folder)
  const { commands: installed } = await installPackages(recognised, place)
  const failures = await prepare(recognised, workspace, place)
  const commands = [...installed, ...commandsOf(plan.prepare), plan.start]
  const preface = [startedWith(commands, recognised.folder), ...failures].join('\n')
  try {
    const target = await startWebsite({
      ...{ ...place, workspace, env, port: plan.port, homepage: plan.homepage, otherPorts: USUAL_PORTS },
      argv: (port) => withInterpreter(plan.start, place.limits.python).map((word) => word.replace(PORT, String(port))),
    })
    return { ...target, log: () => `${preface}\n${target.log()}` }
  } catch (error) {
    if (!(error instanceof ProjectFault)) throw error
    throw new ProjectFault(error.message, `${preface}\n${error.output}`, error.step)
  }
}

export async function launchProgram(recognised: Recognised<ProgramPlan>, place: Place): Promise<Target> {
  const { commands, workspace: installed } = await installPackages(recognised, place)
  const preface = startedWith([...commands, recognised.plan.run], recognised.folder)
  const own = subWorkspace(place.workspace, recognised.folder)
  const target = programTarget(recognised.plan.run, installed?.folder === own.folder ? installed : own, place)
  return { ...target, log: () => preface }
}

interface Installed {
  /** What was run for it, where that was needed. */
  readonly commands: readonly (readonly string[])[]
  /** The folder that it was run in, as it is now. */
  readonly workspace?: Workspace
}

async function installPackages(
  { plan, packages, folder: ownFolder }: Recognised,
  { workspace, sandbox, limits }: Place,
): Promise<Installed> {
  if (!plan.install) return { commands: [] }
  const folder = subWorkspace(workspace, packages?.folder ?? ownFolder)
  if (packages?.unless) {
    const command = {
      argv: withInterpreter(packages.unless, limits.python),
      cwd: folder.folder,
      stdin: 'none' as const,
    }
    if (await commandSucceeds(command, sandbox, limits)) return { commands: [] }
  }
  const installed = await install(folder, withInterpreter(plan.install, limits.python), sandbox, limits)
  return { commands: [plan.install], workspace: installed }
}

/**
 * The project did not ask for these commands: where one fails, that is told, and the server has to show whether it
 * matters. A Django site without a database, for one, cannot be migrated and needs not be.
 */
async function prepare(
  { plan, env = {} }: Recognised<WebsitePlan>,
  { folder }: Workspace,
  { sandbox, limits }: Place,
): Promise<string[]> {
  const failures: string[] = []
  for (const argv of commandsOf(plan.prepare)) {
    const command = { argv: withInterpreter(argv, limits.python), cwd: folder, env, stdin: 'none' as const }
    await runStep('prepare', command, sandbox, limits.start, limits.signal).catch((error: unknown) => {
      if (!(error instanceof ProjectFault)) throw error
      failures.push(`${error.message}\n${error.output}`)
    })
  }
  return failures
}

/** One line that says what was made of the project. */
function startedWith(commands: readonly (readonly string[])[], folder: string): string {
  const where = folder === '' ? '' : ` (in ${folder}/)`
  return `started with: ${commands.map(inWords).join('; ').replaceAll(PORT, 'PORT')}${where}`
}
