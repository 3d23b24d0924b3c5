import { existsSync } from 'node:fs'
import { chown, lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'

export async function isOwnedBy(folder: string, user: number): Promise<boolean> {
  if (!existsSync(folder)) return false
  return (await lstat(folder)).uid === user
}

/** Changes the owner of a folder and everything in it. Does not follow links. */
export async function changeOwner(folder: string, user: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chown(await realpath(folder), user, user)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) await changeOwner(file, user)
    else if ((await lstat(file)).isFile()) await chown(file, user, user)
  }
}
