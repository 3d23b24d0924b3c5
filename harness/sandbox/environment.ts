import path from 'node:path'
import type { Python } from '../contracts/types.ts'

/** The variables that every command has. */
export function baseEnvironment(home: string): Record<string, string> {
  const node = path.dirname(process.execPath)
  return { PATH: `${node}:/usr/local/bin:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC' }
}

/**
 * PYTHONPATH for the environment; empty if there are no folders to search.
 * @param provided Folder of packages that a launcher installed for this project; searched first
 */
export function pythonPath(python: Python | undefined, provided: string | undefined): Record<string, string> {
  const folders = [...(provided === undefined ? [] : [provided]), ...(python?.path ?? [])]
  return folders.length === 0 ? {} : { PYTHONPATH: folders.join(':') }
}
