import path from 'node:path'
import type { Python, SandboxCommand } from '../../contracts/types.ts'
import { joinCommands } from '../cgroup/cgroup.ts'
import type { ControlGroup } from '../cgroup/types.ts'
import type { Entrance } from '../entrance.ts'
import { baseEnvironment, pythonPath } from '../environment.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import type { SandboxLimits } from '../limits.ts'
import { FILTER_FD } from '../seccomp/filter.ts'
import type { HostAccess } from './host-access.ts'
import { asUser } from './identity.ts'
import {
  hideFolders,
  inMemory,
  processesAndDevices,
  readOnlyAt,
  readOnlyAtOwnPath,
  RUN_BYTES,
  SHM_BYTES,
  systemMounts,
  toolchainOf,
} from './mounts.ts'
import { loadFilter, type NestedUser } from './nested.ts'

/** The project's folder inside the sandbox. */
const INSIDE = '/project'
/**
 * Seconds added to RLIMIT_CPU, so that the monitor's CPU limit is reached first: the kernel counts each process alone and
 * gives no reason.
 */
const CPU_MARGIN = 2
/**
 * Takes the command away from the terminal. bwrap's own `--new-session` leaves the process group a moment before bwrap asks
 * to die with its parent, so that a command whose group is killed while it starts would live on.
 */
const NEW_SESSION = ['setsid']
/** Sizes of file systems in memory. A control group counts them; without one, these bound them. */
const SCRATCH_BYTES = 64 * MiB
const TMP_BYTES = 256 * MiB

/** A folder of the host that a launcher mounts for the project. */
export interface Provided {
  readonly from: string
  readonly variable: string | undefined
  /** Subfolders that are writable while a program runs. */
  readonly scratch: readonly string[]
}

/** The environment that all commands of a sandbox share. */
export interface Frame {
  /** Command prefix that enters the network. */
  readonly enter: readonly string[]
  /** Gives each command its own session keyring; undefined if this machine cannot. */
  readonly entrance: Entrance | undefined
  readonly group: ControlGroup | undefined
  /** File with the system call filter; undefined on an unsupported architecture. */
  readonly filter: string | undefined
  readonly user: number | undefined
  /** Used without root, when the user cannot be changed. */
  readonly nested: NestedUser | undefined
  /** bwrap arguments that mount the files of the user. */
  readonly identity: readonly string[]
  readonly limits: SandboxLimits
  readonly access: HostAccess | undefined
  readonly python: Python | undefined
  readonly shows: readonly string[]
  readonly places: readonly { readonly from: string; readonly at: string }[]
  readonly hides: readonly string[]
}

/** A command, the folder that it sees as its project, and provided folders keyed by their path inside. */
export interface Placed {
  readonly command: SandboxCommand
  readonly root: string
  readonly provided: ReadonlyMap<string, Provided>
}

/**
 * Opens the filter, joins the control group, takes a new session keyring, enters the network, builds the mounts, leaves
 * the terminal, drops privileges, loads the filter, sets the limits, and runs the command.
 */
export function commandLine(frame: Frame, placed: Placed): string[] {
  return [
    ...joinAndExec(frame.group, frame.filter),
    ...(frame.entrance?.enter() ?? []),
    ...frame.enter,
    ...bwrapFor(frame, placed),
    ...NEW_SESSION,
    ...dropPrivileges(frame),
    ...limitResources(frame),
    ...placed.command.argv,
  ]
}

/** Whether the command itself could not be started: prlimit is the last program before it. */
export function couldNotStart(code: number | null, errors: string): boolean {
  return (code === 126 || code === 127) && errors.startsWith('prlimit: failed to execute ')
}

/**
 * A shell opens the filter for bwrap, joins the control group and then execs the command, so that no process ever runs
 * outside the group.
 */
