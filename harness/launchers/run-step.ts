import { unlessAborted, within } from '../lib/async/deadline.ts'
import { DeadlineExceeded, ProjectFault, SuspectedFault } from '../errors.ts'
import type { Exit, LaunchLimits, Running, Sandbox, SandboxCommand } from '../contracts/types.ts'

/**
 * Runs a command of a launch plan to its end.
 * @param step What the command is for, for the message
 * @throws ProjectFault with what it printed, if it does not end with exit code 0; SuspectedFault if it does not end in time
 */
export async function runStep(
  step: string,
  command: SandboxCommand,
  sandbox: Sandbox,
  milliseconds: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await using child = await sandbox.spawn(command)
  const time = { out: false }
  const ended = within(child.exit, milliseconds, step).catch((error: unknown) => {
    if (!(error instanceof DeadlineExceeded)) throw error
    time.out = true
    return child.end(`${step} limit ${String(milliseconds / 1000)} s`)
  })
  const exit = await unlessAborted(ended, signal)
  if (exit.code === 0 && exit.cause === undefined) return
  const message = `"${inWords(command.argv)}" (${step}) failed: ${howItEnded(exit)}`
  const Fault = time.out ? SuspectedFault : ProjectFault
  throw new Fault(message, printed(child), step === 'install' ? 'install' : 'launch')
}

/**
 * Whether a command that only asks ends with exit code 0.
 * @throws SuspectedFault if it does not end in time: that is no answer
 */
export async function commandSucceeds(
  command: SandboxCommand,
  sandbox: Sandbox,
  { start, signal }: LaunchLimits,
): Promise<boolean> {
  return runStep('question', command, sandbox, start, signal).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProjectFault && !(error instanceof SuspectedFault)) return false
      throw error
    },
  )
}

/** A command for people to read: without the text of a program that is given as an argument. */
export function inWords(argv: readonly string[]): string {
  return argv.map((word) => (word.includes('\n') ? '…' : word)).join(' ')
}

/** `exit code 1`, `signal SIGSEGV` or the limit that it reached. */
export function howItEnded(exit: Exit): string {
  return exit.cause ?? (exit.code === null ? `signal ${String(exit.signal)}` : `exit code ${String(exit.code)}`)
}

/** What a process printed, errors last. */
export function printed(child: Running): string {
  return `${child.stdout.text()}\n${child.stderr.text()}`.trim()
}
