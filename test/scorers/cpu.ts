/** Seconds of computing that something takes, however busy the machine is. */
export async function cpuSeconds(action: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await action()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
