import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isProgram } from './program-kinds.ts'
import { ProjectFault } from '../errors.ts'
import type { ProgramPlan, WebsitePlan } from '../contracts/schema.ts'
import type { LaunchLimits, Launcher, ProjectFile, Sandbox, Target, Workspace } from '../contracts/types.ts'
import { commandsOf } from './command.ts'
import { install, withNotes } from './install.ts'
import { withInterpreter } from './interpreter.ts'
import { programTarget } from './program.ts'
import { ProjectView, nestedViews } from './project-view.ts'
import { commandSucceeds, inWords, runStep } from './run-step.ts'
import { startWebsite } from './website.ts'

/** Placeholder in a recognised start command for the port to listen on. */
export const PORT = '{port}'

/** A plan that consists of commands. */
export type CommandPlan = WebsitePlan | ProgramPlan

/** How to start a project without a launch plan. Plain data, derived only from its files. */
export interface Recognised<Plan extends CommandPlan = CommandPlan> {
  readonly plan: Plan
  /** The folder in which the commands run, relative to the project. */
  readonly folder: string
  /** Environment variables of the commands. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether a website listens nowhere unless PORT names a port. Other websites get none, unless their command has one. */
  readonly needsPort?: boolean
  readonly packages?: {
    /** The folder of the manifest, relative to the project. */
    readonly folder: string
    /** Exits with 0 if the packages are already installed. */
    readonly unless?: readonly string[]
  }
}

/** A technology: how to recognise its projects, and how to start them. */
export interface Stack<Plan extends CommandPlan> {
  readonly name: string
  /** The files it looks for, for the message about a project that no stack recognises. */
  readonly looksFor: string
  /** Pure. `view` shows the files from one folder: the project's root or a folder below it. */
  recognise(view: ProjectView, root: ProjectView): Recognised<Plan> | undefined
  /** Whether one of several folders may be the project, if it is the only one that is recognised. */
  readonly besideOthers?: boolean
}

/** @returns How the stack starts the project; undefined if it does not recognise the project */
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
    launch: (workspace, sandbox, limits) =>
      launchWebsite(recogniseOrThrow(stack, workspace), { workspace, sandbox, limits }),
  }
}

/** A launcher of console and batch programs without a launch plan. */
export function programLauncherOf(stack: Stack<ProgramPlan>): Launcher {
  return {
    name: stack.name,
    accepts: (project, mission) => isProgram(mission) && isRecognised(stack, project),
    launch: (workspace, sandbox, limits) =>
      launchProgram(recogniseOrThrow(stack, workspace), { workspace, sandbox, limits }),
  }
}

/** A launch plan always wins. */
function isRecognised(stack: Stack<CommandPlan>, project: Workspace): boolean {
  return project.launch === undefined && recogniseIn(stack, project.files) !== undefined
}

function recogniseOrThrow<Plan extends CommandPlan>(stack: Stack<Plan>, { files }: Workspace): Recognised<Plan> {
  const recognised = recogniseIn(stack, files)
  if (!recognised) throw new ProjectFault(`the launcher "${stack.name}" does not recognise this project`)
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
  const { commands: installed, notes } = await installPackages(recognised, place)
  const failures = await prepare(recognised, workspace, place)
  const commands = [...installed, ...commandsOf(plan.prepare), plan.start]
  const preface = [startedWith(commands, recognised.folder), ...failures]
  const ports = plan.start.some((word) => word.includes(PORT))
    ? 'declared'
    : recognised.needsPort === true
      ? 'given'
      : 'any'
  return withNotes(notes, preface, () =>
    startWebsite({
      ...{ ...place, workspace, env, ports, port: plan.port, homepage: plan.homepage },
      argv: (port) => withInterpreter(plan.start, place.limits.python).map((word) => word.replace(PORT, String(port))),
    }),
  )
}

export async function launchProgram(recognised: Recognised<ProgramPlan>, place: Place): Promise<Target> {
  const { commands, workspace: installed, notes } = await installPackages(recognised, place)
  const preface = [startedWith([...commands, recognised.plan.run], recognised.folder), ...notes].join('\n')
  const own = subWorkspace(place.workspace, recognised.folder)
  const target = programTarget(recognised.plan.run, installed?.folder === own.folder ? installed : own, place)
  return { ...target, log: () => preface }
}

interface Installed {
  /** The install command, if one was needed. */
  readonly commands: readonly (readonly string[])[]
  /** The project after the installation. */
  readonly workspace?: Workspace
  /** The steps that could not be done for it. */
  readonly notes: readonly string[]
}

async function installPackages(
  { plan, packages, folder: ownFolder }: Recognised,
  { workspace, sandbox, limits }: Place,
): Promise<Installed> {
  if (!plan.install) return { commands: [], notes: [] }
  const folder = subWorkspace(workspace, packages?.folder ?? ownFolder)
  if (packages?.unless) {
    const command = {
      argv: withInterpreter(packages.unless, limits.python),
      cwd: folder.folder,
      stdin: 'none' as const,
    }
    if (await commandSucceeds(command, sandbox, limits)) return { commands: [], notes: [] }
  }
  const installed = await install(folder, withInterpreter(plan.install, limits.python), sandbox, limits)
  return { commands: [plan.install], ...installed }
}

/**
 * Runs the prepare commands and returns their failures. The project did not ask for these commands, so a failure is only
 * reported: a Django site without a database, for example, cannot be migrated and does not have to be.
 */
async function prepare(
  { plan, env = {} }: Recognised<WebsitePlan>,
  { folder }: Workspace,
  { sandbox, limits }: Place,
): Promise<string[]> {
  const failures: string[] = []
  for (const argv of commandsOf(plan.prepare)) {
    const command = { argv: withInterpreter(argv, limits.python), cwd: folder, env, stdin: 'none' as const }
    await runStep('prepare', command, sandbox, limits.install, limits.signal).catch((error: unknown) => {
      if (!(error instanceof ProjectFault)) throw error
      failures.push(`${error.message}\n${error.output}`)
    })
  }
  return failures
}

/** One line with the commands that were chosen for the project. */
function startedWith(commands: readonly (readonly string[])[], folder: string): string {
  const where = folder === '' ? '' : ` (in ${folder}/)`
  return `started with: ${commands.map(inWords).join('; ').replaceAll(PORT, 'PORT')}${where}`
}

// ---- sub workspace -------------------------------------------------------------------------------------------------

/** A folder of a project as a workspace. Its copies contain only that folder. */
function subWorkspace(workspace: Workspace, folder: string): Workspace {
  if (folder === '') return workspace
  const inside = workspace.files.filter((file) => file.path.startsWith(`${folder}/`))
  const files = inside.map((file) => ({ ...file, path: file.path.slice(folder.length + 1) }))
  return {
    ...workspace,
    folder: path.join(workspace.folder, folder),
    files,
    async copy(to) {
      for (const file of files) {
        await mkdir(path.join(to, path.posix.dirname(file.path)), { recursive: true })
        await writeFile(path.join(to, file.path), file.content, { flag: 'wx' })
      }
    },
  }
}
