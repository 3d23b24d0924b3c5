import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { readFile, readdir, cp, mkdtemp, symlink } from 'node:fs/promises'
import type { Sandbox, SandboxCommand } from '../contracts/types.ts'
import { findEntrance, NO_COMMAND } from './entrance.ts'
import { baseEnvironment, pythonPath } from './environment.ts'
import { PROJECT_LIMITS, type SandboxOptions } from './limits.ts'
import { runMeasured } from './measured/run.ts'
import { SandboxProcesses, workspaceRoot } from './processes.ts'
import { registries, registryProblem, unreachableHosts } from './registries.ts'
import { compiledFilter } from './seccomp/filter.ts'

/** Environment variable with the id of the sandbox. It identifies processes that have left their process group. */
const MARK = 'PE_SANDBOX_ID'

/**
 * The weak sandbox, for systems without namespaces: plain processes of the same user in their own process groups, with a clean
 * environment. They can read and write everything that the user can. On Linux, if the machine has Perl or Python, they also get
 * their own session keyring and the system call filter.
 * @param home Folder for HOME and TMPDIR, in the scratch folder of the trial
 */
export function openProcessSandbox(home: string, options: SandboxOptions = {}): Sandbox {
  const id = randomUUID()
  const scratch = path.dirname(home)
  const provided = new ProvidedCopies(scratch)
  const limits = options.limits ?? PROJECT_LIMITS
  const processes = new SandboxProcesses({ scratch, limits, group: undefined, couldNotStart })
  const environment = { ...baseEnvironment(home), TMPDIR: home, ...networkSettings(options) }

  /** The command's own variables hide the others, except for the mark. */
  const environmentOf = ({ env, secrets, home: own }: SandboxCommand, folders: Readonly<Record<string, string>>) => ({
    ...{
      ...environment,
      ...(own === undefined ? {} : { HOME: own }),
      ...folders,
      ...pythonPath(options.python, folders['PYTHONPATH']),
    },
    ...{ ...env, ...secrets, [MARK]: id },
  })

  return {
    name: 'process',
    privateLoopback: false,
    provide: (from, at, variable) => provided.add(from, at, variable),
    unreachable: () => unreachableOf(options),
    ...(options.registry === true ? { registryProblem } : {}),
    openBytes: () => processes.openBytes(),
    problem: () => processes.problem(),
    async spawn(command) {
      const root = await processes.prepare(command)
      const folders = await provided.linkInto(root)
      const entrance = await findEntrance()
      return processes.start(command, {
        argv: [...(entrance?.enter(compiledFilter(false)) ?? []), ...command.argv],
        cwd: command.cwd,
        env: environmentOf(command, folders),
      })
    },
    async measure(command) {
      const folders = await provided.linkInto(workspaceRoot(scratch, command.cwd))
      const entrance = await findEntrance()
      return runMeasured(command, (argv) => ({
        argv: [...(entrance?.enter(compiledFilter(false)) ?? []), ...argv],
        cwd: command.cwd,
        env: environmentOf({ ...command, stdin: 'none' }, folders),
      }))
    },
    async [Symbol.asyncDispose]() {
      await processes[Symbol.asyncDispose]()
      await killMarked(`${MARK}=${id}`)
    },
  }
}

/** The entrance is the last program before the command. */
function couldNotStart(code: number | null, errors: string): boolean {
  return code === 127 && errors.startsWith(NO_COMMAND)
}

async function unreachableOf({ hosts, registry }: SandboxOptions): Promise<string | undefined> {
  if (hosts) return unreachableHosts(new Set(hosts))
  return registry === true ? unreachableHosts((await registries()).hosts) : undefined
}

const NETWORK_VARIABLES =
  /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|pip_(cert|index_url)|npm_config_(registry|cafile))$/i

/** The machine's network settings that package clients need. None of them holds a secret. */
function networkSettings({ registry, hosts }: SandboxOptions): Record<string, string> {
  if (registry !== true && hosts === undefined) return {}
  const isSetting = (entry: [string, string | undefined]): entry is [string, string] =>
    NETWORK_VARIABLES.test(entry[0]) && entry[1] !== undefined
  return Object.fromEntries(Object.entries(process.env).filter(isSetting))
}

// ---- marked --------------------------------------------------------------------------------------------------------

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

// ---- provided ------------------------------------------------------------------------------------------------------

interface Provided {
  readonly from: string
  readonly variable: string | undefined
}

/** Folders of the host that commands see. This sandbox cannot make a folder read-only, so the project gets a copy. */
class ProvidedCopies {
  readonly #scratch: string
  /** Keyed by path: relative to the folder of a command, or absolute. */
  readonly #provided = new Map<string, Provided>()
  /** Original → its copy. */
  readonly #copies = new Map<string, Promise<string>>()

  constructor(scratch: string) {
    this.#scratch = scratch
  }

  async add(from: string, at: string, variable: string | undefined): Promise<void> {
    this.#provided.set(at, { from, variable })
    // Copied now, so that the time does not count for a testcode.
    if (at !== from) await this.#copyOf(from)
  }

  /**
   * Puts links to the copies into a folder that a command runs in.
   * @returns The environment variables that name them
   */
  async linkInto(root: string): Promise<Record<string, string>> {
    const variables: Record<string, string> = {}
    for (const [at, { from, variable }] of this.#provided) {
      const place = path.resolve(root, at)
      if (place !== from) await linkUnlessThere(await this.#copyOf(from), place)
      if (variable !== undefined) variables[variable] = place
    }
    return variables
  }

  #copyOf(from: string): Promise<string> {
    const copy = this.#copies.get(from) ?? copied(from, this.#scratch)
    this.#copies.set(from, copy)
    return copy
  }
}

/** Keeps the folder's name, because Node looks up packages in folders named `node_modules`. */
async function copied(from: string, scratch: string): Promise<string> {
  const to = path.join(await mkdtemp(path.join(scratch, 'provided-')), path.basename(from))
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  return to
}

async function linkUnlessThere(from: string, at: string): Promise<void> {
  await symlink(from, at).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
}
