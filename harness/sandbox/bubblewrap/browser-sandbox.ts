import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, writeFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Cleanup } from '../../lib/async/cleanup.ts'
import type { BrowserSandbox } from '../../contracts/types.ts'
import { inShell, quoteArgument } from '../../lib/processes/shell.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { createControlGroup, joinCommands } from '../cgroup/cgroup.ts'
import type { Entrance } from '../entrance.ts'
import { BROWSER_LIMITS } from '../limits.ts'
import { FILTER_FD, writeFilter } from '../seccomp/filter.ts'
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
  readOnlyAt,
} from './mounts.ts'
import { loadFilter } from './nested.ts'
import { LOOPBACK_HOSTS } from '../../lib/network/loopback.ts'

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
        before: [`echo $$ > ${quoteArgument(pidFile)}`, ...opensFilter(filter), ...joinCommands(group)],
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
  return filter === undefined ? [] : [`exec ${String(FILTER_FD)}< ${quoteArgument(filter)}`]
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

// ---- browser program -----------------------------------------------------------------------------------------------

/** Debian's /usr/bin holds wrapper scripts; the binaries of the same names are here. */
const DEBIAN_PROGRAMS = '/usr/lib/chromium'

/** The binary of a browser: a wrapper script would need the folders of the host. */
async function browserBinary(program: string): Promise<string> {
  const real = await realpath(program)
  const binary = path.join(DEBIAN_PROGRAMS, path.basename(real))
  return path.dirname(real) === '/usr/bin' && existsSync(binary) ? binary : real
}

/** bwrap arguments that show the binary, its fonts and its settings. */
export function browserMounts(binary: string): string[] {
  const files = ['/etc/fonts', '/var/cache/fontconfig', '/etc/chromium.d'].filter((file) => existsSync(file))
  return [
    ...files.flatMap(readOnlyAtOwnPath),
    ...(binary.startsWith('/usr/') ? [] : readOnlyAtOwnPath(path.dirname(binary))),
  ]
}

// ---- browser policies ----------------------------------------------------------------------------------------------

/**
 * Limits navigations, also in frames, to pages on the loopback. Pictures and downloads from data: and blob: are not
 * navigations, so they still work.
 */
const POLICIES = {
  URLBlocklist: ['*'],
  URLAllowlist: [...LOOPBACK_HOSTS.map((host) => `http://${host}`), 'about:blank', 'about:srcdoc'],
  DeveloperToolsAvailability: 1,
  WebRtcIPHandling: 'disable_non_proxied_udp',
  PasswordManagerEnabled: false,
  TranslateEnabled: false,
  SafeBrowsingProtectionLevel: 0,
}

/** @param pages Folders of which the browser may show files as pages */
function policiesFor(pages: readonly string[]): object {
  const files = pages.map((folder) => `file://${folder}/`)
  return { ...POLICIES, URLAllowlist: [...POLICIES.URLAllowlist, ...files] }
}

/** Where the builds of Chromium look for managed policies. */
const POLICY_FOLDERS = [
  '/etc/chromium/policies/managed',
  '/etc/opt/chrome/policies/managed',
  '/etc/opt/chrome_for_testing/policies/managed',
]

/** bwrap arguments that mount the file of the policies. */
function policyMounts(file: string): string[] {
  return POLICY_FOLDERS.flatMap((folder) => readOnlyAt(file, `${folder}/pe.json`))
}
