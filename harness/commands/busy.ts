/** How many programs may want each processor, as they do after a run of our own, before testcodes are late. */
const BEARABLE = 4

/**
 * A warning if the machine is so busy that testcodes may run out of time, which would look like the project's fault.
 * @param load Average number of runnable programs; 0 if the system does not say
 */
export function busyWarnings(load: number, processors: number): string[] {
  if (load <= BEARABLE * processors) return []
  const machine = `load ${load.toFixed(0)} on ${String(processors)} processor${processors === 1 ? '' : 's'}`
  return [`this machine is busy (${machine}): testcodes may run out of time; --testcode-timeout gives them more`]
}
