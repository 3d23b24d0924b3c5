/**
 * A worker writes a trial to `<run>/queue/<trial>.<token>/` until it is committed: the folder of the trial, its events and a
 * manifest of both. Each attempt has its own token, so that a worker that was presumed dead writes to a folder that nobody reads.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { lstat, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { folderName } from '../../contracts/schema.ts'
import { HarnessFault, UsageError } from '../../errors.ts'
import { isInside } from '../../lib/files/confine.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { writeAtomically } from '../../lib/files/write.ts'

export const STAGING = 'queue'
export const MANIFEST = 'manifest.json'
export const EVENTS = 'events.jsonl'
export const TRIAL = 'trial'

/**
 * More than a trial leaves: a project has at most 5000 files, and at most 30 rounds may each keep one. A manifest comes from
 * another machine.
 */
const MOST_FILES = 200_000
export const MOST_BYTES = 2 * 1024 ** 3

export const manifestSchema = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: z.string().regex(/^(?:trial\/|events\.jsonl$)(?![\s\S]*(?:^|\/)\.\.?(?:\/|$))[^\0\\]*$/),
        bytes: z.int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(MOST_FILES),
})
export type Manifest = z.infer<typeof manifestSchema>

/** @throws HarnessFault if the id is no name of a folder: anyone who can write to Redis can add a job */
export function stagingFolder(run: string, trial: string, token: string): string {
  if (!folderName.safeParse(trial).success)
    throw new HarnessFault(`${JSON.stringify(trial.slice(0, 100))} is no id of a trial`)
  return path.join(run, STAGING, `${trial}.${token}`)
}

/**
 * A folder of a run may come from somebody else: nothing outside of it may be written or removed through a link.
 * @throws UsageError naming the link
 */
export async function refuseLinks(run: string): Promise<void> {
  for (const place of [STAGING, 'trials'].map((name) => path.join(run, name))) {
    const found = await lstat(place).catch((error: unknown) => {
      if (!isAbsent(error)) throw error
    })
    if (found && !found.isDirectory()) throw new UsageError(`${place} is no folder, but a link or a file: remove it`)
  }
}

/** Removes what attempts have left, and with it the folder, unless one of the files to keep is in it. */
export async function clearStaging(run: string, keep: readonly string[]): Promise<void> {
  const folder = path.join(run, STAGING)
  if (!existsSync(folder)) return
  const names = await readdir(folder)
  await Promise.all(
    names
      .filter((name) => !keep.includes(name))
      .map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
  )
  if (!names.some((name) => keep.includes(name))) await rm(folder, { recursive: true, force: true })
}

/**
 * Writes the manifest of a folder, which must not change afterwards. Only files are results: links, sockets and pipes are removed,
 * because none of them means the same on another machine.
 * @throws HarnessFault if the coordinator would refuse so many files
 */
export async function seal(folder: string): Promise<{ readonly manifest: Manifest; readonly digest: string }> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isDirectory() && !entry.isFile()) await rm(path.join(entry.parentPath, entry.name))
  const files = (await filesIn(folder)).filter(({ path: name }) => name !== MANIFEST)
  if (files.length > MOST_FILES)
    throw new HarnessFault(
      `the trial left ${String(files.length)} files, and a queue takes at most ${String(MOST_FILES)} of a trial`,
    )
  const manifest = { files }
  const text = JSON.stringify(manifest)
  await writeAtomically(path.join(folder, MANIFEST), text)
  return { manifest, digest: sha256(text) }
}

/** The regular files below a folder, in the order of their names. */
async function filesIn(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'][number][] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = path.join(entry.parentPath, entry.name)
    files.push({ path: path.relative(folder, full), ...(await digestOfFile(full)) })
  }
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** The files that an earlier attempt at a trial has left in its run, named as in a staging folder; none if there was no attempt. */
export async function earlierFiles(place: string): Promise<Manifest> {
  if (!existsSync(place)) return { files: [] }
  return { files: (await filesIn(place)).map((file) => ({ ...file, path: `${TRIAL}/${file.path}` })) }
}

/**
 * Checks that a folder contains exactly the committed files.
 * @throws HarnessFault naming the first file that differs
 */
export async function verify(folder: string, digest: string): Promise<void> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    if (!isAbsent(error)) throw error
    throw new HarnessFault(`the result in ${folder} is not there`, { cause: error })
  })
  if (sha256(text) !== digest) throw tampered(MANIFEST)
  const { files } = manifestFrom(text)
  const listed = new Set(files.map(({ path: name }) => name))
  for (const file of files) await verifyFile(folder, file)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (!entry.isDirectory() && name !== MANIFEST && !listed.has(name)) throw tampered(name)
  }
}

/** @throws HarnessFault if the other side has sent something else */
export function manifestFrom(text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new HarnessFault(`${MANIFEST} has another shape`, { cause: error })
  }
}

export async function verifyFile(folder: string, file: Manifest['files'][number]): Promise<void> {
  const full = path.join(folder, file.path)
  if (!isInside(folder, full)) throw tampered(file.path)
  const found = await lstat(full).catch((error: unknown) => {
    if (!isAbsent(error)) throw error
  })
  if (found?.isFile() !== true || found.size !== file.bytes) throw tampered(file.path)
  if ((await digestOfFile(full)).sha256 !== file.sha256) throw tampered(file.path)
}

/** Whether a file is not there, which is a property of the result; other errors are those of this machine. */
function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Moves a verified trial to its place in the run. */
export async function moveTrial(staged: string, place: string): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true })
  await rm(place, { recursive: true, force: true })
  await rename(path.join(staged, TRIAL), place)
}

async function digestOfFile(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(file), async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) {
      bytes += part.length
      hash.update(part)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

function tampered(name: string): HarnessFault {
  return new HarnessFault(`${name} is not what the worker committed`)
}
