import os from 'node:os'
import path from 'node:path'

/** The folder of all caches of `pe`. Must match `cacheRoot` in harness/lib/files/caches.ts, which is compiled later. */
export function cacheRoot(env = process.env) {
  const isAbsolute = (folder) => folder !== undefined && path.isAbsolute(folder)
  const { XDG_CACHE_HOME: given, HOME: home } = env
  return path.join(isAbsolute(given) ? given : path.join(isAbsolute(home) ? home : os.homedir(), '.cache'), 'pe')
}
