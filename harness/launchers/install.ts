import { cp, lstat, mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { spend } from '../lib/async/ledger.ts'
import { cacheFolder } from '../lib/files/caches.ts'
import { sha256 } from '../lib/files/digest.ts'
import type { InstallerNetwork, LaunchLimits, Sandbox, Workspace } from '../contracts/types.ts'
import { MachineFault, ProjectFault, SuspectedFault, messageOf } from '../errors.ts'
import { checkRequirements, installCommand, type InstallCommand } from './install-command.ts'
import { manifestsOf, writeManifests } from './manifests.ts'
import { networkProblem, type OwnInstall } from './network-problem.ts'
import { runStep } from './run-step.ts'

/** How a package client installs. */
interface Client extends OwnInstall {
  /** The folder of the installed packages, relative to the folder that the client runs in. */
  readonly folder: string
  /** The runtime that the packages are built for. Part of the cache key. */
  readonly runtime: (argv: readonly string[], workspace: Workspace, sandbox: Sandbox) => string | Promise<string>
  /** Subfolders of `folder` that build tools write to. */
  readonly scratch?: readonly string[]
  /** Environment variable with the packages' folder, if the runtime does not look there by default. */
  readonly variable?: string
}

const NPM: Client = {
  name: 'npm',
  plain: (manifests) => [
    ...['npm', manifests.some(({ name }) => name === 'package-lock.json') ? 'ci' : 'install'],
    '--fetch-retries=0',
  ],
  manifest: 'package.json',
  others: /^package-lock\.json$/,
  folder: 'node_modules',
  scratch: ['.cache', '.vite', '.vite-temp'],
  runtime: () => process.version,
}
const PIP: Client = {
  name: 'pip',
  plain: (_, python) => [python, '-m', 'pip', 'install', '--retries=0', '-r', 'requirements.txt'],
  manifest: 'requirements.txt',
  others: /^(?:requirements|constraints)[^/]*(?:\/.+)?\.txt$/,
  folder: '.packages',
  runtime: pipVersion,
  variable: 'PYTHONPATH',
}

/** The output names the Python that pip installs for: `pip 23.0.1 from /usr/lib/… (python 3.11)`. */
async function pipVersion(argv: readonly string[], workspace: Workspace, sandbox: Sandbox): Promise<string> {
  const pip = [...argv.slice(0, argv.indexOf('install')), '--version']
  await using child = await sandbox.spawn({ argv: pip, cwd: workspace.folder, stdin: 'none' })
  await child.exit
  return child.stdout.text()
}

const CLIENTS = { npm: NPM, pip: PIP } as const

/** A command other than a plain package client may run the project's code, which must not reach the registries. */
const NO_REGISTRIES: InstallerNetwork = { registries: false }

/** A package in the project itself. Its content is not part of the manifests, so the installation is not cached. */
const LOCAL_PACKAGE = /"file:|"link": *true|^\s*(-e\s+)?\.{0,2}\//m

/**
 * Runs the install step of a launch plan in its own sandbox, which can reach the registries. Packages that a package client
 * installs from manifests are cached by the digest of the manifests and shown to the project read-only. Any other command runs
 * in the project's own folder and cannot reach a registry.
 * @returns The project for its programs to run in, with the files that such a command left in its folder
 * @throws ProjectFault with the command's output
 * @throws MachineFault if the step fails, a registry cannot be reached, and the manifests alone cannot be installed either
 */
export async function install(
  workspace: Workspace,
  argv: readonly string[],
  sandbox: Sandbox,
  limits: LaunchLimits,
): Promise<Workspace> {
  const command = installCommand(argv, limits.python.program)
  try {
    return await spend('install', () => installOnce(workspace, argv, command, sandbox, limits))
  } catch (error) {
    if (!(error instanceof ProjectFault) || error.step !== 'install') throw error
    const problem = await networkProblem(workspace, command ? [CLIENTS[command.client]] : [NPM, PIP], limits)
    if (problem === undefined) throw error
    throw new MachineFault(
      `packages cannot be installed because this machine cannot reach ${problem}; ${messageOf(error)}`,
      { cause: error },
    )
  }
}

async function installOnce(
  workspace: Workspace,
  argv: readonly string[],
  command: InstallCommand | undefined,
  sandbox: Sandbox,
  limits: LaunchLimits,
): Promise<Workspace> {
  if (!command) {
    await installInPlace(workspace, argv, limits, NO_REGISTRIES)
    return copiedFromDisk(workspace)
  }
  const client = CLIENTS[command.client]
  if (command.client === 'pip') checkAllRequirements(workspace)
  const manifests = command.inPlace ? undefined : manifestsOf(workspace, client)
  if (!manifests || manifests.some(({ text }) => LOCAL_PACKAGE.test(text))) {
    await installInPlace(workspace, command.argv, limits)
    if (client.variable !== undefined) await provideUncached(client, workspace, sandbox, limits)
    return copiedFromDisk(workspace)
  }
  const runtime = await client.runtime(command.argv, workspace, sandbox)
  const digest = sha256(
    [runtime, command.argv.join('\0'), ...manifests.flatMap(({ name, text }) => [name, text])].join('\n\0\n'),
  )
  const entry = path.join(cacheFolder('installs'), digest)
  const packages = path.join(entry, client.folder)
  if (!(await lstat(packages).catch(ignoreMissing))?.isDirectory()) {
    await using installer = await limits.openInstaller()
    const folder = await mkdtemp(path.join(limits.scratch, 'install-'))
    await writeManifests(manifests, folder)
    await runInstall(folder, command.argv, installer, limits)
    await checkInstalled(path.join(folder, client.folder))
    await storeInCache(folder, entry, client.folder)
  }
  await sandbox.provide(packages, client.folder, client.variable, client.scratch)
  return workspace
}

/** Installs in the project's folder. When it returns, all its processes have ended and the folder is in its place. */
async function installInPlace(
  { folder }: Workspace,
  argv: readonly string[],
  limits: LaunchLimits,
  network: InstallerNetwork = {},
): Promise<void> {
  {
    await using installer = await limits.openInstaller(network)
    await runInstall(folder, argv, installer, limits)
  }
  // Installing can run the project's code, which could replace its folder with a link to another folder of this machine.
  const place = path.join(await realpath(limits.scratch), path.relative(limits.scratch, folder))
  const status = await lstat(folder).catch(ignoreMissing)
  if (status?.isDirectory() && (await realpath(folder)) === place) return
  throw new ProjectFault('the install step removed or replaced the folder of the project', '', 'install')
}

/** The project with copies made from its folder, not from the agent's files. */
function copiedFromDisk(workspace: Workspace): Workspace {
  return { ...workspace, copy: (to) => copyFolder(workspace.folder, to) }
}

/** Copies links as links. */
async function copyFolder(folder: string, to: string): Promise<void> {
  await cp(folder, to, { recursive: true, verbatimSymlinks: true, filter: canBeCopied })
}

/** Provides packages that were installed in the project's own folder and that the runtime does not find by itself. */
async function provideUncached(
  { folder, variable }: Client,
  workspace: Workspace,
  sandbox: Sandbox,
  { scratch }: LaunchLimits,
): Promise<void> {
  const packages = path.join(await mkdtemp(path.join(scratch, 'install-')), folder)
  // Moved away, so that the project cannot replace them with a link. Nothing may have been installed.
  await rename(path.join(workspace.folder, folder), packages).catch(ignoreMissing)
  await checkInstalled(packages)
  await sandbox.provide(packages, folder, variable)
}

/** Checks every file, because a requirements file can have any name and can include others. */
function checkAllRequirements({ files }: Workspace): void {
  for (const { path: name, content } of files) checkRequirements(Buffer.from(content).toString('utf8'), name)
}

/**
 * Refuses a link in place of the packages' folder. Installing can run the project's code (to build a package, for example), and
 * the folder is shown to the project, so a link would expose its target on this machine.
 */
async function checkInstalled(packages: string): Promise<void> {
  const status = await lstat(packages).catch(ignoreMissing)
  // Nothing may have been installed.
  if (status === undefined) await mkdir(packages)
  else if (!status.isDirectory())
    throw new ProjectFault(`the install step left no folder "${path.basename(packages)}"`, '', 'install')
}

/** Any other error is caused by the machine, not by the project. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function runInstall(
  folder: string,
  argv: readonly string[],
  sandbox: Sandbox,
  limits: LaunchLimits,
): Promise<void> {
  try {
    await runStep('install', { argv, cwd: folder, stdin: 'none' }, sandbox, limits.install, limits.signal)
  } catch (error) {
    if (!(error instanceof ProjectFault)) throw error
    const unreachable = await sandbox.unreachable?.()
    if (unreachable === undefined) throw error
    const message = `${error.message}; during the step these hosts could not be reached: ${unreachable}`
    throw new SuspectedFault(message, error.output, 'install')
  }
}

/**
 * Stores an installation in the cache. It is copied beside its place and then renamed, because the two folders may be on
 * different disks. If two trials install the same packages at once, the first one wins.
 */
async function storeInCache(folder: string, entry: string, packages: string): Promise<void> {
  await mkdir(path.dirname(entry), { recursive: true })
  const copy = await mkdtemp(`${entry}.`)
  try {
    await copyFolder(folder, copy)
    if (await isRenamed(copy, entry)) return
    // Another trial may have stored the same packages meanwhile, and read them now: only a broken entry is replaced.
    const existing = await lstat(path.join(entry, packages)).catch(ignoreMissing)
    if (existing?.isDirectory()) return
    await rm(entry, { recursive: true, force: true })
    await isRenamed(copy, entry)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Pipes and sockets cannot be copied, and packages do not contain them. */
async function canBeCopied(file: string): Promise<boolean> {
  const status = await lstat(file)
  return status.isFile() || status.isDirectory() || status.isSymbolicLink()
}

/** False if there is something else already. */
async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) return false
    throw error
  }
}
