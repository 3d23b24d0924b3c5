import { isProgram } from './program-kinds.ts'
import { programPlanSchema, websitePlanSchema, type WebsitePlan } from '../contracts/schema.ts'
import type { LaunchLimits, Launcher, Sandbox, Workspace } from '../contracts/types.ts'
import { install, withNotes, type InstalledProject } from './install.ts'
import { withInterpreter } from './interpreter.ts'
import { programTarget } from './program.ts'
import { runStep } from './run-step.ts'
import { startWebsite } from './website.ts'

/** Starts a website from its launch plan. */
export const websiteCommand: Launcher = {
  name: 'command',
  accepts: (project, mission) => mission.kind === 'website' && websitePlanSchema.safeParse(project.launch).success,
  async launch(workspace, sandbox, limits) {
    const plan = websitePlanSchema.parse(workspace.launch)
    const { notes } = await installPlan(plan, workspace, sandbox, limits)
    for (const argv of commandsOf(plan.prepare)) {
      const command = { argv: withInterpreter(argv, limits.python), cwd: workspace.folder, stdin: 'none' as const }
      await runStep('prepare', command, sandbox, limits.install, limits.signal)
    }
    const { port, homepage } = plan
    const argv = () => withInterpreter(plan.start, limits.python)
    return withNotes(notes, [], () =>
      startWebsite({ argv, ports: 'declared', port, homepage, workspace, sandbox, limits }),
    )
  },
}

/** A console or batch program with a launch plan. Each testcode starts it itself. */
export const programCommand: Launcher = {
  name: 'command',
  accepts: (project, mission) => isProgram(mission) && programPlanSchema.safeParse(project.launch).success,
  async launch(workspace, sandbox, limits) {
    const plan = programPlanSchema.parse(workspace.launch)
    const installed = await installPlan(plan, workspace, sandbox, limits)
    return {
      ...programTarget(plan.run, installed.workspace, { sandbox, limits }),
      log: () => installed.notes.join('\n'),
    }
  },
}

/** The project after the install step of its plan, if it has one. */
export async function installPlan(
  plan: { readonly install?: readonly string[] | undefined },
  workspace: Workspace,
  sandbox: Sandbox,
  limits: LaunchLimits,
): Promise<InstalledProject> {
  if (!plan.install) return { workspace, notes: [] }
  return install(workspace, withInterpreter(plan.install, limits.python), sandbox, limits)
}

/** Normalises a field that holds one command or several. */
export function commandsOf(commands: WebsitePlan['prepare']): readonly (readonly string[])[] {
  if (commands === undefined) return []
  return isSingle(commands) ? [commands] : commands
}

function isSingle(commands: readonly string[] | readonly (readonly string[])[]): commands is readonly string[] {
  return typeof commands[0] === 'string'
}
