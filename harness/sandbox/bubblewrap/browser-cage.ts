import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Cleanup } from '../../lib/async/cleanup.ts'
import type { BrowserCage } from '../../contracts/types.ts'
import { LOOPBACK_HOSTS } from '../../lib/network/loopback.ts'
import { createControlGroup } from '../cgroup/cgroup.ts'
import type { Entrance } from '../entrance.ts'
import { BROWSER_LIMITS, type SandboxLimits } from '../limits.ts'
import { FILTER_FD, writeFilter } from '../seccomp/filter.ts'
import { watchBrowser } from './browser-watch.ts'
import { takeUserId } from './identity.ts'
import { hideKeys, readOnlyAt, readOnlyAtOwnPath, systemMounts, writableAtOwnPath } from './mounts.ts'
import { loadFilter } from './nested.ts'

export interface CageParts {
  readonly scratch: string
  readonly enter: readonly string[]
  readonly stack: Cleanup
  readonly identity: readonly string[]
  readonly entrance: Entrance | undefined
  readonly limits?: SandboxLimits
}

/**
 * Runs the browser of a trial in the project's network, but in its own mount, pid and ipc namespaces and as its own user.
 * The browser sees its program, its fonts, and this trial's uploads and downloads.
 */
export async function browserCage(parts: CageParts): Promise<BrowserCage> {
  const { scratch, enter, stack, identity, entrance, limits = BROWSER_LIMITS } = parts
  const downloads = path.join(scratch, 'downloads')
  await mkdir(downloads, { recursive: true })
  const user = takeUserId()
  if (user !== undefined) await chown(downloads, user, user)
  // The browser's user must be able to enter the folder.
  await chmod(scratch, 0o711)
  const policies = path.join(scratch, 'policies.json')
  const group = await createControlGroup(limits)
  if (group) stack.defer(() => group.remove())
  const filter = await writeFilter(scratch, group !== undefined)
  const pidFile = path.join(scratch, 'browser.pid')
  const watch = watchBrowser({ limits, group, pidFile })
  stack.use(watch)

  return {
    downloads,
    reached: () => watch.reached(),
    end: () => watch.end(),
    traces: path.join(scratch, 'traces'),
    async wrap(program, uploads, { pages = [], locale } = {}) {
      await watch.restart()
      await writeFile(policies, JSON.stringify(policiesFor(pages)))
      const join = group === undefined ? '' : `${group.joinFiles.map((file) => `echo $$ > ${file}`).join(' && ')} && `
      const command = [
        ...(entrance?.enter() ?? []),
        ...enter,
        'bwrap',
        ...(user === undefined ? ['--unshare-user'] : []),
        ...systemMounts(),
        ...identity,
        ...browserFiles(),
        ...POLICY_FOLDERS.flatMap((folder) => readOnlyAt(policies, `${folder}/pe.json`)),
        ...[
          '--proc',
          '/proc',
          ...hideKeys(),
          '--dev',
          '/dev',
          '--size',
          String(SHM_BYTES),
          '--perms',
          '1777',
          '--tmpfs',
          '/dev/shm',
        ],
        ...['--size', String(TMP_BYTES), '--perms', '1777', '--tmpfs', '/tmp'],
        ...['--size', String(RUN_BYTES), '--perms', '0755', '--tmpfs', '/run'],
        ...(await programMounts(program)),
        ...writableAtOwnPath(downloads),
        ...uploads.filter((folder) => existsSync(folder)).flatMap(readOnlyAtOwnPath),
        ...['--chdir', '/tmp', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--remount-ro', '/'],
        ...['--die-with-parent', '--clearenv', '--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/usr/bin:/bin'],
        ...['--setenv', 'LANG', 'C.UTF-8', '--setenv', 'TZ', 'UTC'],
        ...(locale === undefined ? [] : ['--setenv', 'LANGUAGE', locale.replace('-', '_')]),
        ...loadFilter(filter !== undefined),
        '--',
        ...dropPrivileges(user),
        await realProgram(program),
      ]
      const file = path.join(scratch, 'browser')
      const note = `echo $$ > ${quoted(pidFile)} && `
      const opens = filter === undefined ? '' : `exec ${String(FILTER_FD)}< ${quoted(filter)} && `
      await writeFile(file, `#!/bin/sh\n${note}${opens}${join}exec ${command.map(quoted).join(' ')} "$@" ${PROFILE}\n`)
      await chmod(file, 0o755)
      return file
    },
  }
}

/** /tmp holds the profile, with everything that pages store, and files that the browser's processes share. */
const TMP_BYTES = 1024 * 1024 * 1024
const SHM_BYTES = 64 * 1024 * 1024
const RUN_BYTES = 4 * 1024 * 1024

/** The last argument wins: the driver names a folder of the host, which is not visible in the cage. */
const PROFILE = '--user-data-dir=/tmp/profile'

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

function browserFiles(): string[] {
  const files = ['/etc/fonts', '/var/cache/fontconfig', '/etc/chromium.d']
  return files.flatMap((file) => ['--ro-bind-try', file, file])
}

/** Debian's /usr/bin holds wrapper scripts; the binaries of the same names are here. */
const DEBIAN_PROGRAMS = '/usr/lib/chromium'

async function realProgram(program: string): Promise<string> {
  const real = await realpath(program)
  const binary = path.join(DEBIAN_PROGRAMS, path.basename(real))
  return path.dirname(real) === '/usr/bin' && existsSync(binary) ? binary : real
}

async function programMounts(program: string): Promise<string[]> {
  const real = await realProgram(program)
  return real.startsWith('/usr/') ? [] : readOnlyAtOwnPath(path.dirname(real))
}

function dropPrivileges(user: number | undefined): string[] {
  if (user === undefined) return []
  const id = String(user)
  return [
    ...['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--no-new-privs'],
    ...['--inh-caps=-all', '--bounding-set=-all'],
  ]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
