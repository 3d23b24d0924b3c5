/** Makes the virtual environment of a repository, in a sandbox that reaches the package index and nothing else. */
import { cp, lstat, mkdir, readdir, rename, writeFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { MachineFault, ProjectFault } from '../../errors.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import {
  ENVIRONMENT,
  ENVIRONMENT_RECORD,
  environmentEntry,
  environmentIn,
  type EnvironmentRecord,
  type RepositoryEnvironment,
} from '../../lib/python/environments.ts'
import type { Lacking, Requirements } from '../../lib/python/requirements.ts'
import { runStep } from '../../launchers/run-step.ts'
import { chooseSandbox, openSandbox } from '../../sandbox/index.ts'
import { INSTALL_LIMITS } from '../../sandbox/limits.ts'
import type { Python, Sandbox, SandboxCommand } from '../../contracts/types.ts'
import { isExecutableFile } from '../../lib/browser/places.ts'

/** Milliseconds for one command: large packages take minutes. */
const STEP = 10 * 60_000
/** Milliseconds for all requirements, one by one. */
const ONE_BY_ONE = 30 * 60_000
const LONGEST_REASON = 300

/**
 * The environment of these requirements, from the cache or new. Requirements that cannot be installed are named in its record.
 * @throws MachineFault if it cannot be made at all, or the index cannot be reached: then it is not cached
 */
export async function buildEnvironment(requirements: Requirements, python: Python): Promise<RepositoryEnvironment> {
  const entry = await environmentEntry(requirements, python)
  const found = await environmentIn(entry, python)
  if (found) return found
  await using scratch = await scratchFolder('environment')
  const folder = path.join(scratch.path, 'made')
  await mkdir(folder)
  const missing = await make(requirements, python, folder, scratch.path)
  await store(folder, entry, missing, python)
  const made = await environmentIn(entry, python)
  if (!made) throw new MachineFault(`the environment in ${entry} cannot be read again; remove that folder and repeat`)
  return made
}

interface Made {
  readonly tool: EnvironmentRecord['tool']
  readonly missing: readonly Lacking[]
}

async function make({ wanted, refused }: Requirements, python: Python, folder: string, scratch: string): Promise<Made> {
  const client = await environmentClient()
  await using sandbox = await openSandbox((await chooseSandbox()).name, scratch, {
    ...{ python, limits: INSTALL_LIMITS, registry: true, browser: false },
    shows: client.shows,
  })
  const created = await problemOf(sandbox, commandIn(folder, client, client.create(python.program)))
  if (created !== undefined) throw new MachineFault(`${python.program} makes no virtual environment: ${created}`)
  const missing = await installAll(sandbox, folder, client, wanted)
  return { tool: client.name, missing: [...refused, ...missing] }
}

function commandIn(folder: string, { env }: EnvironmentClient, argv: readonly string[]): SandboxCommand {
  return { argv, cwd: folder, env, stdin: 'none' }
}

/** All at once, so that their versions fit; if that fails, one by one, so that one of them does not cost the others. */
async function installAll(
  sandbox: Sandbox,
  folder: string,
  client: EnvironmentClient,
  wanted: readonly string[],
): Promise<Lacking[]> {
  const install = (names: readonly string[]) => problemOf(sandbox, commandIn(folder, client, client.install(names)))
  if ((await install(wanted)) === undefined) return []
  const lacking: Lacking[] = []
  const end = performance.now() + ONE_BY_ONE
  for (const requirement of wanted) {
    const reason = performance.now() > end ? 'there was no time left to install it' : await install([requirement])
    if (reason !== undefined) lacking.push({ requirement, reason })
  }
  return lacking
}

/**
 * Why a command failed; undefined if it did not.
 * @throws MachineFault if the index could not be reached
 */
async function problemOf(sandbox: Sandbox, command: SandboxCommand): Promise<string | undefined> {
  try {
    await runStep('install', command, sandbox, STEP)
    return undefined
  } catch (error) {
    if (!(error instanceof ProjectFault)) throw error
    const unreachable = await sandbox.unreachable?.()
    if (unreachable !== undefined)
      throw new MachineFault(
        `packages cannot be installed because this machine cannot reach ${unreachable}; PIP_INDEX_URL names another index`,
        { cause: error },
      )
    return lastLine(error)
  }
}

function lastLine({ output, message }: ProjectFault): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('WARNING'))
  const line = lines.findLast((each) => each.startsWith('ERROR')) ?? lines.at(-1) ?? message
  return line.replace(/^ERROR:\s*/, '').slice(0, LONGEST_REASON)
}

/**
 * Looks at what was installed, and moves it into the cache. Installed code may have run in the sandbox, so links in the place of
 * folders are refused, and nothing of it is started here.
 */
