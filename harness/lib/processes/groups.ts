/**
 * The live process groups of this harness. Processes are killed by group id, never by name. Groups that are left when the
 * harness exits are killed then.
 */
const alive = new Set<number>()

export function registerGroup(pid: number): void {
  if (alive.size === 0) process.on('exit', killAllGroups)
  alive.add(pid)
}

/** Call when the group has ended: the system may reuse its id, so it must not be killed any more. */
export function forgetGroup(pid: number): void {
  alive.delete(pid)
  if (alive.size === 0) process.off('exit', killAllGroups)
}

/** Sends SIGKILL to all members of a group. Does nothing if the group has no members. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Call just before the harness exits. */
export function killAllGroups(): void {
  for (const pid of alive) killGroup(pid)
}
