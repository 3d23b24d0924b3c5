import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { MachineFault } from '../../errors.ts'
import { killGroup } from '../../lib/processes/groups.ts'
import { waitUntilEmpty } from '../cgroup/files.ts'
import type { ControlGroup } from '../cgroup/types.ts'
import type { SandboxLimits } from '../limits.ts'
import { Monitor } from '../monitor.ts'

export interface BrowserWatch extends AsyncDisposable {
  /**
   * The limit that the current browser has reached, such as `memory limit 2048 MiB`.
   * @throws MachineFault if its limits could no longer be checked
   */
  reached(): Promise<string | undefined>
  /** Ends the current browser and resets the limits for the next one. */
  restart(): Promise<void>
  /** Kills the browser if it is running. */
  end(): Promise<void>
}

export interface WatchParts {
  readonly limits: SandboxLimits
  readonly group: ControlGroup | undefined
  /** Holds the id of the browser's process group; the browser's wrapper writes it. */
  readonly pidFile: string
}

/**
 * Ends a browser that reaches a limit, because its later behaviour says nothing about the project. Disposing the watch ends
 * a browser that its driver could not close.
 */
export function watchBrowser({ limits, group, pidFile }: WatchParts): BrowserWatch {
  let reason: string | undefined
  let failure: string | undefined
  const end = async () => {
    const pid = await pidIn(pidFile)
    if (pid !== undefined) killGroup(pid)
  }
  let killing: Promise<void> | undefined
  const monitor = new Monitor({
    limits,
    group,
    async roots() {
      const pid = await pidIn(pidFile)
      return pid === undefined ? [] : [pid]
    },
    folders: () => [],
    onLimit({ cause }) {
      reason = cause
      killing = end()
    },
    onFailure(problem) {
      failure = problem
      killing = end()
    },
  })
  return {
    async reached() {
      await monitor.check()
      await killing
      if (failure !== undefined) throw new MachineFault(failure)
      return reason
    },
    async restart() {
      await end()
      // Memory that the previous browser still holds would count against the next one.
      const [members] = group?.joinFiles ?? []
      if (members !== undefined) await waitUntilEmpty(members)
      await rm(pidFile, { force: true })
      reason = undefined
      failure = undefined
      killing = undefined
      monitor.restart()
    },
    end,
    async [Symbol.asyncDispose]() {
      monitor.stop()
      await end()
    },
  }
}

/** Undefined if no browser has started, or if it has ended: its id may by now belong to another process. */
async function pidIn(file: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(pid)) return undefined
  const commandLine = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '')
  return commandLine.includes(path.dirname(file)) ? pid : undefined
}
