import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Sandbox, SandboxCommand } from '../contracts/types.ts'
import { findEntrance, NO_COMMAND } from './entrance.ts'
import { baseEnvironment, pythonPath } from './environment.ts'
import { PROJECT_LIMITS, type SandboxOptions } from './limits.ts'
import { killMarked } from './process/marked.ts'
import { ProvidedCopies } from './process/provided.ts'
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
