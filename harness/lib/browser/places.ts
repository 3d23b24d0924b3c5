import { access, constants, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

/** Environment variables, passed as an argument so that nothing here reads `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

export const BROWSER_SOURCES = ['PE_CHROMIUM', 'playwright', 'system', 'sparticuz'] as const
export type BrowserSource = (typeof BROWSER_SOURCES)[number]

export interface FoundBrowser {
  /** Absolute path of an executable file. */
  readonly path: string
  readonly source: BrowserSource
}

/** The folder for files that may be deleted at any time: `$XDG_CACHE_HOME/pe`, or `~/.cache/pe`. */
export function cacheFolder(env: Environment): string {
  const given = env['XDG_CACHE_HOME']
  // The XDG specification says to ignore a relative path.
  const base = given !== undefined && path.isAbsolute(given) ? given : path.join(env['HOME'] ?? homedir(), '.cache')
  return path.join(base, 'pe')
}

/** Copies of libraries that pages load from content delivery networks; scripts/cdn-stand-in.mjs writes them. */
export function libraryFolder(env: Environment = process.env): string {
  return path.join(cacheFolder(env), 'cdn')
}

/** The folder into which the browser from the npm registry is unpacked. */
export function sparticuzFolder(env: Environment): string {
  return path.join(cacheFolder(env), 'sparticuz')
}

/** The script that starts that browser with its libraries and fonts. It is written last: if it exists, the rest does too. */
export function sparticuzWrapper(env: Environment): string {
  return path.join(sparticuzFolder(env), 'chromium')
}

/** Whether a regular file exists at this path and may be executed. */
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

/** Whether an error says that a file does not exist or that this user may not access it. */
export function isAbsent(error: unknown): boolean {
  return ABSENT.has((error as NodeJS.ErrnoException).code ?? '')
}
