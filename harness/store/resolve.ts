import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../errors.ts'
import { listRuns } from './read.ts'

/**
 * The folder of a run: by its path, by its id below the reports folder, or the newest one.
 * @throws UsageError if there is none
 */
export async function resolveRun(run: string | undefined, out: string): Promise<string> {
  const root = path.resolve(out)
  if (run === undefined) {
    const [newest] = await listRuns(root)
    if (newest === undefined)
      throw new UsageError(`there is no run in ${root}; make one with pe run, or name its folder with --out`)
    return newest
  }
  const found = [path.resolve(run), path.join(root, run)].find((folder) => existsSync(path.join(folder, 'run.json')))
  if (found === undefined)
    throw new UsageError(`there is no run "${run}", neither as a folder nor in ${root}; pe list runs names them`)
  return found
}
