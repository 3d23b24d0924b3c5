import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Cleanup } from '../../lib/async/cleanup.ts'
import type { BrowserSandbox } from '../../contracts/types.ts'
import { inShell, quoted } from '../../lib/processes/shell.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { createControlGroup, joinCommands } from '../cgroup/cgroup.ts'
import type { Entrance } from '../entrance.ts'
import { BROWSER_LIMITS } from '../limits.ts'
import { FILTER_FD, writeFilter } from '../seccomp/filter.ts'
import { policiesFor, policyMounts } from './browser-policies.ts'
import { browserBinary, browserMounts } from './browser-program.ts'
import { watchBrowser } from './browser-watch.ts'
import { asUser, takeUserId } from './identity.ts'
import {
  inMemory,
  processesAndDevices,
  readOnlyAtOwnPath,
  RUN_BYTES,
  SHM_BYTES,
  systemMounts,
  writableAtOwnPath,
} from './mounts.ts'
import { loadFilter } from './nested.ts'

export interface BrowserSandboxParts {
  readonly scratch: string
  readonly enter: readonly string[]
  readonly stack: Cleanup
  readonly identity: readonly string[]
  readonly entrance: Entrance | undefined
}

/**
 * Runs the browser of a trial in the project's network, but in its own mount, pid and ipc namespaces and as its own user.
 * The browser sees its program, its fonts, and this trial's uploads and downloads.
 */
export async function openBrowserSandbox(parts: BrowserSandboxParts): Promise<BrowserSandbox> {
  const { scratch, stack } = parts
  const user = takeUserId()
  const downloads = await downloadsFolder(scratch, user)
  const group = await createControlGroup(BROWSER_LIMITS)
  if (group) stack.defer(() => group.remove())
  const filter = await writeFilter(scratch, group !== undefined)
  const policies = path.join(scratch, 'policies.json')
  const pidFile = path.join(scratch, 'browser.pid')
  const watch = stack.use(watchBrowser({ limits: BROWSER_LIMITS, group, pidFile }))

  return {
    downloads,
    reached: () => watch.reached(),
    end: () => watch.end(),
    traces: path.join(scratch, 'traces'),
    async wrap(program, uploads, { pages = [], locale } = {}) {
      await watch.restart()
      await writeFile(policies, JSON.stringify(policiesFor(pages)))
      const binary = await browserBinary(program)
      const seen = { user, filter, policies, binary, uploads, downloads, locale }
      return writeProgram(path.join(scratch, 'browser'), {
        before: [`echo $$ > ${quoted(pidFile)}`, ...opensFilter(filter), ...joinCommands(group)],
        command: commandLine(parts, seen),
      })
    },
  }
}

/** The folder of the downloads, into which the browser's user can write. */
async function downloadsFolder(scratch: string, user: number | undefined): Promise<string> {
  const downloads = path.join(scratch, 'downloads')
  await mkdir(downloads, { recursive: true })
  if (user !== undefined) await chown(downloads, user, user)
  // The browser's user must be able to enter the folder.
  await chmod(scratch, 0o711)
  return downloads
}

function opensFilter(filter: string | undefined): string[] {
  return filter === undefined ? [] : [`exec ${String(FILTER_FD)}< ${quoted(filter)}`]
}

/** The last argument wins: the driver names a folder of the host, which is not visible in the sandbox. */
const PROFILE = '--user-data-dir=/tmp/profile'

interface Program {
  /** Shell commands before the program. */
  readonly before: readonly string[]
  readonly command: readonly string[]
}

/** Writes a program that passes on its arguments and pipes. */
async function writeProgram(file: string, { before, command }: Program): Promise<string> {
  const line = [...before, `exec ${inShell(command)} "$@" ${PROFILE}`].join(' && ')
  await writeFile(file, `#!/bin/sh\n${line}\n`)
  await chmod(file, 0o755)
  return file
}

/** /tmp holds the profile, with everything that pages store, and files that the browser's processes share. */
const TMP_BYTES = 1024 * MiB

interface Seen {
  readonly user: number | undefined
  readonly filter: string | undefined
  readonly policies: string
  readonly binary: string
  readonly uploads: readonly string[]
  readonly downloads: string
  readonly locale: string | undefined
}

function commandLine({ entrance, enter, identity }: BrowserSandboxParts, seen: Seen): string[] {
  const { user, filter, policies, binary, uploads, downloads, locale } = seen
  return [
    ...(entrance?.enter() ?? []),
    ...enter,
    'bwrap',
    ...(user === undefined ? ['--unshare-user'] : []),
    ...systemMounts(),
    ...identity,
    ...policyMounts(policies),
    ...processesAndDevices(),
    ...inMemory('/dev/shm', SHM_BYTES),
    ...inMemory('/tmp', TMP_BYTES),
    ...inMemory('/run', RUN_BYTES, '0755'),
    ...browserMounts(binary),
    ...writableAtOwnPath(downloads),
    ...uploads.filter((folder) => existsSync(folder)).flatMap(readOnlyAtOwnPath),
    ...['--chdir', '/tmp', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--remount-ro', '/'],
    ...['--die-with-parent', '--clearenv', '--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/usr/bin:/bin'],
    ...['--setenv', 'LANG', 'C.UTF-8', '--setenv', 'TZ', 'UTC'],
    ...(locale === undefined ? [] : ['--setenv', 'LANGUAGE', locale.replace('-', '_')]),
    ...loadFilter(filter !== undefined),
    '--',
    ...(user === undefined ? [] : asUser(user)),
    binary,
  ]
}
