import { rm } from 'node:fs/promises'
import { execa } from 'execa'

const PATIENCE = 60_000

/**
 * Removes a folder and all in it. A project can nest folders deeper than a path can be long, which only the system's own
 * `rm` gets through, since it walks into them; and it can lock folders, which their owner can open again.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM')
      await execa('chmod', ['-R', 'u+rwx', '--', folder], { timeout: PATIENCE })
    else if (code !== 'ENAMETOOLONG') throw error
    await execa('rm', ['-rf', '--', folder], { timeout: PATIENCE })
  }
}
