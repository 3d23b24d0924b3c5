import { MachineFault } from '../errors.ts'
import { programPlanSchema } from '../contracts/schema.ts'
import type { Launcher } from '../contracts/types.ts'
import { Cleanup } from '../lib/async/cleanup.ts'
import { installPlan } from './command.ts'
import { OpenDesktop } from './desktop/target.ts'
import { withInterpreter } from './interpreter.ts'

/** Starts a program with windows on a display of its own. */
export const desktop: Launcher = {
  name: 'desktop',
  accepts: (project, mission) => mission.kind === 'desktop' && programPlanSchema.safeParse(project.launch).success,
  async launch(workspace, sandbox, limits) {
    const plan = programPlanSchema.parse(workspace.launch)
    if (sandbox.openDisplay === undefined)
      throw new MachineFault(`the sandbox "${sandbox.name}" has no displays; use --sandbox bubblewrap`)
    const { workspace: installed } = await installPlan(plan, workspace, sandbox, limits)
    const argv = withInterpreter(plan.run, limits.python)
    await using stack = new Cleanup()
    const target = stack.use(new OpenDesktop({ argv, workspace: installed, sandbox, limits }))
    await target.restart()
    return target.with(stack.move())
  },
}
