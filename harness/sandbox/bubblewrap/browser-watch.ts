import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { killGroup } from '../../lib/processes/groups.ts'
import { whenEmpty } from '../cgroup/files.ts'
import type { ControlGroup } from '../cgroup/types.ts'
import type { SandboxLimits } from '../limits.ts'
import { Monitor } from '../monitor.ts'

export interface BrowserWatch extends AsyncDisposable {
  /** The limit that the browser reached since it was started last, such as `memory limit 2048 MiB`. */
  reached(): Promise<string | undefined>
  /** Before a browser is started: it has all of its limits again. */
  restart(): Promise<void>
  /** Kills it, where it is there. */
  end(): Promise<void>
}

export interface WatchParts {
  readonly limits: SandboxLimits
  readonly group: ControlGroup | undefined
  /** Written by the browser's wrapper: the id of its process, which leads a process group. */
  readonly pidFile: string
}

/**
 * Ends a browser that reaches a limit: what it would show from then on says nothing of the project. A browser that its
 * driver could not close is ended with the watch.
 */
export function watchBrowser({ limits, group, pidFile }: WatchParts): BrowserWatch {
  let reason: string | undefined
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
    onLimit(limit) {
      reason = limit
      killing = end()
    },
  })
  return {
    async reached() {
      await monitor.look()
      await killing
      return reason
    },
    async restart() {
      await end()
      // What the browser before still holds would count as the next one's.
      const [members] = group?.joinFiles ?? []
      if (members !== undefined) await whenEmpty(members)
      await rm(pidFile, { force: true })
      reason = undefined
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

/** Nothing where no browser was started yet, or it has ended and the system may have given its id to another process. */
async function pidIn(file: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(pid)) return undefined
  const commandLine = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '')
  return commandLine.includes(path.dirname(file)) ? pid : undefined
}
