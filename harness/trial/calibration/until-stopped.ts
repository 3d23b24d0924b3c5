import { Interrupted } from '../../errors.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

let controller = new AbortController()
/** Actions that run now: all of them share one listener. */
let running = 0

function stop(): void {
  // A second signal has the effect that it has elsewhere in the program.
  stopListening()
  controller.abort(new Interrupted('stopped'))
}

function listen(): void {
  controller = new AbortController()
  for (const name of SIGNALS) process.on(name, stop)
}

function stopListening(): void {
  for (const name of SIGNALS) process.off(name, stop)
}

/**
 * Runs an action with a signal that aborts when the process is told to stop. Calibrations begin wherever a mission is read, also in
 * commands that have no signal of their own to pass on.
 * @throws Interrupted if the process is told to stop
 */
export async function untilStopped<T>(action: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (running === 0) listen()
  running += 1
  const { signal } = controller
  try {
    return await action(signal)
  } catch (error) {
    // A sandbox that is stopped while it starts reports a fault of the machine.
    signal.throwIfAborted()
    throw error
  } finally {
    running -= 1
    if (running === 0) stopListening()
  }
}
