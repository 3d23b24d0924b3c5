import { homedir } from 'node:os'
import path from 'node:path'
import type { Environment } from '../processes/environment.ts'

/**
 * The caches of `pe`, each in its own folder. All may be deleted at any time.
 * - `bench`: earlier commits that `npm run bench` compares with
 * - `calibrations`: which tests of a library judge a project on this machine
 * - `cdn`: libraries that pages load from content delivery networks; scripts/cdn-stand-in.mjs writes them
 * - `embeddings`: vectors of sentences
 * - `environments`: a virtual environment of Python for each repository; npm run setup -- codeprojecteval makes them
 * - `exchanges`: answers of models
 * - `installs`: packages that projects have installed
 * - `models`: models that compute embeddings
 * - `python`: packages for ProjectEval; scripts/projecteval-environment.mjs writes them
 * - `references`: references of libraries with the tests of their tasks, as they are calibrated
 * - `redteam`: recorded responses of canonical solutions
 * - `sparticuz`: the browser from the npm registry
 * - `transformers`: the package that runs the models
 */
export type Cache =
  | 'bench'
  | 'calibrations'
  | 'cdn'
  | 'embeddings'
  | 'environments'
  | 'exchanges'
  | 'installs'
  | 'models'
  | 'python'
  | 'references'
  | 'redteam'
  | 'sparticuz'
  | 'transformers'

export function cacheFolder(cache: Cache, env: Environment = process.env): string {
  return path.join(cacheRoot(env), cache)
}

/** The folder of all caches: `$XDG_CACHE_HOME/pe`, or `~/.cache/pe`. Must match scripts/cache-folder.mjs. */
export function cacheRoot(env: Environment = process.env): string {
  const { XDG_CACHE_HOME: given, HOME: home } = env
  // The XDG specification says to ignore a relative path.
  return path.join(isAbsolute(given) ? given : path.join(isAbsolute(home) ? home : homedir(), '.cache'), 'pe')
}

function isAbsolute(folder: string | undefined): folder is string {
  return folder !== undefined && path.isAbsolute(folder)
}
