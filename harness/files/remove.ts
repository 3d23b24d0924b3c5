import { rm } from 'node:fs/promises'
import { execa } from 'execa'

/**
 * Removes a folder and all in it. A project can nest folders deeper than a path can be long, which only the system's own
 * `rm` gets through, since it walks into them.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') throw error
    await execa('rm', ['-rf', '--', folder], { timeout: 60_000 })
  }
}
