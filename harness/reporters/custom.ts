import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../errors.ts'
import { loadModule } from '../files/load-module.ts'
import type { Reporter } from '../types.ts'
import type { ReporterSetup } from './setup.ts'

export type CreateReporter = (setup: ReporterSetup) => Reporter

/**
 * A reporter out of a user's own file, whose default export is a function that makes one.
 * @throws UsageError where there is no such file, or it is not what it should be
 */
export async function customReporter(file: string): Promise<CreateReporter> {
  if (!existsSync(file)) throw new UsageError(`there is no reporter "${file}", neither built in nor as a file`)
  const { default: create } = await loadModule(path.resolve(file))
  if (typeof create !== 'function') {
    throw new UsageError(`${file} has no default export that makes a reporter: (setup) => ({ name, on(event) { … } })`)
  }
  return (setup) => {
    const reporter: unknown = (create as (setup: ReporterSetup) => unknown)(setup)
    if (isReporter(reporter)) return reporter
    throw new UsageError(`the default export of ${file} made no reporter: it takes a name and a function "on"`)
  }
}

function isReporter(value: unknown): value is Reporter {
  if (typeof value !== 'object' || value === null) return false
  return 'name' in value && typeof value.name === 'string' && 'on' in value && typeof value.on === 'function'
}
