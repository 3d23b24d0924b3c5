import { lstat, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { killProcessesOf } from '../processes/left.ts'
import { MARK_PATTERN, ownerHasEnded, ownerMark } from './owner.ts'
import { removeFolder } from './remove.ts'

export interface Scratch extends AsyncDisposable {
  readonly path: string
}

/**
 * Outside the harness's own folders, where a project could otherwise resolve the harness's packages. The first one removes
 * those of harnesses that were killed.
 * @param use A word for its name
 */
export async function scratchFolder(use?: string): Promise<Scratch> {
  const parent = tmpdir()
  await removeLeft(parent)
  const folder = await mkdtemp(path.join(parent, `pe-${use === undefined ? '' : `${use}-`}${ownerMark()}-`))
  return {
    path: folder,
    [Symbol.asyncDispose]: () => removeFolder(folder),
  }
}

const NAME = new RegExp(`^pe-(?:[a-z]+-)?${MARK_PATTERN}-\\w{6}$`)
const looked = new Map<string, Promise<void>>()

/** Once for each folder in which scratch folders are made. */
function removeLeft(parent: string): Promise<void> {
  const before = looked.get(parent)
  if (before !== undefined) return before
  const looking = removeScratchOfTheDead(parent)
  looked.set(parent, looking)
  return looking
}

/**
 * Removes the scratch folders of processes that have ended, with what still runs in them. Only real folders of this user: a
 * link, or what somebody else has put there, stays.
 */
export async function removeScratchOfTheDead(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => NAME.test(name) && ownerHasEnded(name))
  for (const name of names) await removeOne(path.join(parent, name))
}

async function removeOne(folder: string): Promise<void> {
  try {
    const status = await lstat(folder)
    if (!status.isDirectory() || status.uid !== process.getuid?.()) return
    // A path is only safe to remove while nobody puts a link in its place.
    await killProcessesOf(folder)
    await removeFolder(folder)
  } catch (error) {
    // Another harness removes it, too.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
