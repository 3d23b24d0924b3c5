import { Interrupted } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'

export interface Interrupt extends Disposable {
  readonly signal: AbortSignal
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first Ctrl-C stops cleanly; the second one ends at once, still killing whatever was started. */
export function onInterrupt(): Interrupt {
  const controller = new AbortController()
  const listener = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    process.stderr.write('\npe: stopping; once more to stop at once\n')
    controller.abort(new Interrupted('stopped'))
  }
  for (const signal of SIGNALS) process.on(signal, listener)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, listener)
    },
  }
}
