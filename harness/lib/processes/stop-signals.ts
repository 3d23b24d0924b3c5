/** Signals of someone who wants a process to end: Ctrl-C, a service manager, a terminal that is closed. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[]

/** @returns Removes the listener */
export function onStopSignals(listener: (name: NodeJS.Signals) => void): () => void {
  for (const name of STOP_SIGNALS) process.on(name, listener)
  return () => {
    for (const name of STOP_SIGNALS) process.off(name, listener)
  }
}