async function store(folder: string, entry: string, { tool, missing }: Made, python: Python): Promise<void> {
  const environment = path.join(folder, ENVIRONMENT)
  if (!(await foldersIn(folder)).includes(ENVIRONMENT)) throw new MachineFault('installing left no environment')
  const series = (await foldersIn(path.join(environment, 'lib'))).find((name) => /^python\d+\.\d+$/.test(name))
  const packages = path.join(environment, 'lib', series ?? '', 'site-packages')
  const installed = (await foldersIn(packages)).filter((name) => name.endsWith('.dist-info'))
  if (series === undefined || !installed.some((name) => name.startsWith('pytest-'))) {
    const why = missing.find(({ requirement }) => requirement.startsWith('pytest'))?.reason ?? 'it is not there'
    throw new MachineFault(`pytest is not in the virtual environment that was made: ${why}`)
  }
  const record: EnvironmentRecord = {
    ...{ schemaVersion: 1, tool, series },
    installed: installed.map((name) => name.replace(/\.dist-info$/, '')).toSorted(),
    missing: [...missing],
  }
  const copy = `${entry}.${String(process.pid)}`
  await mkdir(copy, { recursive: true })
  try {
    await cp(environment, path.join(copy, ENVIRONMENT), {
      recursive: true,
      verbatimSymlinks: true,
      filter: canBeCopied,
    })
    await writeFile(path.join(copy, ENVIRONMENT_RECORD), JSON.stringify(record))
    if (await isRenamed(copy, entry)) return
    // Another process may have made the same environment meanwhile, and use it now: only a broken one is replaced.
    if (await environmentIn(entry, python)) return
    await removeFolder(entry)
    await isRenamed(copy, entry)
  } finally {
    await removeFolder(copy)
  }
}

/** False if there is something else already. */
async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Folders below a folder, by name; empty if it is a link. */
async function foldersIn(folder: string): Promise<string[]> {
  const status = await lstat(folder).catch(() => undefined)
  if (status?.isDirectory() !== true) return []
  return (await readdir(folder, { withFileTypes: true })).filter((each) => each.isDirectory()).map(({ name }) => name)
}

/** Pipes and sockets cannot be copied, and packages do not contain them. */
async function canBeCopied(file: string): Promise<boolean> {
  const status = await lstat(file)
  return status.isFile() || status.isDirectory() || status.isSymbolicLink()
}

// ---- clients -------------------------------------------------------------------------------------------------------

// The programs that make a virtual environment and install packages into it.

/** Commands that run beside the folder of the environment. */
interface EnvironmentClient {
  readonly name: 'pip' | 'uv'
  /** Files that the sandbox has to show. */
  readonly shows: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** @param python The interpreter that the environment is of */
  create(python: string): readonly string[]
  /** Only wheels: installing one runs no code of its package. */
  install(requirements: readonly string[]): readonly string[]
}

const INTERPRETER = path.posix.join(ENVIRONMENT, 'bin', 'python')

const pip: EnvironmentClient = {
  name: 'pip',
  shows: [],
  env: {},
  create: (python) => [python, '-I', '-m', 'venv', ENVIRONMENT],
  install: (requirements) => [
    ...[INTERPRETER, '-I', '-m', 'pip', 'install', '--only-binary=:all:', '--no-input', '--retries=0'],
    ...['--disable-pip-version-check', '--no-cache-dir', '--', ...requirements],
  ],
}

function uvAt(program: string): EnvironmentClient {
  return {
    name: 'uv',
    shows: [program],
    // Without these it looks for other interpreters, links files into its cache, and reads settings of folders above.
    env: { UV_PYTHON_DOWNLOADS: 'never', UV_NO_CACHE: '1', UV_LINK_MODE: 'copy', UV_NO_CONFIG: '1', ...indexOfPip() },
    create: (python) => [program, 'venv', '--python', python, ENVIRONMENT],
    install: (requirements) => [
      ...[program, 'pip', 'install', '--python', INTERPRETER, '--only-binary=:all:', '--', ...requirements],
    ],
  }
}

/** The sandbox lets package clients reach the index of pip. */
function indexOfPip(): Record<string, string> {
  const { PIP_INDEX_URL: index = '' } = process.env
  return index === '' ? {} : { UV_INDEX_URL: index }
}

/** uv if it is on PATH: it is faster. Else the `venv` and `pip` of the interpreter. */
async function environmentClient(searchPath = process.env['PATH'] ?? ''): Promise<EnvironmentClient> {
  for (const folder of searchPath.split(path.delimiter).filter((each) => path.isAbsolute(each))) {
    const uv = path.join(folder, 'uv')
    if (await isExecutableFile(uv)) return uvAt(await realpath(uv))
  }
  return pip
}
