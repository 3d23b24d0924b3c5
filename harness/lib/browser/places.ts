import { access, constants, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

/** The variables of a process, passed in so that nothing here depends on the process that asks. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where a browser came from. */
export const BROWSER_SOURCES = ['PE_CHROMIUM', 'playwright', 'system', 'sparticuz'] as const
export type BrowserSource = (typeof BROWSER_SOURCES)[number]

export interface FoundBrowser {
  /** Absolute path of an executable file. */
  readonly path: string
  readonly source: BrowserSource
}

/** The folder for what may be deleted at any time: `$XDG_CACHE_HOME/pe`, or `~/.cache/pe`. */
export function cacheFolder(env: Environment): string {
  const given = env['XDG_CACHE_HOME']
  // The XDG specification says that a relative path there is to be ignored.
  const base = given !== undefined && path.isAbsolute(given) ? given : path.join(env['HOME'] ?? homedir(), '.cache')
  return path.join(base, 'pe')
}

/** Copies of libraries that pages load from content delivery networks, which scripts/cdn-stand-in.mjs puts there. */
export function libraryFolder(env: Environment = process.env): string {
  return path.join(cacheFolder(env), 'cdn')
}

/** Where the browser out of the npm registry is unpacked. */
export function sparticuzFolder(env: Environment): string {
  return path.join(cacheFolder(env), 'sparticuz')
}

/** The script that starts it with its own libraries and fonts; written last, so where it is all the rest is too. */
export function sparticuzWrapper(env: Environment): string {
  return path.join(sparticuzFolder(env), 'chromium')
}

/** Whether there is a regular file that may be executed. */
export async function isExecutableFile(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch (error) {
    if (isAbsent(error)) return false
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

/** Whether a file could not be had because it is not there, or not for us. */
export function isAbsent(error: unknown): boolean {
  return ABSENT.has((error as NodeJS.ErrnoException).code ?? '')
}
