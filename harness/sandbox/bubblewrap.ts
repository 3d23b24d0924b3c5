import { mkdir, mkdtemp, chown, lstat, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { existsSync } from 'node:fs'
import { Cleanup } from '../lib/async/cleanup.ts'
import type { Sandbox } from '../contracts/types.ts'
import { openBrowserSandbox } from './bubblewrap/browser-sandbox.ts'
import { commandLine, couldNotStart, type Frame, type Provided } from './bubblewrap/command-line.ts'
import { openDisplay } from './bubblewrap/display.ts'
import { openHostAccess } from './bubblewrap/host-access.ts'
import { identityMounts, takeUserId } from './bubblewrap/identity.ts'
import { nestedUser } from './bubblewrap/nested.ts'
import { openNetwork, type PrivateNetwork } from './bubblewrap/network.ts'
import { createControlGroup } from './cgroup/cgroup.ts'
import { findEntrance } from './entrance.ts'
import { PROJECT_LIMITS, type SandboxOptions } from './limits.ts'
import { runMeasured } from './measured/run.ts'
import { SandboxProcesses, workspaceRoot } from './processes.ts'
import { registryProblem } from './registries.ts'
import { writeFilter } from './seccomp/filter.ts'

/**
 * The strong sandbox: kernel namespaces made by bubblewrap. Produced code sees the system's programs, its project and a
 * private /tmp. It reaches only its own loopback, runs as an unprivileged user without capabilities, and dies with its
 * first process.
 * @param scratch Folder of the trial; commands run in the folders directly below it
 */
export async function openBubblewrapSandbox(scratch: string, options: SandboxOptions = {}): Promise<Sandbox> {
  await using stack = new Cleanup()
  const network = stack.use(await openNetwork(scratch))
  const frame = await openFrame(scratch, options, network, stack)
  const { enter, entrance, identity, limits, group, user, access } = frame
  const processes = stack.use(new SandboxProcesses({ scratch, limits, group, couldNotStart }))
  const browser =
    options.browser === false ? undefined : await openBrowserSandbox({ enter, entrance, identity, scratch, stack })
  const provided = new Map<string, Provided>()
  const displays = stack.use(new Cleanup())
  const open = stack.move()

  return {
    name: 'bubblewrap',
    privateLoopback: true,
    ...(browser === undefined ? {} : { browser }),
    async openDisplay(size) {
      const provide = (from: string, at: string) => provided.set(at, { from, variable: undefined, scratch: [] })
      return displays.use(await openDisplay({ scratch, entrance, identity, provide }, size))
    },
    listening: () => network.listening(),
    async provide(from, at, variable, scratch = []) {
      // Created now: inside, the folder is read-only.
      await Promise.all(scratch.map((name) => mkdir(path.join(from, name), { recursive: true })))
      provided.set(at, { from, variable, scratch })
    },
    unreachable: async () => access?.unreachable(),
    ...(options.registry === true ? { registryProblem } : {}),
    openBytes: () => processes.openBytes(),
    problem: () => processes.problem(),
    async spawn(command) {
      const root = await processes.prepare(command)
      // A step in another sandbox, such as installing, may have changed the owner.
      for (const folder of [root, ...(command.home === undefined ? [] : [command.home])])
        if (user !== undefined && !(await isOwnedBy(folder, user))) await changeOwner(folder, user)
      const argv = commandLine(frame, { command, root, provided })
      const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...command.secrets }
      return processes.start(command, { argv, cwd: '/', env })
    },
    async measure(command) {
      const root = workspaceRoot(scratch, command.cwd)
      if (user !== undefined && !(await isOwnedBy(root, user))) await changeOwner(root, user)
      return runMeasured(command, (argv, alone, measured) => ({
        argv: commandLine(
          { ...frame, group: alone, limits: measured },
          { command: { ...command, argv, stdin: 'none' }, root, provided },
        ),
        cwd: '/',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      }))
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

async function openFrame(
  scratch: string,
  options: SandboxOptions,
  network: PrivateNetwork,
  cleanup: Cleanup,
): Promise<Frame> {
  const { limits = PROJECT_LIMITS, python, shows = [], places = [], hides = [] } = options
  const group = await createControlGroup(limits)
  if (group) cleanup.defer(() => group.remove())
  const user = takeUserId()
  return {
    enter: network.enter,
    entrance: await findEntrance(),
    group,
    filter: await writeFilter(scratch, group !== undefined),
    user,
    nested: user === undefined ? await nestedUser() : undefined,
    identity: await identityMounts(await mkdtemp(path.join(scratch, 'etc-')), user ?? process.getuid?.() ?? 0),
    limits,
    access: await openHostAccess(options, { scratch, network, cleanup }),
    ...{ python, shows, places, hides },
  }
}

// ---- owner ---------------------------------------------------------------------------------------------------------

async function isOwnedBy(folder: string, user: number): Promise<boolean> {
  if (!existsSync(folder)) return false
  return (await lstat(folder)).uid === user
}

/** Changes the owner of a folder and everything in it. Does not follow links. */
async function changeOwner(folder: string, user: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const root = await realpath(folder)
  await chown(root, user, user)
  await changeInside(Buffer.from(root), user)
}

/** Paths are bytes: as text, names that are not UTF-8 would be those of other files. */
async function changeInside(folder: Buffer, user: number): Promise<void> {
  for (const name of await readdir(folder, { encoding: 'buffer' })) {
    const file = Buffer.concat([folder, SEPARATOR, name])
    const status = await lstat(file)
    if (!status.isDirectory() && !status.isFile()) continue
    await chown(file, user, user)
    if (status.isDirectory()) await changeInside(file, user)
  }
}
const SEPARATOR = Buffer.from(path.sep)
