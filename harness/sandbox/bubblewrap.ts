import { existsSync } from 'node:fs'
import { chown, lstat, mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { Cleanup } from '../lib/async/cleanup.ts'
import { withoutProxy } from '../lib/network/loopback.ts'
import { spawnGroup } from '../lib/processes/spawn.ts'
import type { Python, Running, Sandbox, SandboxCommand } from '../contracts/types.ts'
import { loadFilter, nestedUser, type NestedUser } from './bubblewrap/nested.ts'
import { openNetwork, type PrivateNetwork } from './bubblewrap/network.ts'
import { identityMounts, takeUserId } from './bubblewrap/identity.ts'
import { hideFolders, hideKeys, readOnlyAtOwnPath, systemMounts, toolchainOf } from './bubblewrap/mounts.ts'
import { createControlGroup } from './cgroup/cgroup.ts'
import type { ControlGroup } from './cgroup/types.ts'
import { findEntrance, type Entrance } from './entrance.ts'
import { openHostGate } from './host-gate.ts'
import { PROJECT_LIMITS, pythonPath, type SandboxLimits, type SandboxOptions } from './limits.ts'
import { MOST_ENTRIES, diskUsage } from './disk.ts'
import { Monitor } from './monitor.ts'
import { OpenFiles } from './open-files.ts'
import { openRegistryGate } from './registry-gate.ts'
import { registries, registryProblem } from './registries.ts'
import { rootOf } from './root.ts'
import { FILTER_FD, writeFilter } from './seccomp/filter.ts'
import { browserCage } from './bubblewrap/browser-cage.ts'

/** The project's folder inside the sandbox. */
const INSIDE = '/project'
const OUTPUT_LIMIT = 512 * 1024
/**
 * Seconds added to RLIMIT_CPU, so that the monitor's CPU limit is reached first: the kernel counts each process alone and
 * gives no reason.
 */
const CPU_MARGIN = 2
/** Sizes of file systems in memory. A control group counts them; without one, these bound them. */
const SCRATCH_BYTES = 64 * 1024 * 1024
const TMP_BYTES = 256 * 1024 * 1024
const SHM_BYTES = 64 * 1024 * 1024
const RUN_BYTES = 4 * 1024 * 1024

/**
 * The strong sandbox: kernel namespaces made by bubblewrap. Produced code sees the system's programs, its project and a
 * private /tmp. It reaches only its own loopback, runs as an unprivileged user without capabilities, and dies with its
 * first process.
 * @param scratch Folder of the trial; commands run in the folders directly below it
 */
export async function openBubblewrapSandbox(scratch: string, options: SandboxOptions = {}): Promise<Sandbox> {
  const limits = options.limits ?? PROJECT_LIMITS
  await using stack = new Cleanup()
  const network = stack.use(await openNetwork())
  const group = await createControlGroup(limits)
  if (group) stack.defer(() => group.remove())
  const user = takeUserId()
  const nested = user === undefined ? await nestedUser() : undefined
  const entrance = await findEntrance()
  const filter = await writeFilter(scratch, group !== undefined)
  const identity = await identityMounts(await mkdtemp(path.join(scratch, 'etc-')), user ?? process.getuid?.() ?? 0)
  const running: Running[] = []
  const provided: Frame['provided'] = new Map()
  const roots = new Set<string>()
  let reached: string | undefined
  const pids = () => running.map(({ pid }) => pid)
  const openFiles = new OpenFiles(scratch, pids)
  const monitor = new Monitor({
    limits,
    group,
    roots: pids,
    openFiles,
    folders: () => [...roots],
    onLimit(reason) {
      reached = reason
      for (const child of running) void child.end(reason)
    },
  })
  stack.defer(async () => {
    monitor.stop()
    await Promise.all(running.map((child) => child.end('ended with its trial')))
  })
  const access = options.registry
    ? await openRegistryAccess(scratch, network, stack)
    : options.hosts && (await openHostAccess(options.hosts, scratch, network, stack))
  const { python, shows = [], hides = [] } = options
  const own = { enter: network.enter, entrance, group, filter, user, nested, identity, limits }
  const frame: Frame = { ...own, provided, access, python, shows, hides }
  const cage =
    options.browser === false
      ? undefined
      : await browserCage({ scratch, enter: network.enter, stack, identity, entrance })
  const open = stack.move()

  return {
    name: 'bubblewrap',
    privateLoopback: true,
    ...(cage === undefined ? {} : { browser: cage }),
    isListening: (port) => network.isListening(port),
    async provide(from, at, variable, scratch = []) {
      // Created now: inside, the folder is read-only.
      await Promise.all(scratch.map((name) => mkdir(path.join(from, name), { recursive: true })))
      provided.set(at, { from, variable, scratch })
    },
    unreachable: () => Promise.resolve(access?.unreachable()),
    ...(options.registry === true ? { registryProblem } : {}),
    openBytes: async () => openFiles.bytes(await diskUsage([...roots], Infinity, MOST_ENTRIES)),
    async spawn(command) {
      if (reached !== undefined) {
        await Promise.all(running.map(({ exit }) => exit))
        running.length = 0
        roots.clear()
        reached = undefined
        monitor.restart()
      }
      const root = rootOf(scratch, command.cwd)
      // A step in another sandbox, such as installing, may have changed the owner.
      if (user !== undefined && !(await isOwnedBy(root, user))) await changeOwner(root, user)
      roots.add(root)
      const child = await spawnGroup({
        argv: commandLine(frame, root, command),
        cwd: '/',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...command.secrets },
        stdin: command.stdin,
        outputLimit: command.outputLimit ?? OUTPUT_LIMIT,
        endAtLimit: command.endAtLimit ?? false,
        causeAtExit: async (code, errors) => {
          await monitor.check()
          return reached ?? startProblem(code, errors)
        },
      })
      running.push(child)
      return child
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** A folder of the host that a launcher shows to the project. */
interface Provided {
  readonly from: string
  readonly variable: string | undefined
  /** Subfolders that are writable while a program runs. */
  readonly scratch: readonly string[]
}

interface Frame {
  readonly enter: readonly string[]
  /** Gives each command its own session keyring; undefined if this machine cannot. */
  readonly entrance: Entrance | undefined
  readonly group: ControlGroup | undefined
  /** File with the system call filter; undefined on an unsupported architecture. */
  readonly filter: string | undefined
  readonly user: number | undefined
  /** Used without root, when the user cannot be changed. */
  readonly nested: NestedUser | undefined
  readonly identity: readonly string[]
  readonly limits: SandboxLimits
  /** Keyed by path inside the sandbox. */
  readonly provided: Map<string, Provided>
  /** Access to hosts besides the trial's own loopback. */
  readonly access: HostAccess | undefined
  readonly python: Python | undefined
  readonly shows: readonly string[]
  readonly hides: readonly string[]
}

interface HostAccess {
  readonly unreachable: () => string | undefined
  readonly environment: Readonly<Record<string, string>>
  readonly mounts: readonly string[]
}

/** A proxy to the registries' hosts, and the certificates to verify them. */
async function openRegistryAccess(scratch: string, network: PrivateNetwork, cleanup: Cleanup): Promise<HostAccess> {
  const { hosts, environment: settings } = await registries()
  const socket = path.join(await mkdtemp(path.join(scratch, 'gate-')), 'socket')
  const { address, unreachable } = await openRegistryGate({ socket, hosts, cleanup, ...network })
  const proxies = Object.fromEntries(PROXY_VARIABLES.map((name) => [name, address]))
  const mounts = ['--ro-bind-try', '/etc/ssl', '/etc/ssl']
  return { environment: { ...settings, ...proxies }, mounts, unreachable }
}

/** Access to the hosts that a tool needs: servers on this machine at their own ports, other hosts through a proxy. */
async function openHostAccess(
  hosts: readonly string[],
  scratch: string,
  network: PrivateNetwork,
  cleanup: Cleanup,
): Promise<HostAccess> {
  const folder = await mkdtemp(path.join(scratch, 'gate-'))
  const { proxy, unreachable } = await openHostGate(hosts, { folder, cleanup, ...network })
  const names = [...PROXY_VARIABLES.slice(0, 4), 'ALL_PROXY', 'all_proxy']
  const proxies = proxy === undefined ? [] : names.map((name) => [name, proxy] as const)
  const direct = withoutProxy()
  return {
    environment: { ...Object.fromEntries(proxies), NO_PROXY: direct, no_proxy: direct },
    mounts: ['--ro-bind-try', '/etc/ssl', '/etc/ssl'],
    unreachable,
  }
}

const PROXY_VARIABLES = [
  'http_proxy',
  'https_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'npm_config_proxy',
  'npm_config_https_proxy',
]

/**
 * Opens the filter, joins the control group, takes a new session keyring, enters the network, builds the mounts, drops
 * privileges, loads the filter, sets the limits, and runs the command.
 */
function commandLine(frame: Frame, root: string, command: SandboxCommand): string[] {
  return [
    ...joinAndExec(frame.group, frame.filter),
    ...(frame.entrance?.enter() ?? []),
    ...frame.enter,
    ...bwrapFor(frame, root, command),
    ...dropPrivileges(frame),
    ...command.argv,
  ]
}

/**
 * A shell opens the filter for bwrap, joins the control group and then execs the command, so that no process ever runs
 * outside the group.
 */
export function joinAndExec(group: ControlGroup | undefined, filter: string | undefined): string[] {
  const opens = filter === undefined ? 'shift' : `exec ${String(FILTER_FD)}< "$1" && shift`
  const joins = group?.joinFiles.map((file) => `echo $$ > ${file}`) ?? []
  return ['sh', '-c', [opens, ...joins, 'exec "$@"'].join(' && '), 'join', filter ?? '']
}

function bwrapFor(frame: Frame, root: string, command: SandboxCommand): string[] {
  const inside = path.posix.join(INSIDE, path.relative(root, command.cwd))
  const places = [...frame.provided].map(([at, each]) => ({ ...each, at: path.posix.resolve(INSIDE, at) }))
  const named = places.flatMap(({ at, variable }): [string, string][] =>
    variable === undefined ? [] : [[variable, at]],
  )
  const provided = Object.fromEntries(named)
  const env = {
    ...{ ...environment(), ...frame.access?.environment, ...provided },
    ...{ ...pythonPath(frame.python, provided['PYTHONPATH']), ...command.env },
  }
  const toolchain = toolchainOf(process.execPath)
  return [
    'bwrap',
    ...(frame.user === undefined ? ['--unshare-user'] : []),
    ...systemMounts(),
    ...frame.identity,
    ...toolchain.flatMap(readOnlyAtOwnPath),
    ...[
      '--proc',
      '/proc',
      ...hideKeys(),
      '--dev',
      '/dev',
      '--size',
      String(TMP_BYTES),
      '--perms',
      '1777',
      '--tmpfs',
      '/tmp',
    ],
    ...['--size', String(SHM_BYTES), '--perms', '1777', '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(RUN_BYTES), '--tmpfs', '/run'],
    ...[...(frame.python?.folders ?? []), ...frame.shows].flatMap(readOnlyAtOwnPath),
    ...hideFolders(frame.hides, ['/usr', ...toolchain, ...frame.shows]),
    ...['--bind', root, INSIDE],
    ...places.flatMap(({ at, from }) => (at === from ? readOnlyAtOwnPath(at) : ['--ro-bind', from, at])),
    ...places.flatMap(({ at, scratch }) => scratch.flatMap((name) => scratchAt(path.posix.join(at, name)))),
    ...(frame.access?.mounts ?? []),
    ...['--chdir', inside, '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--hostname', 'sandbox', '--remount-ro', '/', '--die-with-parent', '--new-session'],
    // Without --clearenv, bwrap passes on its own environment: the secrets, and PATH, which is set below.
    ...(command.secrets === undefined ? ['--clearenv'] : []),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(frame.nested?.enter === undefined ? loadFilter(frame.filter !== undefined) : []),
    '--',
  ]
}

/** A small file system in memory that every user may write to. */
function scratchAt(place: string): string[] {
  return ['--size', String(SCRATCH_BYTES), '--perms', '1777', '--tmpfs', place]
}

function environment(): Record<string, string> {
  const node = path.dirname(process.execPath)
  return { PATH: `${node}:/usr/local/bin:/usr/bin:/bin`, HOME: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC' }
}

/**
 * RLIMIT_AS is not set, because Node does not start under it. RLIMIT_NPROC is set only if the user, or the user namespace
 * that it counts, belongs to this trial alone.
 */
function dropPrivileges({ user, nested, limits, filter }: Frame): string[] {
  const drop =
    user === undefined
      ? (nested?.enter?.(filter !== undefined) ?? [])
      : [
          ...['setpriv', `--reuid=${String(user)}`, `--regid=${String(user)}`, '--clear-groups', '--no-new-privs'],
          ...['--inh-caps=-all', '--bounding-set=-all'],
        ]
  const ownCount = user !== undefined || nested?.countsAlone === true
  const processes = ownCount ? [`--nproc=${String(limits.processes)}`] : []
  return [
    ...drop,
    ...['prlimit', `--cpu=${String(limits.cpu + CPU_MARGIN)}`, ...processes, `--fsize=${String(limits.fileSize)}`],
    ...[`--nofile=${String(limits.openFiles)}`, '--core=0'],
  ]
}

/** prlimit is the last program before the command: its error means that the command could not be executed. */
function startProblem(code: number | null, errors: string): string | undefined {
  const missing = (code === 126 || code === 127) && errors.startsWith('prlimit: failed to execute ')
  return missing ? 'the program does not exist or is not executable' : undefined
}

async function isOwnedBy(folder: string, user: number): Promise<boolean> {
  if (!existsSync(folder)) return false
  return (await lstat(folder)).uid === user
}

/** Changes the owner of a folder and everything in it. Does not follow links. */
async function changeOwner(folder: string, user: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chown(await realpath(folder), user, user)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) await changeOwner(file, user)
    else if ((await lstat(file)).isFile()) await chown(file, user, user)
  }
}
