import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../../errors.ts'

/** The root folder of the package, from the folder of one of its files, compiled or not. */
export function packageRoot(from: string): string {
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder
  }
  throw new UsageError(`no package.json was found above ${from}; install the package again`)
}
