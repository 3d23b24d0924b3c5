import { isProgram } from './program-kinds.ts'
import { programPlanSchema, websitePlanSchema, type WebsitePlan } from '../contracts/schema.ts'
import type { Launcher } from '../contracts/types.ts'
import { install } from './install.ts'
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
    if (plan.install) await install(workspace, withInterpreter(plan.install, limits.python), sandbox, limits)
    for (const argv of commandsOf(plan.prepare)) {
      const command = { argv: withInterpreter(argv, limits.python), cwd: workspace.folder, stdin: 'none' as const }
      await runStep('prepare', command, sandbox, limits.start, limits.signal)
    }
    const { port, homepage } = plan
    return startWebsite({
      argv: () => withInterpreter(plan.start, limits.python),
      port,
      homepage,
      workspace,
      sandbox,
      limits,
    })
  },
}

/** A console or batch program with a launch plan. Each testcode starts it itself. */
export const programCommand: Launcher = {
  name: 'command',
  accepts: (project, mission) => isProgram(mission) && programPlanSchema.safeParse(project.launch).success,
  async launch(workspace, sandbox, limits) {
    const plan = programPlanSchema.parse(workspace.launch)
    const installed = plan.install
      ? await install(workspace, withInterpreter(plan.install, limits.python), sandbox, limits)
      : workspace
    return programTarget(plan.run, installed, { sandbox, limits })
  },
}

/** Normalises a field that holds one command or several. */
export function commandsOf(commands: WebsitePlan['prepare']): readonly (readonly string[])[] {
  if (commands === undefined) return []
  return isSingle(commands) ? [commands] : commands
}

function isSingle(commands: readonly string[] | readonly (readonly string[])[]): commands is readonly string[] {
  return typeof commands[0] === 'string'
}
