import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ProjectFile, Workspace } from '../contracts/types.ts'

/** By what names a package client finds out what to install. */
export interface ManifestNames {
  /** What names the packages. It must be there. */
  readonly manifest: string
  /** What it may refer to: those that are there go into the digest too. */
  readonly others: RegExp
}

export interface Manifest {
  readonly name: string
  readonly content: ProjectFile['content']
  readonly text: string
}

/**
 * As the agent gave them: on the disk, what the project has run since may have put a link or a pipe in their place.
 * Undefined where the file that names the packages is missing.
 */
export function manifestsOf({ files }: Workspace, { manifest, others }: ManifestNames): Manifest[] | undefined {
  if (!files.some((file) => file.path === manifest)) return undefined
  return files
    .filter(({ path: name }) => name === manifest || others.test(name))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path: name, content }) => ({ name, content, text: Buffer.from(content).toString('utf8') }))
}

export async function writeManifests(manifests: readonly Manifest[], folder: string): Promise<void> {
  for (const { name, content } of manifests) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
}
