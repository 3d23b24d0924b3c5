import { existsSync } from 'node:fs'
import { chown, lstat, mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { Cleanup } from '../lib/async/cleanup.ts'
import { spawnGroup } from '../lib/processes/spawn.ts'
import type { Python, Running, Sandbox, SandboxCommand } from '../contracts/types.ts'
import { loadFilter, nestedUser, type NestedUser } from './bubblewrap/nested.ts'
import { openNetwork, type PrivateNetwork } from './bubblewrap/network.ts'
import { identityMounts, takeUserId } from './bubblewrap/identity.ts'
import { hiding, keysHidden, readOnlyAtOwnPath, systemMounts, toolchainOf } from './bubblewrap/mounts.ts'
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

/** Where a project sees itself. */
const INSIDE = '/project'
const OUTPUT_LIMIT = 512 * 1024
/** Seconds by which the kernel's own limit, which counts each process alone and gives no reason, comes after ours. */
const CPU_MARGIN = 2
/** Files in memory: a control group counts them, and where there is none these are their bounds. */
const SCRATCH_BYTES = 64 * 1024 * 1024
const TMP_BYTES = 256 * 1024 * 1024
const SHM_BYTES = 64 * 1024 * 1024
const RUN_BYTES = 4 * 1024 * 1024

/**
 * The strong sandbox: namespaces of the kernel, by bubblewrap. Produced code sees the system's programs, its project and a
 * private /tmp, reaches its own loopback alone, has an unprivileged user without capabilities, and dies with its first
 * process.
 * @param scratch Folder of the trial; the folders in it are what commands run in
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
  const outside = options.registry
    ? await wayToRegistries(scratch, network, stack)
    : options.hosts && (await wayToHosts(options.hosts, scratch, network, stack))
  const { python, shows = [], hides = [] } = options
  const own = { enter: network.enter, entrance, group, filter, user, nested, identity, limits }
  const frame: Frame = { ...own, provided, outside, python, shows, hides }
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
      // They cannot be made in what is shown read-only.
      await Promise.all(scratch.map((name) => mkdir(path.join(from, name), { recursive: true })))
      provided.set(at, { from, variable, scratch })
    },
    unreachable: () => Promise.resolve(outside?.unreachable()),
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
      // A step that ran in another sandbox meanwhile, such as installing, made it that one's.
      if (user !== undefined && !(await belongsTo(root, user))) await giveTo(root, user)
      roots.add(root)
      const child = await spawnGroup({
        argv: commandLine(frame, root, command),
        cwd: '/',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...command.secrets },
        stdin: command.stdin,
        outputLimit: command.outputLimit ?? OUTPUT_LIMIT,
        endAtLimit: command.endAtLimit ?? false,
        causeAtExit: async (code, errors) => {
          await monitor.look()
          return reached ?? startProblem(code, errors)
        },
      })
      running.push(child)
      return child
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** What a launcher shows the project besides its own files. */
interface Provided {
  readonly from: string
  readonly variable: string | undefined
  /** Folders in it that can be written for as long as a program runs. */
  readonly scratch: readonly string[]
}

interface Frame {
  readonly enter: readonly string[]
  /** Gives a session keyring of its own; undefined where nothing on this machine can. */
  readonly entrance: Entrance | undefined
  readonly group: ControlGroup | undefined
  /** The file with the filter of system calls; undefined on an architecture without a list. */
  readonly filter: string | undefined
  readonly user: number | undefined
  /** Where there is no root to change the user. */
  readonly nested: NestedUser | undefined
  readonly identity: readonly string[]
  readonly limits: SandboxLimits
  /** Path in the project → folder of the host, and the variable that names it inside. */
  readonly provided: Map<string, Provided>
  /** What can be reached besides the trial's own loopback. */
  readonly outside: Outside | undefined
  readonly python: Python | undefined
  readonly shows: readonly string[]
  readonly hides: readonly string[]
}

interface Outside {
  readonly unreachable: () => string | undefined
  readonly environment: Readonly<Record<string, string>>
  readonly mounts: readonly string[]
}

/** A proxy to the registries' hosts, and what is needed to trust what they say. */
async function wayToRegistries(scratch: string, network: PrivateNetwork, cleanup: Cleanup): Promise<Outside> {
  const { hosts, environment: settings } = await registries()
  const socket = path.join(await mkdtemp(path.join(scratch, 'gate-')), 'socket')
  const { address, unreachable } = await openRegistryGate({ socket, hosts, cleanup, ...network })
  const proxies = Object.fromEntries(PROXY_VARIABLES.map((name) => [name, address]))
  const mounts = ['--ro-bind-try', '/etc/ssl', '/etc/ssl']
  return { environment: { ...settings, ...proxies }, mounts, unreachable }
}

/** To the hosts that a tool needs: those of this machine at their own ports, the others by a proxy. */
async function wayToHosts(
  hosts: readonly string[],
  scratch: string,
  network: PrivateNetwork,
  cleanup: Cleanup,
): Promise<Outside> {
  const folder = await mkdtemp(path.join(scratch, 'gate-'))
  const { proxy, unreachable } = await openHostGate(hosts, { folder, cleanup, ...network })
  const names = [...PROXY_VARIABLES.slice(0, 4), 'ALL_PROXY', 'all_proxy']
  const proxies = proxy === undefined ? [] : names.map((name) => [name, proxy] as const)
  const direct = 'localhost,127.0.0.1,::1'
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
 * Opens the filter, joins the control group, takes a new session keyring, enters the network, builds the mounts, drops the user,
 * loads the filter, sets the limits, and runs the command.
 */
function commandLine(frame: Frame, root: string, command: SandboxCommand): string[] {
  return [
    ...joining(frame.group, frame.filter),
    ...(frame.entrance?.enter() ?? []),
    ...frame.enter,
    ...bwrapFor(frame, root, command),
    ...dropping(frame),
    ...command.argv,
  ]
}

/**
 * A shell opens the filter for bwrap, writes its own id into the group and then becomes the command: no process is outside for a
 * moment.
 */
export function joining(group: ControlGroup | undefined, filter: string | undefined): string[] {
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
    ...{ ...environment(), ...frame.outside?.environment, ...provided },
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
      ...keysHidden(),
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
    ...hiding(frame.hides, ['/usr', ...toolchain, ...frame.shows]),
    ...['--bind', root, INSIDE],
    ...places.flatMap(({ at, from }) => (at === from ? readOnlyAtOwnPath(at) : ['--ro-bind', from, at])),
    ...places.flatMap(({ at, scratch }) => scratch.flatMap((name) => scratchAt(path.posix.join(at, name)))),
    ...(frame.outside?.mounts ?? []),
    ...['--chdir', inside, '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--hostname', 'sandbox', '--remount-ro', '/', '--die-with-parent', '--new-session'],
    // Without it, what bwrap itself was started with is passed on: PATH, which is set below, and the secrets.
    ...(command.secrets === undefined ? ['--clearenv'] : []),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(frame.nested?.enter === undefined ? loadFilter(frame.filter !== undefined) : []),
    '--',
  ]
}

/** A small file system of its own, which everybody may write. */
function scratchAt(place: string): string[] {
  return ['--size', String(SCRATCH_BYTES), '--perms', '1777', '--tmpfs', place]
}

function environment(): Record<string, string> {
  const node = path.dirname(process.execPath)
  return { PATH: `${node}:/usr/local/bin:/usr/bin:/bin`, HOME: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC' }
}

/**
 * Memory is never limited by RLIMIT_AS, under which Node does not start. The number of processes is limited by user only
 * where the user, or the namespace that is counted, is the trial's own.
 */
function dropping({ user, nested, limits, filter }: Frame): string[] {
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

/** The last program before the command is prlimit: its complaint means that there was no command to become. */
function startProblem(code: number | null, errors: string): string | undefined {
  const missing = (code === 126 || code === 127) && errors.startsWith('prlimit: failed to execute ')
  return missing ? 'there is no such program, or it may not be executed' : undefined
}

async function belongsTo(folder: string, user: number): Promise<boolean> {
  if (!existsSync(folder)) return false
  return (await lstat(folder)).uid === user
}

/** Makes a folder and all in it belong to a user, links not followed. */
async function giveTo(folder: string, user: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chown(await realpath(folder), user, user)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) await giveTo(file, user)
    else if ((await lstat(file)).isFile()) await chown(file, user, user)
  }
}
