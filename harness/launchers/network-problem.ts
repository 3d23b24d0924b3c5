import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { ProjectFault } from '../errors.ts'
import type { LaunchLimits, Sandbox, Workspace } from '../contracts/types.ts'
import { installCommand } from './install-command.ts'
import { manifestsOf, writeManifests, type Manifest, type ManifestNames } from './manifests.ts'
import { runStep } from './run-step.ts'

/** How the harness itself installs what the manifests of a project name. */
export interface OwnInstall extends ManifestNames {
  readonly name: 'npm' | 'pip'
  /** The command without anything that a project may add to it; gives up at the first request that fails. */
  readonly plain: (manifests: readonly Manifest[], python: string) => readonly string[]
}

/**
 * Whether the network is to blame for an installation that failed: the harness itself cannot connect to the client's own
 * registry, and the same manifests, without any other file or flag of the project, cannot be installed either and ask for a
 * host that cannot be reached. That a project has knocked on such a host proves nothing.
 * @returns What cannot be reached
 */
export async function networkProblem(
  workspace: Workspace,
  clients: readonly OwnInstall[],
  limits: LaunchLimits,
): Promise<string | undefined> {
  for (const client of clients) {
    const manifests = manifestsOf(workspace, client)
    if (!manifests) continue
    await using installer = await limits.openInstaller()
    const problem = await installer.registryProblem?.(client.name)
    if (problem !== undefined && !(await installsAlone(client, manifests, installer, limits))) return problem
  }
  return undefined
}

/** Also where it fails without asking for anything: then no network would help. */
async function installsAlone(
  client: OwnInstall,
  manifests: readonly Manifest[],
  installer: Sandbox,
  limits: LaunchLimits,
): Promise<boolean> {
  const folder = await mkdtemp(path.join(limits.scratch, 'install-'))
  await writeManifests(manifests, folder)
  const command = client.plain(manifests, limits.python.program)
  const argv = installCommand(command, limits.python.program)?.argv
  if (argv === undefined) throw new TypeError(`"${command.join(' ')}" is not known to be ${client.name} alone`)
  try {
    await runStep('install', { argv, cwd: folder, stdin: 'none' }, installer, limits.install, limits.signal)
    return true
  } catch (error) {
    if (!(error instanceof ProjectFault)) throw error
    return (await installer.unreachable?.()) === undefined
  }
}
