import { rm } from 'node:fs/promises'
import { execa } from 'execa'

/** Milliseconds. */
const TIMEOUT = 60_000

/**
 * Removes a folder and everything in it. A project can nest folders so deeply that their path is too long; only the system's
 * `rm` can remove them, because it changes into them. A project can also remove its own permissions, which are restored first.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM') await execa('chmod', ['-R', 'u+rwx', '--', folder], { timeout: TIMEOUT })
    else if (code !== 'ENAMETOOLONG') throw error
    await execa('rm', ['-rf', '--', folder], { timeout: TIMEOUT })
  }
}
