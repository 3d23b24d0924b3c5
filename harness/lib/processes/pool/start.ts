import { spawn, type ChildProcess } from 'node:child_process'
import os from 'node:os'
import { ownProgram } from '../own-program.ts'
import type { PoolOptions } from './options.ts'

/** Stack size in KiB, as in a thread of Node. The main thread's default is a quarter of it, and parsers of nested text recurse. */
const STACK = 3900

/** Sets limits that the system itself enforces, and becomes the program. A limit that is refused is not needed for a result. */
const LAUNCH = '{ ulimit -c 0; ulimit -s 8192; ulimit -t "$1"; } 2>/dev/null; shift; exec "$@"'

/**
 * Starts a process as the leader of its own process group, with pipes for requests (0), errors (2) and messages (3).
 * @param lifetime Seconds of CPU time after which the system ends the process, even if the harness is gone
 */
export function startProcess(options: PoolOptions, lifetime: number): ChildProcess {
  const program = [process.execPath, ...nodeArguments(options), ...(options.args ?? [])]
  const child = spawn('/bin/sh', ['-c', LAUNCH, 'sh', String(lifetime), ...program], {
    cwd: os.tmpdir(),
    env: { ...options.env },
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  })
  // At once: the threads that Node starts inherit it.
  // Not the lowest priority: on a busy machine a process of that priority gets no processor time for minutes.
  if (options.lowPriority === true && child.pid !== undefined)
    os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

function nodeArguments({ module, limits }: PoolOptions): string[] {
  return [`--max-old-space-size=${limits.heap}`, `--stack-size=${STACK}`, ...ownProgram(module.near, module.name)]
}
