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
  const root = await realpath(folder)
  await chown(root, user, user)
  await changeInside(Buffer.from(root), user)
}

/** Paths are bytes: as text, names that are not UTF-8 would be those of other files. */
async function changeInside(folder: Buffer, user: number): Promise<void> {
  for (const name of await readdir(folder, { encoding: 'buffer' })) {
    const file = Buffer.concat([folder, SEPARATOR, name])
    const status = await lstat(file)
    if (!status.isDirectory() && !status.isFile()) continue
    await chown(file, user, user)
    if (status.isDirectory()) await changeInside(file, user)
  }
}
const SEPARATOR = Buffer.from(path.sep)
