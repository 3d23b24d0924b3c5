import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ProjectFile, Workspace } from '../contracts/types.ts'

/** The files that tell a package client what to install. */
export interface ManifestNames {
  /** The file that names the packages. It must exist. */
  readonly manifest: string
  /** Files that it may refer to. Existing ones are part of the digest. */
  readonly others: RegExp
}

export interface Manifest {
  readonly name: string
  readonly content: ProjectFile['content']
  readonly text: string
}

/**
 * The manifests as the agent wrote them. They are not read from the disk, where the project may have replaced them with a link
 * or a pipe. Undefined if the file that names the packages is missing.
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
