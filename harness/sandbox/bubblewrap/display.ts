import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Display, Running } from '../../contracts/types.ts'
import { MachineFault } from '../../errors.ts'
import { Cleanup } from '../../lib/async/cleanup.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import { howItEnded } from '../../lib/processes/exit.ts'
import { spawnGroup } from '../../lib/processes/spawn.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { authorityFile, COOKIE_BYTES } from '../../lib/x11/authority.ts'
import { hasDesktopProgram } from '../../lib/x11/machine.ts'
import { createControlGroup, joinCommands } from '../cgroup/cgroup.ts'
import type { ControlGroup } from '../cgroup/types.ts'
import type { Entrance } from '../entrance.ts'
import { PROJECT_LIMITS } from '../limits.ts'
import { FILTER_FD, writeFilter } from '../seccomp/filter.ts'
import { asUser, takeUserId } from './identity.ts'
import { inMemory, processesAndDevices, RUN_BYTES, systemMounts } from './mounts.ts'
import { loadFilter } from './nested.ts'

export const X_SERVER = '/usr/bin/Xvfb'
/** Where every X client looks for sockets. */
const SOCKETS = '/tmp/.X11-unix'
const AUTHORITY = '/run/display/authority'
const FONTS = '/run/display/fonts.conf'
/**
 * The configuration that fontconfig falls back to, after an error that looks like one of the program. The view of a program
 * has no /etc/fonts: its rules depend on what else is installed.
 */
const FONT_CONFIGURATION = `<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir>/var/cache/fontconfig</cachedir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
/** Pixmaps of a program are in the memory of its X server. */
const LIMITS = { ...PROJECT_LIMITS, memory: 512 * MiB, cpu: 3600, processes: 64 }
/** Milliseconds until the socket must be there. */
const DEADLINE = 30_000
const PAUSE = 10
const TMP_BYTES = 16 * MiB
/**
 * Extensions that no program gets. Shared memory would cross the cage, and a screen saver covers everything with a window of the
 * server's own. RECORD, by which a program sees the judge's requests, cannot be switched off without XTEST.
 */
const WITHOUT = ['MIT-SHM', 'MIT-SCREEN-SAVER']

export interface DisplayParts {
  /** Folder of the trial. */
  readonly scratch: string
  readonly entrance: Entrance | undefined
  readonly identity: readonly string[]
  /** Shows a folder of the host to the commands of the sandbox. */
  readonly provide: (from: string, at: string) => void
}

/**
 * An X server in namespaces of its own and as its own user. It has no network at all, so nothing reaches its abstract socket; its
 * other socket lies in a folder that only the commands of this sandbox see, and the judge.
 * @throws MachineFault if this machine has no X server, or it does not start
 */
export async function openDisplay(
  parts: DisplayParts,
  size: { readonly width: number; readonly height: number },
): Promise<Display> {
  if (!hasDesktopProgram(X_SERVER)) throw new MachineFault(`there is no ${X_SERVER}; run: npm run setup -- desktop`)
  await using stack = new Cleanup()
  const user = takeUserId()
  const sockets = await openFolder(parts.scratch, 'display-', user)
  stack.defer(() => removeFolder(sockets))
  const keys = await openFolder(parts.scratch, 'cookie-', undefined)
  stack.defer(() => removeFolder(keys))
  const cookie = randomBytes(COOKIE_BYTES)
  await writeFile(path.join(keys, 'authority'), authorityFile(cookie), { mode: 0o444 })
  await writeFile(path.join(keys, path.basename(FONTS)), FONT_CONFIGURATION, { mode: 0o444 })
  const group = await createControlGroup(LIMITS)
  if (group) stack.defer(() => group.remove())
  const filter = await writeFilter(parts.scratch, group !== undefined)
  const server = stack.use(
    await spawnGroup({
      argv: commandLine(parts, { user, group, filter, sockets, keys }, size),
      cwd: parts.scratch,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      stdin: 'none',
      outputLimit: 16 * 1024,
      endAtLimit: false,
    }),
  )
  let end: string | undefined
  void server.exit.then((exit) => (end = howItEnded(exit)))
  const socket = path.join(sockets, 'X0')
  await untilListening(socket, server)
  parts.provide(sockets, SOCKETS)
  parts.provide(keys, path.dirname(AUTHORITY))
  const open = stack.move()
  return {
    socket,
    cookie,
    environment: { DISPLAY: ':0', XAUTHORITY: AUTHORITY, FONTCONFIG_FILE: FONTS },
    ended: () => end,
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** A folder that every user may enter, in which only one may write. */
async function openFolder(scratch: string, prefix: string, user: number | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(scratch, prefix))
  await mkdir(folder, { recursive: true })
  if (user !== undefined) await chown(folder, user, user)
  await chmod(folder, 0o755)
  return folder
}

/** The socket is there a moment before the server listens on it. */
async function untilListening(socket: string, server: Running): Promise<void> {
  const began = performance.now()
  let end: string | undefined
  void server.exit.then((exit) => (end = howItEnded(exit)))
  while (!(await isListening(socket))) {
    const why = performance.now() - began > DEADLINE ? `no socket within ${String(DEADLINE / 1000)} s` : end
    if (why !== undefined)
      throw new MachineFault(`the X server does not start (${why}): ${server.stderr.text().trim().slice(-500)}`)
    await delay(PAUSE)
  }
}

function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = net.connect(socket)
    const finish = (answer: boolean) => {
      client.destroy()
      resolve(answer)
    }
    client.once('connect', () => {
      finish(true)
    })
    client.once('error', () => {
      finish(false)
    })
  })
}

interface Cage {
  readonly user: number | undefined
  readonly group: ControlGroup | undefined
  readonly filter: string | undefined
  readonly sockets: string
  readonly keys: string
}

function commandLine(
  { entrance, identity }: DisplayParts,
  { user, group, filter, sockets, keys }: Cage,
  { width, height }: { readonly width: number; readonly height: number },
): string[] {
  const opens = filter === undefined ? 'shift' : `exec ${String(FILTER_FD)}< "$1" && shift`
  return [
    ...['sh', '-c', [opens, ...joinCommands(group), 'exec "$@"'].join(' && '), 'display', filter ?? ''],
    ...(entrance?.enter() ?? []),
    'bwrap',
    ...(user === undefined ? ['--unshare-user'] : []),
    ...systemMounts(),
    ...identity,
    ...processesAndDevices(),
    ...inMemory('/tmp', TMP_BYTES),
    ...inMemory('/run', RUN_BYTES, '0755'),
    // The keymap compiler writes there.
    ...inMemory('/var/lib/xkb', TMP_BYTES),
    ...['--bind', sockets, SOCKETS, '--ro-bind', keys, path.dirname(AUTHORITY)],
    ...['--chdir', '/tmp', '--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--remount-ro', '/'],
    ...['--die-with-parent', '--clearenv', '--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/usr/bin:/bin'],
    ...loadFilter(filter !== undefined),
    '--',
    ...(user === undefined ? [] : asUser(user)),
    ...[X_SERVER, ':0', '-screen', '0', `${String(width)}x${String(height)}x24`, '-auth', AUTHORITY],
    // No reset when the last client leaves, and no screen saver.
    ...['-nolisten', 'tcp', '-noreset', '-s', '0', '-dpi', '96'],
    ...WITHOUT.flatMap((name) => ['-extension', name]),
  ]
}
