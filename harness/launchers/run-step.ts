import { within } from '../deadline.ts'
import { DeadlineExceeded, ProjectFault } from '../errors.ts'
import type { Exit, Running, Sandbox, SandboxCommand } from '../types.ts'

/**
 * Runs a command of a launch plan to its end.
 * @param step What the command is for, for the message
 * @throws ProjectFault with what it printed, where it does not end with exit code 0 in time
 */
export async function runStep(
  step: string,
  command: SandboxCommand,
  sandbox: Sandbox,
  milliseconds: number,
): Promise<void> {
  await using child = await sandbox.spawn(command)
  const exit = await within(child.exit, milliseconds, step).catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return child.end(`${step} limit ${String(milliseconds / 1000)} s`)
    throw error
  })
  if (exit.code === 0 && exit.cause === undefined) return
  throw new ProjectFault(`"${command.argv.join(' ')}" (${step}) failed: ${howItEnded(exit)}`, printed(child))
}

/** `exit code 1`, `signal SIGSEGV` or the limit that it reached. */
export function howItEnded(exit: Exit): string {
  return exit.cause ?? (exit.code === null ? `signal ${String(exit.signal)}` : `exit code ${String(exit.code)}`)
}

/** What a process printed, errors last. */
export function printed(child: Running): string {
  return `${child.stdout.text()}\n${child.stderr.text()}`.trim()
}
