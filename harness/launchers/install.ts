import { access, copyFile, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { sha256 } from '../files/digest.ts'
import type { LaunchLimits, Sandbox, Workspace } from '../types.ts'
import { runStep } from './run-step.ts'

/** Installing may take this many times as long as starting. */
const INSTALL_FACTOR = 10

/** Where installed packages are kept between runs. */
export function installCache(): string {
  return path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'pe', 'installs')
}

/**
 * Carries out the install step of a launch plan. What npm installs from a manifest and a lock file is kept by their
 * digest and linked into the workspace, so that the next trial does not pay again; any other command runs in place.
 * @throws ProjectFault with what the command printed
 */
export async function install(
  workspace: Workspace,
  argv: readonly string[],
  sandbox: Sandbox,
  limits: LaunchLimits,
): Promise<void> {
  const milliseconds = limits.start * INSTALL_FACTOR
  const lock = await cacheableLock(workspace, argv)
  if (lock === undefined) {
    await runInstall(workspace.folder, argv, sandbox, milliseconds)
    return
  }
  const entry = path.join(installCache(), lock.digest)
  if (!(await exists(path.join(entry, 'node_modules')))) {
    await fillCache(entry, workspace.folder, argv, sandbox, milliseconds)
  }
  await symlink(path.join(entry, 'node_modules'), path.join(workspace.folder, 'node_modules'))
}

interface Lock {
  readonly digest: string
}

/** Only what is pinned by a lock file can be kept; the Node version counts because packages may build for it. */
async function cacheableLock(workspace: Workspace, argv: readonly string[]): Promise<Lock | undefined> {
  if (argv[0] !== 'npm' || (argv[1] !== 'ci' && argv[1] !== 'install')) return undefined
  const read = (name: string) => readFile(path.join(workspace.folder, name), 'utf8').catch(() => undefined)
  const [manifest, lock] = await Promise.all([read('package.json'), read('package-lock.json')])
  if (manifest === undefined || lock === undefined) return undefined
  return { digest: sha256([process.version, argv.join('\0'), manifest, lock].join('\n\0\n')) }
}

/** Installs into a folder of its own and renames it; of two that install the same at once, the first one wins. */
async function fillCache(
  entry: string,
  project: string,
  argv: readonly string[],
  sandbox: Sandbox,
  milliseconds: number,
): Promise<void> {
  await mkdir(path.dirname(entry), { recursive: true })
  const folder = await mkdtemp(`${entry}.`)
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(path.join(project, name), path.join(folder, name))
    }
    await runInstall(folder, argv, sandbox, milliseconds)
    await mkdir(path.join(folder, 'node_modules'), { recursive: true })
    await rename(folder, entry).catch(unlessThereAlready)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runInstall(
  folder: string,
  argv: readonly string[],
  sandbox: Sandbox,
  milliseconds: number,
): Promise<void> {
  const quiet = argv[0] === 'npm' ? ['--ignore-scripts', '--no-audit', '--no-fund'] : []
  const command = { argv: [...argv, ...quiet], cwd: folder, env: networkEnvironment(), stdin: 'none' as const }
  await runStep('install', command, sandbox, milliseconds)
}

/** What a package client needs of the machine's set-up to reach its registry; nothing that holds a secret. */
function networkEnvironment(): Record<string, string> {
  const names = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|npm_config_(registry|cafile))$/i
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined,
    ),
  )
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

function unlessThereAlready(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
}
