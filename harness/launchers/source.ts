import { programPlanSchema, sourcePlanSchema } from '../contracts/schema.ts'
import type { Launcher, Sandbox, SourceTarget, Workspace } from '../contracts/types.ts'
import { commandsOf, installPlan } from './command.ts'
import { withInterpreter } from './interpreter.ts'
import { runStep } from './run-step.ts'

/**
 * A source tree that is not started. If its launch plan has steps to install and build it, these run in its folder first, with the
 * time limit of an installation.
 */
export const sourceTree: Launcher = {
  name: 'source',
  accepts: ({ launch }, { kind }) =>
    kind === 'source' &&
    (launch === undefined || sourcePlanSchema.safeParse(launch).success || programPlanSchema.safeParse(launch).success),
  async launch(workspace, sandbox, limits) {
    const plan = sourcePlanSchema.safeParse(workspace.launch).data
    const packages = plan?.install ?? programPlanSchema.safeParse(workspace.launch).data?.install
    const steps = commandsOf(plan?.build)
    const { workspace: installed } = await installPlan({ install: packages }, workspace, sandbox, limits)
    for (const argv of steps) {
      const command = { argv: withInterpreter(argv, limits.python), cwd: workspace.folder, stdin: 'none' as const }
      await runStep('build', command, sandbox, limits.install, limits.signal)
    }
    return sourceTarget(installed, sandbox, packages !== undefined || steps.length > 0)
  },
}

/** A library, of which only the code is judged: a launch plan says nothing about it, and none is run. */
export const library: Launcher = {
  name: 'library',
  accepts: (_, { kind }) => kind === 'library',
  launch: (workspace, sandbox) => Promise.resolve(sourceTarget(workspace, sandbox)),
}

/** The files of a project as a target, for testers that read or import them. */
export function sourceTarget(workspace: Workspace, sandbox: Sandbox, built = false): SourceTarget {
  return {
    kind: 'source',
    workspace,
    sandbox,
    built,
    log: () => '',
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