function joinAndExec(group: ControlGroup | undefined, filter: string | undefined): string[] {
  const opens = filter === undefined ? 'shift' : `exec ${String(FILTER_FD)}< "$1" && shift`
  return ['sh', '-c', [opens, ...joinCommands(group), 'exec "$@"'].join(' && '), 'join', filter ?? '']
}

/** Where a command sees the home folder that it was given. */
const HOME = '/home'

type Place = Provided & { readonly at: string }

function bwrapFor(frame: Frame, { command, root, provided }: Placed): string[] {
  const places = [...provided].map(([at, each]) => ({ ...each, at: path.posix.resolve(INSIDE, at) }))
  const cwd = path.posix.join(INSIDE, path.relative(root, command.cwd))
  return [
    'bwrap',
    ...(frame.user === undefined ? ['--unshare-user'] : []),
    ...systemMounts(),
    ...frame.identity,
    ...hostMounts(frame),
    ...['--bind', root, INSIDE],
    ...(command.home === undefined ? [] : ['--bind', command.home, HOME]),
    ...places.flatMap(({ at, from }) => (at === from ? readOnlyAtOwnPath(at) : ['--ro-bind', from, at])),
    ...places.flatMap(({ at, scratch }) =>
      scratch.flatMap((name) => inMemory(path.posix.join(at, name), SCRATCH_BYTES)),
    ),
    ...(frame.access?.mounts ?? []),
    ...['--chdir', cwd, '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--hostname', 'sandbox', '--remount-ro', '/', '--die-with-parent'],
    // Without --clearenv, bwrap passes on its own environment: the secrets, and PATH, which is set below.
    ...(command.secrets === undefined ? ['--clearenv'] : []),
    ...Object.entries(environmentOf(frame, command, places)).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(frame.nested?.enter === undefined ? loadFilter(frame.filter !== undefined) : []),
    '--',
  ]
}

/** Mounts the file systems in memory, and the folders of the host besides the system. */
function hostMounts({ python, shows, places, hides }: Frame): string[] {
  const toolchain = toolchainOf(process.execPath)
  return [
    ...toolchain.flatMap(readOnlyAtOwnPath),
    ...processesAndDevices(),
    ...inMemory('/tmp', TMP_BYTES),
    ...[...inMemory('/dev/shm', SHM_BYTES), '--remount-ro', '/dev'],
    ...inMemory('/run', RUN_BYTES, '0755'),
    ...[...(python?.folders ?? []), ...shows].flatMap(readOnlyAtOwnPath),
    ...places.flatMap(({ from, at }) => readOnlyAt(from, at)),
    ...hideFolders(hides, ['/usr', ...toolchain, ...shows]),
  ]
}

/** The command's own variables override the others. */
function environmentOf(
  { access, python }: Frame,
  { env, home }: SandboxCommand,
  places: readonly Place[],
): Record<string, string> {
  const folders: Record<string, string> = {}
  for (const { at, variable } of places) if (variable !== undefined) folders[variable] = at
  return {
    ...{ ...baseEnvironment(home === undefined ? '/tmp' : HOME), ...access?.environment, ...folders },
    ...{ ...pythonPath(python, folders['PYTHONPATH']), ...env },
  }
}

function dropPrivileges({ user, nested, filter }: Frame): readonly string[] {
  return user === undefined ? (nested?.enter?.(filter !== undefined) ?? []) : asUser(user)
}

/**
 * RLIMIT_AS is not set, because Node does not start under it. RLIMIT_NPROC is set only if the user, or the user namespace
 * that it counts, belongs to this trial alone.
 */
function limitResources({ user, nested, limits }: Frame): string[] {
  const ownCount = user !== undefined || nested?.countsAlone === true
  const processes = ownCount ? [`--nproc=${String(limits.processes)}`] : []
  return [
    ...['prlimit', `--cpu=${String(limits.cpu + CPU_MARGIN)}`, ...processes, `--fsize=${String(limits.fileSize)}`],
    ...[`--nofile=${String(limits.openFiles)}`, '--core=0'],
  ]
}
