import { existsSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from '../files/caches.ts'
import { isHidden, type Environment } from '../processes/environment.ts'

/** The folder that scripts/projecteval-environment.mjs prepares, with Django 5.2 and related packages. Empty if it has not run. */
export function projectEvalPackages(env: Environment = process.env): string[] {
  const folder = path.join(cacheFolder('python', env), 'projecteval', 'packages')
  return existsSync(folder) && !isHidden('projecteval-packages', env) ? [folder] : []
}
