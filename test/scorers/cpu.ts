/** CPU time of an action in seconds, which does not depend on other load. */
export async function cpuSeconds(action: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await action()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
