/**
 * The process groups that are alive and ours. Killing goes by group id, never by name, and whatever is left when the
 * harness itself ends is killed then.
 */
const alive = new Set<number>()

export function registerGroup(pid: number): void {
  if (alive.size === 0) process.on('exit', killAllGroups)
  alive.add(pid)
}

/** The group is gone: its id may be used again by the system, so it must not be killed any more. */
export function forgetGroup(pid: number): void {
  alive.delete(pid)
  if (alive.size === 0) process.off('exit', killAllGroups)
}

/** Sends SIGKILL to all members of a group. A group without members is no error. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** For the last moment before the harness ends. */
export function killAllGroups(): void {
  for (const pid of alive) killGroup(pid)
}
