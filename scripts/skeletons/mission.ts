import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from '../../harness/errors.ts'
import type { TextFile } from '../../harness/contracts/types.ts'
import { pathsIn, skeletonOf } from './project.ts'

/** The expected skeleton of a mission, and its differences from the files on disk. */
export interface SkeletonState {
  readonly folder: string
  readonly files: readonly TextFile[]
  /** One line per missing, changed or stale file. */
  readonly differences: readonly string[]
}

/** The missions with a canonical Node project, sorted. */
export async function missionsWithProject(root: string): Promise<string[]> {
  const names = (await readdir(join(root, 'canonical'))).sort()
  const exist = await Promise.all(names.map((name) => isFolder(join(root, projectFolder(name)))))
  return names.filter((_, index) => exist[index])
}

/**
 * Derives the skeletons of missions and compares them with what is on disk.
 * @param names Mission names; empty for all missions.
 * @throws UsageError if a mission has no canonical Node project.
 */
export async function skeletonStates(root: string, names: readonly string[]): Promise<SkeletonState[]> {
  const known = await missionsWithProject(root)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no ${projectFolder(unknown)}. Missions that have one: ${known.join(', ') || 'none'}.`,
    )
  }
  return Promise.all((names.length > 0 ? names : known).map((name) => skeletonState(root, name)))
}

async function skeletonState(root: string, mission: string): Promise<SkeletonState> {
  const folder = `missions/${mission}/skeleton`
  const files = await skeletonOf(join(root, projectFolder(mission)))
  const present = await pathsIn(join(root, folder))
  const compared = await Promise.all(files.map((file) => difference(join(root, folder), file)))
  const stale = present.filter((path) => !files.some((file) => file.path === path)).map((path) => `${path}: stale`)
  const differences = [...compared.filter((line) => line !== undefined), ...stale].map((line) => `${folder}/${line}`)
  return { folder, files, differences }
}

async function difference(folder: string, { path, content }: TextFile): Promise<string | undefined> {
  const present = await readFile(join(folder, path), 'utf8').catch(() => undefined)
  if (present === undefined) return `${path}: missing`
  return present === content ? undefined : `${path}: out of date`
}

/** Replaces the whole skeleton, so that no stale file is left. One that is up to date is not touched. */
export async function writeSkeleton(root: string, { folder, files, differences }: SkeletonState): Promise<void> {
  if (differences.length === 0) return
  await rm(join(root, folder), { recursive: true, force: true })
  for (const { path, content } of files) {
    await mkdir(dirname(join(root, folder, path)), { recursive: true })
    await writeFile(join(root, folder, path), content)
  }
}

function projectFolder(mission: string): string {
  return `canonical/${mission}/node/project`
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}
