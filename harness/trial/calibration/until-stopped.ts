import { Interrupted } from '../../errors.ts'
import { onStopSignals } from '../../lib/processes/stop-signals.ts'

let controller = new AbortController()
/** Actions that run now: all of them share one listener. */
let running = 0
let stopListening = (): void => undefined
/** Replaces the signals to the process. */
let chosen: AbortSignal | undefined

function stop(): void {
  // A second signal has the effect that it has elsewhere in the program.
  stopListening()
  controller.abort(new Interrupted('stopped'))
}

function listen(): void {
  controller = new AbortController()
  stopListening = onStopSignals(stop)
}

/** From now on this signal stops actions. A signal to the process does not: a worker first lets its trials end. */
export function stopActionsWith(signal: AbortSignal): Disposable {
  chosen = signal
  return {
    [Symbol.dispose]: () => {
      chosen = undefined
    },
  }
}

/**
 * Runs an action with a signal that aborts when the process is told to stop. Calibrations begin wherever a mission is read, also in
 * commands that have no signal of their own to pass on.
 * @throws Interrupted if the process is told to stop
 */
export async function untilStopped<T>(action: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (chosen) return await stoppable(action, chosen)
  if (running === 0) listen()
  running += 1
  try {
    return await stoppable(action, controller.signal)
  } finally {
    running -= 1
    if (running === 0) stopListening()
  }
}

async function stoppable<T>(action: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await action(signal)
  } catch (error) {
    // A sandbox that is stopped while it starts reports a fault of the machine.
    signal.throwIfAborted()
    throw error
  }
}
