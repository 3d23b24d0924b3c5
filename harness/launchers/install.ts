import { cp, lstat, mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { sha256 } from '../lib/files/digest.ts'
import type { InstallerNetwork, LaunchLimits, Sandbox, Workspace } from '../contracts/types.ts'
import { MachineFault, ProjectFault, SuspectedFault, messageOf } from '../errors.ts'
import { checkRequirements, installCommand, type InstallCommand } from './install-command.ts'
import { manifestsOf, writeManifests } from './manifests.ts'
import { networkProblem, type OwnInstall } from './network-problem.ts'
import { runStep } from './run-step.ts'

/** Where installed packages are kept between runs. */
export function installCache(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? ''
  return path.join(path.isAbsolute(cache) ? cache : path.join(homedir(), '.cache'), 'pe', 'installs')
}

/** How one package client installs. */
interface Client extends OwnInstall {
  /** Where it puts the packages, relative to the folder that it runs in. */
  readonly folder: string
  /** What the packages are built for, besides what the manifests say. */
  readonly runtime: (argv: readonly string[], workspace: Workspace, sandbox: Sandbox) => string | Promise<string>
  /** Folders in it that build tools write into. */
  readonly scratch?: readonly string[]
  /** The variable by which the packages are found, where their place alone does not do. */
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

/** pip says which Python it installs for: `pip 23.0.1 from /usr/lib/… (python 3.11)`. */
async function pipVersion(argv: readonly string[], workspace: Workspace, sandbox: Sandbox): Promise<string> {
  const pip = [...argv.slice(0, argv.indexOf('install')), '--version']
  await using child = await sandbox.spawn({ argv: pip, cwd: workspace.folder, stdin: 'none' })
  await child.exit
  return child.stdout.text()
}

const CLIENTS = { npm: NPM, pip: PIP } as const

/** A command that is not known to be a package client alone may run code of the project, which has no business there. */
const NO_REGISTRIES: InstallerNetwork = { registries: false }

/** A package that lies in the project itself: the manifests alone do not say what it holds, so it is not kept. */
const LOCAL = /"file:|"link": *true|^\s*(-e\s+)?\.{0,2}\//m

/**
 * Carries out the install step of a launch plan, in a sandbox of its own that reaches the registries. What a package client
 * installs from its manifests is kept by their digest and shown to the project read-only, so that the next trial does not
 * pay again; any other command runs in the project's own folder and reaches no registry.
 * @returns the project as its programs have to find it: with what such a command left in its folder
 * @throws ProjectFault with what the command printed
 * @throws MachineFault if it failed, a registry cannot be reached, and so the manifests cannot be installed by themselves
 */
export async function install(
  workspace: Workspace,
  argv: readonly string[],
  sandbox: Sandbox,
  limits: LaunchLimits,
): Promise<Workspace> {
  const command = installCommand(argv, limits.python.program)
  try {
    return await installOnce(workspace, argv, command, sandbox, limits)
  } catch (error) {
    if (!(error instanceof ProjectFault) || error.step !== 'install') throw error
    const problem = await networkProblem(workspace, command ? [CLIENTS[command.client]] : [NPM, PIP], limits)
    if (problem === undefined) throw error
    throw new MachineFault(`packages cannot be installed: no way to ${problem}; ${messageOf(error)}`, { cause: error })
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
    return inFolder(workspace)
  }
  const client = CLIENTS[command.client]
  if (command.client === 'pip') checkAllRequirements(workspace)
  const manifests = command.inPlace ? undefined : manifestsOf(workspace, client)
  if (!manifests || manifests.some(({ text }) => LOCAL.test(text))) {
    await installInPlace(workspace, command.argv, limits)
    if (client.variable !== undefined) await provideUnkept(client, workspace, sandbox, limits)
    return inFolder(workspace)
  }
  const runtime = await client.runtime(command.argv, workspace, sandbox)
  const digest = sha256(
    [runtime, command.argv.join('\0'), ...manifests.flatMap(({ name, text }) => [name, text])].join('\n\0\n'),
  )
  const entry = path.join(installCache(), digest)
  const packages = path.join(entry, client.folder)
  if (!(await lstat(packages).catch(unlessMissing))?.isDirectory()) {
    await using installer = await limits.openInstaller()
    const folder = await mkdtemp(path.join(limits.scratch, 'install-'))
    await writeManifests(manifests, folder)
    await runInstall(folder, command.argv, installer, limits)
    await checkInstalled(path.join(folder, client.folder))
    await keep(folder, entry, client.folder)
  }
  await sandbox.provide(packages, client.folder, client.variable, client.scratch)
  return workspace
}

/** Nothing of it runs any more when this is done, and the folder is still where it was. */
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
  // Installing can run code of the project, which could put a link to a folder of this machine in the place of its own.
  const place = path.join(await realpath(limits.scratch), path.relative(limits.scratch, folder))
  const status = await lstat(folder).catch(unlessMissing)
  if (status?.isDirectory() && (await realpath(folder)) === place) return
  throw new ProjectFault('installing left no folder of the project in its place', '', 'install')
}

/** The project as its programs have to find it. */
function inFolder(workspace: Workspace): Workspace {
  return { ...workspace, copy: (to) => copyAsItLies(workspace.folder, to) }
}

/** With links as they are. */
async function copyAsItLies(folder: string, to: string): Promise<void> {
  await cp(folder, to, { recursive: true, verbatimSymlinks: true, filter: canBeKept })
}

/** Shows a project the packages that were installed in its own folder, of which the place alone is not looked in. */
async function provideUnkept(
  { folder, variable }: Client,
  workspace: Workspace,
  sandbox: Sandbox,
  { scratch }: LaunchLimits,
): Promise<void> {
  const packages = path.join(await mkdtemp(path.join(scratch, 'install-')), folder)
  // Out of the project's reach, which could put a link in their place. There may have been nothing to install.
  await rename(path.join(workspace.folder, folder), packages).catch(unlessMissing)
  await checkInstalled(packages)
  await sandbox.provide(packages, folder, variable)
}

/** In every file, because a requirements file may be called anything and may name others. */
function checkAllRequirements({ files }: Workspace): void {
  for (const { path: name, content } of files) checkRequirements(Buffer.from(content).toString('utf8'), name)
}

/**
 * Installing can run code of the project (a package that has to be built, for one), and the folder that it leaves is shown to
 * the project: a link in its place would show where that leads to on this machine.
 */
async function checkInstalled(packages: string): Promise<void> {
  const left = await lstat(packages).catch(unlessMissing)
  // There may have been nothing to install.
  if (left === undefined) await mkdir(packages)
  else if (!left.isDirectory())
    throw new ProjectFault(`installing left no folder "${path.basename(packages)}"`, '', 'install')
}

/** What else goes wrong is the machine's doing, and not the project's. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
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
    const away = await sandbox.unreachable?.()
    if (away === undefined) throw error
    const message = `${error.message}; meanwhile there was no way to ${away}`
    throw new SuspectedFault(message, error.output, 'install')
  }
}

/**
 * Moves what was installed into the cache, through a copy beside its place, since the two may be on different disks. Of two
 * that install the same at once, the first one wins.
 */
async function keep(folder: string, entry: string, packages: string): Promise<void> {
  await mkdir(path.dirname(entry), { recursive: true })
  const copy = await mkdtemp(`${entry}.`)
  try {
    await copyAsItLies(folder, copy)
    // What is there without its packages is of no use to anybody.
    const there = await lstat(path.join(entry, packages)).catch(unlessMissing)
    if (!there?.isDirectory()) await rm(entry, { recursive: true, force: true })
    await rename(copy, entry).catch(unlessThereAlready)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Pipes and sockets are no packages, and cannot be copied. */
async function canBeKept(file: string): Promise<boolean> {
  const status = await lstat(file)
  return status.isFile() || status.isDirectory() || status.isSymbolicLink()
}

function unlessThereAlready(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
}
