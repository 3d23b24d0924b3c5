import { programPlanSchema } from '../schema.ts'
import type { Launcher } from '../types.ts'
import { install } from './install.ts'

/** A console or batch program that its launch plan says how to run. Its testcodes start it, each for itself. */
export const programLauncher: Launcher = {
  name: 'program',
  accepts: (project, mission) => mission.kind !== 'website' && programPlanSchema.safeParse(project.launch).success,
  async launch(workspace, sandbox, limits) {
    const plan = programPlanSchema.parse(workspace.launch)
    if (plan.install) await install(workspace, plan.install, sandbox, limits)
    return {
      kind: 'program',
      argv: plan.run,
      workspace,
      sandbox,
      log: () => '',
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  },
}
