import { closeSync, readFileSync, readdirSync } from 'node:fs'

/** `O_CLOEXEC` in /proc/PID/fdinfo: proc_pid_fdinfo(5). */
const CLOSES_ITSELF = 0o2000000

/**
 * Closes what the parent of this process left open beside stdin, stdout and stderr: every program in a sandbox would inherit it.
 * Node does so for low descriptors alone. Call it before anything is opened.
 */
export function closeInherited(): void {
  for (const name of names()) {
    const descriptor = Number(name)
    if (descriptor > 2 && (flagsOf(name) & CLOSES_ITSELF) === 0) close(descriptor)
  }
}

/** None on systems without /proc. */
function names(): string[] {
  try {
    return readdirSync('/proc/self/fd')
  } catch {
    return []
  }
}

/** A descriptor that is gone needs no closing. */
function flagsOf(name: string): number {
  try {
    return Number.parseInt(/^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))?.[1] ?? '', 8)
  } catch {
    return CLOSES_ITSELF
  }
}

function close(descriptor: number): void {
  try {
    closeSync(descriptor)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBADF') throw error
  }
}
