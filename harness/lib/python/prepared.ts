import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/** The folder that scripts/projecteval-environment.mjs prepares, with Django 5.2 and related packages. Empty if it has not run. */
export function preparedPath(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const cache = environment['XDG_CACHE_HOME'] ?? ''
  const caches = path.isAbsolute(cache) ? cache : path.join(homedir(), '.cache')
  const folder = path.join(caches, 'pe', 'python', 'projecteval', 'packages')
  return existsSync(folder) ? [folder] : []
}
