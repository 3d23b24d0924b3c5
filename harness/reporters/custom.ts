import { existsSync } from 'node:fs'
import path from 'node:path'
import { UsageError, messageOf } from '../errors.ts'
import { loadModule } from '../lib/files/load-module.ts'
import { otherNames } from '../lib/wording/nearest.ts'
import type { Reporter } from '../contracts/types.ts'
import type { ReporterSetup } from './setup.ts'

/**
 * A reporter out of a user's own file, whose default export is a function that makes one.
 * @throws UsageError if there is no such file, or it makes no reporter
 */
export async function customReporter(
  file: string,
  setup: ReporterSetup,
  builtIn: readonly string[],
): Promise<Reporter> {
  if (!existsSync(file)) {
    const others = otherNames(file, builtIn, `the reporters are ${builtIn.join(', ')}, or a file of your own`)
    throw new UsageError(`there is no reporter "${file}"${others}`)
  }
  const { default: create } = await loadModule(path.resolve(file))
  if (typeof create !== 'function') {
    throw new UsageError(`${file} has no default export that makes a reporter: (setup) => ({ name, on(event) { … } })`)
  }
  const reporter = made(file, create as (setup: ReporterSetup) => unknown, setup)
  if (isReporter(reporter)) return reporter
  throw new UsageError(`the default export of ${file} made no reporter: it takes a name and a function "on"`)
}

function made(file: string, create: (setup: ReporterSetup) => unknown, setup: ReporterSetup): unknown {
  try {
    return create(setup)
  } catch (error) {
    throw new UsageError(`the default export of ${file} threw: ${messageOf(error)}`, { cause: error })
  }
}

function isReporter(value: unknown): value is Reporter {
  if (typeof value !== 'object' || value === null) return false
  return 'name' in value && typeof value.name === 'string' && 'on' in value && typeof value.on === 'function'
}
