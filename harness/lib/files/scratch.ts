import { lstat, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { killProcessesOf } from '../processes/left.ts'
import { isTrialUser } from '../processes/trial-users.ts'
import { MARK_PATTERN, ownerHasEnded, ownerMark } from './owner.ts'
import { removeFolder } from './remove.ts'

export interface Scratch extends AsyncDisposable {
  readonly path: string
}

/**
 * Creates a scratch folder outside the harness's own folders, where a project could resolve the harness's packages. The first
 * call also removes the scratch folders of killed harnesses.
 * @param use A word for the folder's name
 */
export async function scratchFolder(use?: string): Promise<Scratch> {
  const parent = tmpdir()
  await removeStaleOnce(parent)
  const folder = await mkdtemp(path.join(parent, `pe-${use === undefined ? '' : `${use}-`}${ownerMark()}-`))
  return {
    path: folder,
    [Symbol.asyncDispose]: () => removeFolder(folder),
  }
}

const NAME = new RegExp(`^pe-(?:[a-z]+-)?${MARK_PATTERN}-\\w{6}$`)
const sweeps = new Map<string, Promise<void>>()

/** Runs once for each parent folder. */
function removeStaleOnce(parent: string): Promise<void> {
  const started = sweeps.get(parent)
  if (started !== undefined) return started
  const sweep = removeStaleScratch(parent)
  sweeps.set(parent, sweep)
  return sweep
}

/**
 * Removes the scratch folders of processes that have ended, and kills the processes that still run in them. Links and other
 * users' folders are not touched.
 */
export async function removeStaleScratch(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => NAME.test(name) && ownerHasEnded(name))
  for (const name of names) await removeOne(path.join(parent, name))
}

async function removeOne(folder: string): Promise<void> {
  try {
    const status = await lstat(folder)
    if (!status.isDirectory() || !isTrialUser(status.uid)) return
    // Running processes could replace a path with a link during the removal.
    await killProcessesOf(folder)
    await removeFolder(folder)
  } catch (error) {
    // Another harness may be removing it too.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
