import type { LaunchLimits, ProgramTarget, Sandbox, Workspace } from '../contracts/types.ts'
import { withInterpreter } from './interpreter.ts'

interface Place {
  readonly sandbox: Sandbox
  readonly limits: Pick<LaunchLimits, 'python'>
}

/** A program that each testcode starts itself. */
export function programTarget(argv: readonly string[], workspace: Workspace, place: Place): ProgramTarget {
  const { sandbox, limits } = place
  return {
    kind: 'program',
    argv: withInterpreter(argv, limits.python),
    workspace,
    sandbox,
    log: () => '',
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
