import { existsSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from '../files/caches.ts'
import { isHidden, type Environment } from '../processes/environment.ts'

/** The folder of Python packages that the set-up prepares for a benchmark (`npm run setup -- NAME`). Empty if it has not run. */
export function preparedPackages(benchmark: string, env: Environment = process.env): string[] {
  const folder = path.join(cacheFolder('python', env), benchmark, 'packages')
  return existsSync(folder) && !isHidden(`${benchmark}-packages`, env) ? [folder] : []
}
