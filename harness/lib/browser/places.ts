import { access, constants, stat } from 'node:fs/promises'
import path from 'node:path'
import { cacheFolder } from '../files/caches.ts'
import type { Environment } from '../processes/environment.ts'

export const BROWSER_SOURCES = ['PE_CHROMIUM', 'playwright', 'system', 'sparticuz'] as const
export type BrowserSource = (typeof BROWSER_SOURCES)[number]

export interface FoundBrowser {
  /** Absolute path of an executable file. */
  readonly path: string
  readonly source: BrowserSource
}

/**
 * The script that starts the browser from the npm registry with its libraries and fonts. It is written last: if it exists, the
 * rest does too.
 */
export function sparticuzWrapper(env: Environment): string {
  return path.join(cacheFolder('sparticuz', env), 'chromium')
}

/** Whether a regular file exists at this path and may be executed. */
export async function isExecutableFile(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch (error) {
    if (isNotFoundError(error)) return false
    throw error
  }
}

/** The first file of this name on the PATH of `env`. */
export async function onPath(name: string, env: Environment): Promise<string | undefined> {
  for (const folder of (env['PATH'] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue
    const file = path.join(folder, name)
    if (await isExecutableFile(file)) return file
  }
  return undefined
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG'])

/** Whether an error says that a file does not exist or that this user may not access it. */
export function isNotFoundError(error: unknown): boolean {
  return ABSENT.has((error as NodeJS.ErrnoException).code ?? '')
}
