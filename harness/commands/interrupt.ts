import { Interrupted } from '../errors.ts'
import { killAllGroups } from '../processes/groups.ts'

export interface Interrupt extends Disposable {
  readonly signal: AbortSignal
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first Ctrl-C stops cleanly; the second one ends at once, still killing whatever was started. */
export function onInterrupt(): Interrupt {
  const controller = new AbortController()
  const listener = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      killAllGroups()
      stopListening()
      process.kill(process.pid, name)
      return
    }
    process.stderr.write('\npe: stopping; once more to stop at once\n')
    controller.abort(new Interrupted('stopped'))
  }
  const stopListening = (): void => {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
  for (const signal of SIGNALS) process.on(signal, listener)
  return {
    signal: controller.signal,
    [Symbol.dispose]: stopListening,
  }
}
