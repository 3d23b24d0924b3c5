import { randomBytes } from 'node:crypto'
import { readdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { ownerMark, MARK_PATTERN, ownerHasEnded } from '../../lib/files/owner.ts'
import type { SandboxLimits } from '../limits.ts'
import type { ControlGroup, Layout } from './types.ts'
import { v1Layout } from './v1.ts'
import { v2Layout } from './v2.ts'

const layouts: readonly Layout[] = [v2Layout, v1Layout]
let chosen: Layout | null | undefined
/** Removes, once, the groups that killed harnesses left behind. */
let swept: Promise<void> | undefined
const GROUP_FOLDERS = [
  '/sys/fs/cgroup',
  ...['memory', 'pids', 'cpuacct', 'cpu'].map((name) => `/sys/fs/cgroup/${name}`),
]

/** Commands by which a shell joins a group. */
export function joinCommands(group: ControlGroup | undefined): string[] {
  return group?.joinFiles.map((file) => `echo $$ > ${file}`) ?? []
}

/** Creates a control group. Undefined if this system or user cannot have one: usage must then be polled. */
export async function createControlGroup(limits: SandboxLimits): Promise<ControlGroup | undefined> {
  await (swept ??= removeStale(GROUP_FOLDERS))
  const name = `pe-${ownerMark()}-${randomBytes(6).toString('hex')}`
  if (chosen !== undefined) return chosen?.create(name, limits)
  for (const layout of layouts) {
    try {
      const group = await layout.create(name, limits)
      chosen = layout
      return group
    } catch {
      // Not writable, not mounted, or without the controllers: try the next layout.
      continue
    }
  }
  chosen = null
  return undefined
}

// ---- stale ---------------------------------------------------------------------------------------------------------

const NAME = new RegExp(`^pe-${MARK_PATTERN}-[0-9a-f]+$`)

/**
 * Removes the empty groups of harnesses that have ended. A group that still holds a process stays, and so does one of another
 * container: containers may share these folders, and the numbers of their processes mean nothing here.
 */
export async function removeStale(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    const stale = names.filter((name) => NAME.test(name) && ownerHasEnded(name))
    // Another harness may be removing the same group.
    await Promise.all(stale.map((name) => rmdir(path.join(folder, name)).catch(() => undefined)))
  }
}
