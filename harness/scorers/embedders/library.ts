import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { cacheFolder, type Environment } from '../../lib/browser/places.ts'
import { HarnessFault, UsageError, messageOf } from '../../errors.ts'

/** The name under which the package is known, and the one under which its successor is published. */
const NAME = '@xenova/transformers'
export const TRANSFORMERS = `${NAME}@npm:@huggingface/transformers@4.3.1`

/** What is used of the package, which need not be there. */
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
  /** Number of texts, and of numbers for each. */
  readonly dims: readonly number[]
  readonly data: Float32Array
}

const librarySchema = z.object({ env: z.looseObject({}), pipeline: z.function() })

/** Where it is installed on demand, beside what a project may have of its own. */
export function libraryFolder(env: Environment): string {
  return path.join(cacheFolder(env), 'transformers')
}

/** The command that installs it. Its install script would fetch what only graphics cards need. */
export function installCommand(env: Environment): string {
  return `npm install --ignore-scripts --prefix ${libraryFolder(env)} ${TRANSFORMERS}`
}

/** The file to import; undefined where it is not installed. */
export function findLibrary(env: Environment): string | undefined {
  const places = [import.meta.url, path.join(libraryFolder(env), 'package.json')]
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

/**
 * @throws UsageError where it is not installed, with the command that does
 * @throws HarnessFault where it cannot be loaded
 */
export async function loadLibrary(env: Environment): Promise<Transformers> {
  const file = findLibrary(env)
  if (file === undefined)
    throw new UsageError(`the embedder "transformers" needs a package that is not installed: ${installCommand(env)}`)
  try {
    const loaded = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
    const library = loaded.default ?? loaded
    librarySchema.parse(library)
    return library as Transformers
  } catch (error) {
    throw new HarnessFault(`${file} cannot be loaded: ${messageOf(error)}`, { cause: error })
  }
}
