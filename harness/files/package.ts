import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../errors.ts'

/** The folder of this package, beside the compiled or the TypeScript sources. */
export function packageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder
  }
  throw new UsageError(`no package.json was found above ${from}; install the package again`)
}
