import { unlessAborted, withTimeout } from '../lib/async/deadline.ts'
import { DeadlineExceeded, ProjectFault, SuspectedFault } from '../errors.ts'
import type { LaunchLimits, Running, Sandbox, SandboxCommand } from '../contracts/types.ts'
import { howItEnded } from '../lib/processes/exit.ts'

/**
 * Runs a command of a launch plan until it exits.
 * @param step Name of the step, for the message
 * @throws ProjectFault with the output if the exit code is not 0; SuspectedFault if it does not exit in time
 */
export async function runStep(
  step: string,
  command: SandboxCommand,
  sandbox: Sandbox,
  milliseconds: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await using child = await sandbox.spawn(command)
  const timer = { expired: false }
  const ended = withTimeout(child.exit, milliseconds, step).catch((error: unknown) => {
    if (!(error instanceof DeadlineExceeded)) throw error
    timer.expired = true
    return child.end(`${step} limit ${String(milliseconds / 1000)} s`)
  })
  const exit = await unlessAborted(ended, signal)
  if (exit.code === 0 && exit.cause === undefined) return
  const message = `"${inWords(command.argv)}" (${step}) failed: ${howItEnded(exit)}`
  const Fault = timer.expired ? SuspectedFault : ProjectFault
  throw new Fault(message, outputOf(child), step === 'install' ? 'install' : 'launch')
}

/**
 * Whether a command exits with code 0.
 * @throws SuspectedFault if it does not exit in time
 */
export async function commandSucceeds(
  command: SandboxCommand,
  sandbox: Sandbox,
  { start, signal }: LaunchLimits,
): Promise<boolean> {
  return runStep('check', command, sandbox, start, signal).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProjectFault && !(error instanceof SuspectedFault)) return false
      throw error
    },
  )
}

/** A command for messages. Arguments that contain program code are shortened to "…". */
export function inWords(argv: readonly string[]): string {
  return argv.map((word) => (word.includes('\n') ? '…' : word)).join(' ')
}

/** The output of a process: stdout, then stderr. */
export function outputOf(child: Running): string {
  return `${child.stdout.text()}\n${child.stderr.text()}`.trim()
}
