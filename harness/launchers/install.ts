import { lstat, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { Cleanup } from '../lib/async/cleanup.ts'
import { spend } from '../lib/async/ledger.ts'
import { cacheFolder } from '../lib/files/caches.ts'
import { TreeTooLarge, copyTree } from '../lib/files/copy-tree.ts'
import { sha256 } from '../lib/files/digest.ts'
import type { InstallerNetwork, LaunchLimits, Sandbox, Target, Workspace } from '../contracts/types.ts'
import { LimitReached, MachineFault, ProjectFault, SuspectedFault, messageOf } from '../errors.ts'
import { MiB, mebibytes } from '../lib/wording/bytes.ts'
import { checkRequirements, installCommand, type InstallCommand } from './install-command.ts'
import { manifestsOf, writeManifests, type Manifest } from './manifests.ts'
import { networkProblem, type OwnInstall } from './network-problem.ts'
import { enteredFolders, parseManifest, type Manifest as PackageJson } from './package-json.ts'
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

/** Bytes of installed packages, for the longest lists of packages. */
const MOST_INSTALLED = 4096 * MiB

const CLIENTS = { npm: NPM, pip: PIP } as const

/** A command other than a plain package client may run the project's code, which must not reach the registries. */
const NO_REGISTRIES: InstallerNetwork = { registries: false }

/** Packages in the project itself. Their content is not part of the manifests, so the installation is not cached. */
const LOCAL_PACKAGES = {
  npm: /"file:|"link": *true|"workspaces"\s*:/,
  pip: /^\s*(?:(?:-e|--editable)[\s=]*)?["']?(?:file:)?(?:\.{0,2}\/|\.(?:\[[^\]\n]*\])?["']?\s*(?:[;#-].*)?$)/m,
}

/** The project after its install step. */
export interface InstalledProject {
  /** For its programs to run in, with the files that the step left in its folder. */
  readonly workspace: Workspace
  /** The steps that could not be done, such as install scripts that failed. */
  readonly notes: readonly string[]
}

/** Starts a project. Notes of its installation are added to its log, or to the reason why it does not start. */
export async function withNotes<T extends Target>(
  notes: readonly string[],
  preface: readonly string[],
  start: () => Promise<T>,
): Promise<T> {
  const before = [...preface, ...notes].map((line) => `${line}\n`).join('')
  try {
    const target = await start()
    return { ...target, log: () => before + target.log() }
  } catch (error) {
    if (!(error instanceof ProjectFault)) throw error
    const Fault = error instanceof SuspectedFault ? SuspectedFault : ProjectFault
    throw new Fault([error.message, ...notes].join('; '), before + error.output, error.step)
  }
}

/**
 * Runs the install step of a launch plan in its own sandbox, which can reach the registries. Packages that a package client
 * installs from manifests are cached by the digest of the manifests and shown to the project read-only. Any other command runs
 * in the project's own folder and cannot reach a registry.
 * @throws ProjectFault with the command's output
 * @throws MachineFault if the step fails, a registry cannot be reached, and the manifests alone cannot be installed either
 */
export async function install(
  workspace: Workspace,
  argv: readonly string[],
  sandbox: Sandbox,
  limits: LaunchLimits,
): Promise<InstalledProject> {
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
): Promise<InstalledProject> {
  if (!command) {
    await installInPlace(workspace, argv, limits, NO_REGISTRIES)
    return { workspace: copiedFromDisk(workspace, limits), notes: [] }
  }
  const place = { workspace, sandbox, limits }
  return command.client === 'npm' ? installNpm(command, place) : installPip(command, place)
}

interface Place {
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  readonly limits: LaunchLimits
}

/** npm's packages, and then the scripts of the packages and of the project, without a network. */
async function installNpm(command: InstallCommand, { workspace, sandbox, limits }: Place): Promise<InstalledProject> {
  const manifest = parseManifest(textOf(workspace, 'package.json'))
  const folders = enteredFolders(manifest).filter((name) => hasPackages(workspace, name))
  // In another folder, npm runs no scripts of the project's own package.
  const scripts = command.inPlace ? [] : lifecycleScripts(manifest)
  const manifests = command.inPlace ? undefined : manifestsOf(workspace, NPM)
  const isLocal = manifests?.some(({ text }) => LOCAL_PACKAGES.npm.test(text)) === true
  const notes: string[] = []
  if (!manifests || isLocal) {
    await installInPlace(workspace, command.argv, limits)
    notes.push(...(await runPackageScripts(workspace.folder, limits)).notes)
  } else {
    const entry = await cachedInstallation(command, manifests, { workspace, sandbox, limits })
    notes.push(...(await readNotes(entry)))
    const packages = path.join(entry, NPM.folder)
    if (scripts.length === 0 && folders.length === 0) {
      await sandbox.provide(packages, NPM.folder, undefined, NPM.scratch)
      return { workspace, notes }
    }
    // Scripts of the project may change its packages.
    await copyInstalled(packages, path.join(workspace.folder, NPM.folder), MOST_INSTALLED)
  }
  for (const folder of folders) {
    const argv = installCommand(['npm', 'install', '--prefix', folder], limits.python.program)?.argv ?? []
    await installInPlace(workspace, argv, limits)
    notes.push(...(await runPackageScripts(path.join(workspace.folder, folder), limits)).notes)
  }
  for (const name of scripts)
    notes.push(...(await runScript(['run', name], `"${name}" of the project`, workspace.folder, limits)).notes)
  return { workspace: copiedFromDisk(workspace, limits), notes }
}

async function installPip(command: InstallCommand, { workspace, sandbox, limits }: Place): Promise<InstalledProject> {
  checkAllRequirements(workspace)
  const manifests = command.inPlace ? undefined : manifestsOf(workspace, PIP)
  if (!manifests || manifests.some(({ text }) => LOCAL_PACKAGES.pip.test(text))) {
    await using restored = new Cleanup()
    await withoutEditable(workspace, restored)
    await installInPlace(workspace, command.argv, limits)
    await provideUncached(PIP, workspace, sandbox, limits)
    return { workspace: copiedFromDisk(workspace, limits), notes: [] }
  }
  const entry = await cachedInstallation(command, manifests, { workspace, sandbox, limits })
  await sandbox.provide(path.join(entry, PIP.folder), PIP.folder, PIP.variable)
  return { workspace, notes: [] }
}

/** Installs what the manifests name, or finds it in the cache. @returns The folder that holds the packages' folder and the notes */
async function cachedInstallation(
  command: InstallCommand,
  manifests: readonly Manifest[],
  { workspace, sandbox, limits }: Place,
): Promise<string> {
  const client = CLIENTS[command.client]
  const runtime = await client.runtime(command.argv, workspace, sandbox)
  const texts = manifests.flatMap(({ name, text }) => [name, text])
  const entry = path.join(
    cacheFolder('installs'),
    sha256([CACHE_VERSION, runtime, command.argv.join('\0'), ...texts].join('\n\0\n')),
  )
  if ((await lstat(path.join(entry, client.folder)).catch(ignoreMissing))?.isDirectory()) return entry
  const folder = await mkdtemp(path.join(limits.scratch, 'install-'))
  await writeManifests(manifests, folder)
  {
    await using installer = await limits.openInstaller()
    await runInstall(folder, command.argv, installer, limits)
  }
  await checkInstalled(path.join(folder, client.folder))
  if (command.client === 'npm') {
    const { notes, isRepeatable } = await runPackageScripts(folder, limits)
    await rm(path.join(folder, NOTES), { recursive: true, force: true })
    await writeFile(path.join(folder, NOTES), JSON.stringify(notes), { flag: 'wx' })
    await checkInstalled(path.join(folder, client.folder))
    // On a machine with more time, the same scripts may end.
    if (!isRepeatable) return folder
  }
  await storeInCache(folder, entry, client.folder)
  return entry
}

/** Changes if an installation leaves something else for the same manifests. */
const CACHE_VERSION = '2'
/** File of an entry of the cache, beside the packages. */
const NOTES = 'pe-notes.json'

async function readNotes(entry: string): Promise<string[]> {
  const text = await readFile(path.join(entry, NOTES), 'utf8').catch(ignoreMissing)
  return text === undefined ? [] : z.array(z.string()).parse(JSON.parse(text))
}

/** Scripts of a project's own package that npm runs when it installs, in their order. `npm run install` runs those around it. */
function lifecycleScripts({ scripts }: PackageJson): string[] {
  const around = scripts['install'] === undefined ? ['preinstall', 'postinstall'] : ['install']
  return [...around, 'prepare'].filter((name) => (scripts[name] ?? '').trim() !== '')
}

function hasPackages(workspace: Workspace, folder: string): boolean {
  const { dependencies, devDependencies } = parseManifest(textOf(workspace, `${folder}/package.json`))
  return Object.keys({ ...dependencies, ...devDependencies }).length > 0
}

function textOf({ files }: Workspace, name: string): string {
  return Buffer.from(files.find((file) => file.path === name)?.content ?? '').toString('utf8')
}

/** Packages with scripts that are run; honest projects have a few. */
const MOST_SCRIPTS = 50
const PACKAGE_NAME = /^(?:@[\w~][\w.~-]*\/)?[\w~][\w.~-]*$/

const installedPackages = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
})

