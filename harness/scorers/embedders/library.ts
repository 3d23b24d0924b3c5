import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { cacheFolder } from '../../lib/files/caches.ts'
import { isHidden, type Environment } from '../../lib/processes/environment.ts'
import { HarnessFault, UsageError, messageOf } from '../../errors.ts'

/** The well-known name of the package, under which its successor is installed as an alias. */
const NAME = '@xenova/transformers'
export const TRANSFORMERS = `${NAME}@npm:@huggingface/transformers@4.3.1`

/** The parts of the package that are used here. The package is optional, so its types are not available. */
export interface Transformers {
  readonly env: {
    allowRemoteModels: boolean
    allowLocalModels: boolean
    localModelPath: string
    cacheDir: string | null
    remoteHost: string
    logLevel: number
  }
  pipeline(task: 'feature-extraction', model: string, options: object): Promise<Extractor>
}
export type Extractor = (texts: readonly string[], options: { pooling: 'mean'; normalize: boolean }) => Promise<Tensor>
export interface Tensor {
  /** Number of texts, and length of each vector. */
  readonly dims: readonly number[]
  readonly data: Float32Array
}

const librarySchema = z.object({ env: z.looseObject({}), pipeline: z.function() })

/** The command that installs the package. Without scripts, because its install script downloads GPU libraries. */
export function installCommand(env: Environment): string {
  return `npm install --ignore-scripts --prefix ${cacheFolder('transformers', env)} ${TRANSFORMERS}`
}

/** The file to import; undefined if the package is not installed. */
export function findLibrary(env: Environment): string | undefined {
  if (isHidden('transformers', env)) return undefined
  const places = [import.meta.url, path.join(cacheFolder('transformers', env), 'package.json')]
  return places.map(resolveFrom).find((file) => file !== undefined)
}

function resolveFrom(place: string): string | undefined {
  try {
    const file = createRequire(place).resolve(NAME)
    return existsSync(file) ? file : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

export function missingLibrary(env: Environment): UsageError {
  return new UsageError(`the embedder "transformers" needs a package that is not installed; run ${installCommand(env)}`)
}

/**
 * @throws UsageError with the install command, if it is not installed
 * @throws HarnessFault if it cannot be loaded
 */
export async function loadLibrary(env: Environment): Promise<Transformers> {
  const file = findLibrary(env)
  if (file === undefined) throw missingLibrary(env)
  try {
    const loaded = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
    const library = loaded.default ?? loaded
    librarySchema.parse(library)
    return library as Transformers
  } catch (error) {
    throw new HarnessFault(`${file} cannot be loaded: ${messageOf(error)}`, { cause: error })
  }
}
