import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { ProjectFault } from '../errors.ts'
import type { LaunchLimits, Sandbox, Workspace } from '../contracts/types.ts'
import { installCommand } from './install-command.ts'
import { manifestsOf, writeManifests, type Manifest, type ManifestNames } from './manifests.ts'
import { runStep } from './run-step.ts'

/** How the harness itself installs the packages in a project's manifests. */
export interface OwnInstall extends ManifestNames {
  readonly name: 'npm' | 'pip'
  /** The command without the project's options. It does not retry failed requests. */
  readonly plain: (manifests: readonly Manifest[], python: string) => readonly string[]
}

/**
 * Checks whether the network caused a failed installation. It did if the harness itself cannot connect to the client's registry,
 * and if the manifests alone, without other files or flags of the project, cannot be installed either because a host cannot be
 * reached. A failed connection from the project itself proves nothing.
 * @returns The hosts that cannot be reached; undefined if the network is not the cause
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

/** Also true if the installation fails without an unreachable host: a working network would not help. */
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
  if (argv === undefined) throw new TypeError(`"${command.join(' ')}" is not a plain ${client.name} command`)
  try {
    await runStep('install', { argv, cwd: folder, stdin: 'none' }, installer, limits.install, limits.signal)
    return true
  } catch (error) {
    if (!(error instanceof ProjectFault)) throw error
    return (await installer.unreachable?.()) === undefined
  }
}