interface ScriptsRun {
  /** The scripts that failed. */
  readonly notes: readonly string[]
  /** Whether none ran out of time. */
  readonly isRepeatable: boolean
}

/** Runs the install scripts of the packages in a folder. */
async function runPackageScripts(folder: string, limits: LaunchLimits): Promise<ScriptsRun> {
  const runs: ScriptsRun[] = []
  for (const name of await packagesWithScripts(folder))
    runs.push(await runScript(['rebuild', name], `the install script of ${name}`, folder, limits))
  return joined(runs)
}

function joined(runs: readonly ScriptsRun[]): ScriptsRun {
  return { notes: runs.flatMap(({ notes }) => notes), isRepeatable: runs.every(({ isRepeatable }) => isRepeatable) }
}

/** From npm's own list of what it has installed. */
async function packagesWithScripts(folder: string): Promise<string[]> {
  const list = path.join(folder, NPM.folder, '.package-lock.json')
  const status = await lstat(list).catch(ignoreMissing)
  if (status?.isFile() !== true) return []
  const parsed = installedPackages.safeParse(jsonOf(await readFile(list, 'utf8')))
  const withScripts = Object.entries(parsed.data?.packages ?? {}).filter(
    ([, { hasInstallScript }]) => hasInstallScript === true,
  )
  const names = withScripts.map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
  return [...new Set(names)].filter((name) => PACKAGE_NAME.test(name)).slice(0, MOST_SCRIPTS)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** npm must not try what needs a network; scripts that compile find Node's headers where this machine has them. */
const OFFLINE = {
  npm_config_offline: 'true',
  npm_config_fetch_retries: '0',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_nodedir: path.dirname(path.dirname(process.execPath)),
}

/**
 * Runs a script of npm without a network. A script that fails is only noted: many are not needed, or can do their work only with a
 * network, and the start decides whether the project works.
 */
async function runScript(
  argv: readonly string[],
  name: string,
  folder: string,
  limits: LaunchLimits,
): Promise<ScriptsRun> {
  await using installer = await limits.openInstaller(NO_REGISTRIES)
  const command = { argv: ['npm', ...argv, '--foreground-scripts'], cwd: folder, env: OFFLINE, stdin: 'none' } as const
  try {
    await runStep('install', command, installer, limits.install, limits.signal)
    return { notes: [], isRepeatable: true }
  } catch (error) {
    if (!(error instanceof ProjectFault)) throw error
    const [, how = error.message] = /failed: (.*)$/s.exec(error.message) ?? []
    return { notes: [`${name} failed without a network (${how})`], isRepeatable: !(error instanceof SuspectedFault) }
  }
}

/** The path may be quoted, and stands right after `-e`, too. */
const EDITABLE = /^(\s*)(?:-e|--editable)[\s=]*(?=["']?(?:\.|\/|file:))(?:(["'])([^"'\n]*)\2)?/gm

