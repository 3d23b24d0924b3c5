import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { spawnGroup } from '../lib/processes/spawn.ts'
import type { Running, Sandbox, SandboxCommand } from '../contracts/types.ts'
import { findEntrance, NO_COMMAND } from './entrance.ts'
import { PROJECT_LIMITS, pythonPath, type SandboxOptions } from './limits.ts'
import { MOST_ENTRIES, diskUsage } from './disk.ts'
import { Monitor } from './monitor.ts'
import { OpenFiles } from './open-files.ts'
import { registries, registryProblem, unreachableHosts } from './registries.ts'
import { rootOf } from './root.ts'
import { compiledFilter } from './seccomp/filter.ts'

/** Environment variable with the id of the sandbox. It identifies processes that have left their process group. */
const MARK = 'PE_SANDBOX_ID'
const OUTPUT_LIMIT = 512 * 1024

/**
 * The weak sandbox, for systems without namespaces: plain processes of the same user in their own process groups, with a clean
 * environment. They can read and write everything that the user can. On Linux, if the machine has Perl or Python, they also get
 * their own session keyring and the system call filter.
 * @param home Folder for HOME and TMPDIR, in the scratch folder of the trial
 */
export function openProcessSandbox(home: string, options: SandboxOptions = {}): Sandbox {
  const limits = options.limits ?? PROJECT_LIMITS
  const id = randomBytes(12).toString('hex')
  const scratch = path.dirname(home)
  const running: Running[] = []
  const provided = new Map<string, { readonly from: string; readonly variable: string | undefined }>()
  const roots = new Set<string>()
  const networkSettings = options.registry === true || options.hosts ? networkEnvironment() : {}
  const copies = new Map<string, Promise<string>>()
  /** This sandbox cannot make a folder read-only, so the project gets a copy. */
  const ownCopy = (from: string): Promise<string> => {
    const copy = copies.get(from) ?? copyOf(from, scratch)
    copies.set(from, copy)
    return copy
  }
  let reached: string | undefined
  const pids = () => running.map(({ pid }) => pid)
  const openFiles = new OpenFiles(scratch, pids)
  const monitor = new Monitor({
    limits,
    group: undefined,
    roots: pids,
    openFiles,
    folders: () => [...roots],
    onLimit(reason) {
      reached = reason
      for (const child of running) void child.end(reason)
    },
  })
  return {
    name: 'process',
    privateLoopback: false,
    async provide(from, at, variable) {
      provided.set(at, { from, variable })
      // Copied now, so that the time does not count for a testcode.
      if (at !== from) await ownCopy(from)
    },
    unreachable: async () => {
      if (options.hosts) return unreachableHosts(new Set(options.hosts))
      return options.registry === true ? unreachableHosts((await registries()).hosts) : undefined
    },
    ...(options.registry === true ? { registryProblem } : {}),
    openBytes: async () => openFiles.bytes(await diskUsage([...roots], Infinity, MOST_ENTRIES)),
    async spawn(command: SandboxCommand) {
      if (reached !== undefined) {
        await Promise.all(running.map(({ exit }) => exit))
        running.length = 0
        roots.clear()
        reached = undefined
        monitor.restart()
      }
      const root = rootOf(scratch, command.cwd)
      roots.add(root)
      const named: Record<string, string> = {}
      for (const [at, { from, variable }] of provided) {
        const place = path.resolve(root, at)
        if (place !== from) await linkUnlessThere(await ownCopy(from), place)
        if (variable !== undefined) named[variable] = place
      }
      const entrance = await findEntrance()
      const child = await spawnGroup({
        argv: [...(entrance?.enter(compiledFilter(false)) ?? []), ...command.argv],
        cwd: command.cwd,
        env: {
          ...{
            ...baseEnvironment(home),
            ...networkSettings,
            ...named,
            ...pythonPath(options.python, named['PYTHONPATH']),
          },
          ...{ ...command.env, ...command.secrets, [MARK]: id },
        },
        stdin: command.stdin,
        outputLimit: command.outputLimit ?? OUTPUT_LIMIT,
        endAtLimit: command.endAtLimit ?? false,
        causeAtExit: (code, errors) => Promise.resolve(reached ?? startProblem(code, errors)),
      })
      running.push(child)
      return child
    },
    async [Symbol.asyncDispose]() {
      monitor.stop()
      await Promise.all(running.map((child) => child.end('ended with its trial')))
      await killMarked(`${MARK}=${id}`)
    },
  }
}

/** The entrance is the last program before the command: its error means that the command could not be executed. */
function startProblem(code: number | null, errors: string): string | undefined {
  const missing = code === 127 && errors.startsWith(NO_COMMAND)
  return missing ? 'the program does not exist or is not executable' : undefined
}

/** The machine's network settings that package clients need. None of them holds a secret. */
function networkEnvironment(): Record<string, string> {
  const names =
    /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|pip_(cert|index_url)|npm_config_(registry|cafile))$/i
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined,
    ),
  )
}

/** Keeps the folder's name, because Node looks up packages in folders named `node_modules`. */
async function copyOf(from: string, scratch: string): Promise<string> {
  const to = path.join(await mkdtemp(path.join(scratch, 'provided-')), path.basename(from))
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  return to
}

async function linkUnlessThere(from: string, at: string): Promise<void> {
  await symlink(from, at).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
}

function baseEnvironment(home: string): Record<string, string> {
  return {
    PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  }
}

/** Kills processes whose environment contains the mark until none is left. Linux only: other systems have no /proc. */
async function killMarked(mark: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (;;) {
    const pids = await processesWith(mark)
    if (pids.length === 0) return
    for (const pid of pids) killProcess(pid)
  }
}

async function processesWith(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const marked = await Promise.all(pids.map((pid) => environmentHolds(pid, mark)))
  return pids.filter((_, index) => marked[index])
}

/** False if the process has ended, is a zombie, or belongs to another user. */
async function environmentHolds(pid: number, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${String(pid)}/environ`, 'utf8').catch(() => '')
  return environment.includes(mark)
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
