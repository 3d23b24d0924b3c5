import { Interrupted } from '../errors.ts'
import { killAllGroups } from '../lib/processes/groups.ts'
import { onStopSignals } from '../lib/processes/stop-signals.ts'

export interface Interrupt extends Disposable {
  readonly signal: AbortSignal
}

/**
 * The first Ctrl-C stops cleanly. The second one exits at once, but still kills all started processes.
 * @param say Prints a line for the user
 */
export function onInterrupt(
  say = (line: string): void => {
    process.stderr.write(`\n${line}\n`)
  },
): Interrupt {
  const controller = new AbortController()
  const listener = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      killAllGroups()
      stopListening()
      process.kill(process.pid, name)
      return
    }
    say('pe: stopping; press Ctrl-C again to stop at once')
    controller.abort(new Interrupted('stopped'))
  }
  const stopListening = onStopSignals(listener)
  return {
    signal: controller.signal,
    [Symbol.dispose]: stopListening,
  }
}