/**
 * Makes pip copy packages of the project instead of linking them: a link works only in Python's own folders, to which nothing is
 * installed.
 * @param restored Brings the requirement files back as they were
 */
async function withoutEditable({ files, folder }: Workspace, restored: Cleanup): Promise<void> {
  for (const { path: name, content } of files) {
    const text = Buffer.from(content).toString('utf8')
    if (!(name === PIP.manifest || PIP.others.test(name)) || text.search(EDITABLE) === -1) continue
    const file = path.join(folder, name)
    restored.defer(() => writeFile(file, content))
    await writeFile(file, text.replace(EDITABLE, '$1$3'))
  }
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

/** The project with copies made from its folder, not from the agent's files. A copy may be as large as the project's folder. */
function copiedFromDisk(workspace: Workspace, { diskBytes }: LaunchLimits): Workspace {
  return { ...workspace, copy: (to) => copyInstalled(workspace.folder, to, diskBytes) }
}

/** Code of the project may have filled the folder with holes and links, which a copy would turn into bytes. */
async function copyInstalled(folder: string, to: string, limit: number): Promise<void> {
  try {
    await copyTree(folder, to, limit)
  } catch (error) {
    if (!(error instanceof TreeTooLarge)) throw error
    throw new LimitReached(`disk limit ${mebibytes(limit)}: what the install step left is larger`, 'disk')
  }
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
    await copyInstalled(folder, copy, MOST_INSTALLED)
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
