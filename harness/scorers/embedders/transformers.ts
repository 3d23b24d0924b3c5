import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cacheFolder } from '../../lib/files/caches.ts'
import type { Environment } from '../../lib/processes/environment.ts'
import { HarnessFault, UsageError, messageOf } from '../../errors.ts'
import { digestOfFiles, sha256 } from '../../lib/files/digest.ts'
import type { Embedder } from './embedder.ts'
import { findLibrary, loadLibrary, missingLibrary, type Extractor } from './library.ts'
import { fileLimit, writeAtomically } from '../../lib/files/write.ts'

/** The model of the paper's indicator, in the format that the package loads. */
export const DEFAULT_MODEL = 'Xenova/all-MiniLM-L6-v2'
const HUB = 'https://huggingface.co/'
/** Texts per batch. */
const BATCH = 32
/** Characters; more than any model of this kind reads. */
const MAX_TEXT = 10_000

export interface ModelChoice {
  /** The name of a model on the hub, or a folder that contains one. */
  readonly model: string
  /** Whether to avoid the network. */
  readonly offline: boolean
}

/** Opens a model whose sentence vectors are the normalised means of its token vectors. */
export async function transformersEmbedder(choice: ModelChoice, env: Environment): Promise<Embedder> {
  const place = placeOf(choice.model, env)
  const extractor = await loadModel(place, choice, env)
  const digest = await digestOf(place)
  const cache = new VectorCache(path.join(cacheFolder('embeddings', env), digest))
  return {
    id: idOf(place, digest),
    embed: (texts) =>
      cache.get(
        texts.map((text) => text.slice(0, MAX_TEXT)),
        (missing) => compute(extractor, missing),
      ),
  }
}

/** The id that the embedder of a model has; only the name of the model if it is not downloaded yet. */
export async function modelIdentity({ model }: ModelChoice, env: Environment): Promise<string> {
  const place = placeOf(model, env)
  return filesOf(place).length === 0 ? place.name : idOf(place, await digestOf(place))
}

function idOf({ name }: Place, digest: string): string {
  return `${name} ${digest.slice(0, 12)}`
}

/** The location of a model, before or after its download. */
interface Place {
  readonly name: string
  /** Folder of local models. */
  readonly models: string
  /** Folder of downloaded models. */
  readonly downloaded: string
}

function placeOf(model: string, env: Environment): Place {
  const downloaded = cacheFolder('models', env)
  const folder = path.resolve(model)
  if (existsSync(path.join(folder, 'config.json')))
    return { name: path.basename(folder), models: path.dirname(folder), downloaded }
  const given = env['PE_MODELS_DIR']
  return { name: model, models: given === undefined || given === '' ? downloaded : path.resolve(given), downloaded }
}

async function loadModel(place: Place, { model, offline }: ModelChoice, env: Environment): Promise<Extractor> {
  const library = await loadLibrary(env)
  Object.assign(library.env, {
    allowLocalModels: true,
    allowRemoteModels: !offline,
    localModelPath: place.models,
    cacheDir: place.downloaded,
    remoteHost: hubOf(env),
  })
  try {
    // Full precision as in the paper; one thread, so that judging is not slowed down.
    const options = { dtype: 'fp32', device: 'cpu', session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 } }
    return await library.pipeline('feature-extraction', place.name, options)
  } catch (error) {
    throw notLoaded(place, { model, offline }, env, messageOf(error))
  }
}

function notLoaded(place: Place, { model, offline }: ModelChoice, env: Environment, why: string): UsageError {
  const places = [place.models, place.downloaded, ...(offline ? [] : [hubOf(env)])]
  const remedy = 'set --embedding-model to the folder of a model, or PE_MODELS_DIR to a folder of models'
  return new UsageError(`the model "${model}" cannot be loaded from ${places.join(' or ')} (${why}); ${remedy}`)
}

function hubOf(env: Environment): string {
  const hub = env['HF_ENDPOINT'] ?? HUB
  return hub.endsWith('/') ? hub : `${hub}/`
}

/** Milliseconds until a hub counts as out of reach. */
const PATIENCE = 15_000

/**
 * Checks before a run whether its embedder will be there at the end, without loading it.
 * @throws UsageError if the package is not installed, or the model is neither on the disk nor on a hub that answers
 */
export async function checkModel(choice: ModelChoice, env: Environment): Promise<void> {
  if (findLibrary(env) === undefined) throw missingLibrary(env)
  const place = placeOf(choice.model, env)
  const files = filesOf(place)
  if (files.some(({ file }) => file === 'onnx/model.onnx')) return
  if (choice.offline)
    throw notLoaded(place, choice, env, 'its files are not there, and --offline keeps off the network')
  const address = `${hubOf(env)}${place.name}/resolve/main/config.json`
  try {
    const { status } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE) })
    if (status >= 400) throw new HarnessFault(`${address} answers with ${String(status)}`)
  } catch (error) {
    throw notLoaded(place, choice, env, messageOf(error))
  }
}

/** The files that determine a model's vectors, relative to its folder. */
const MODEL_FILES = [
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/model.onnx',
  'onnx/model.onnx_data',
]

interface ModelFile {
  readonly file: string
  readonly at: string
}

function filesOf({ name, models, downloaded }: Place): ModelFile[] {
  return MODEL_FILES.flatMap((file) => {
    const at = [models, downloaded].map((folder) => path.join(folder, name, file)).find((each) => existsSync(each))
    return at === undefined ? [] : [{ file, at }]
  })
}

async function digestOf(place: Place): Promise<string> {
  const found = filesOf(place)
  if (found.length === 0)
    throw new HarnessFault(
      `the model "${place.name}" was loaded, but none of its files is in ${place.models} or ${place.downloaded}`,
    )
  return digestOfFiles(
    await Promise.all(found.map(async ({ file, at }) => ({ path: file, content: await readFile(at) }))),
  )
}

async function compute(extractor: Extractor, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let begin = 0; begin < texts.length; begin += BATCH) {
    const batch = texts.slice(begin, begin + BATCH)
    const { dims, data } = await extractor(batch, { pooling: 'mean', normalize: true })
    const [count, size] = dims
    if (count !== batch.length || size === undefined || data.some(Number.isNaN))
      throw new HarnessFault(`the model gave no vectors for ${batch.length} texts`)
    for (const [index] of batch.entries()) vectors.push(data.slice(index * size, (index + 1) * size))
  }
  return vectors
}

// ---- vector cache --------------------------------------------------------------------------------------------------

/** Caches vectors by the digest of their text, each in a file of 32-bit floats. */
class VectorCache {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @param compute Called at most once, with the distinct texts that are not cached */
  async get(
    texts: readonly string[],
    compute: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
  ): Promise<Float32Array[]> {
    const distinct = [...new Set(texts)]
    const known = new Map<string, Float32Array>()
    await fileLimit.map(distinct, async (text) => {
      const vector = await this.#read(text)
      if (vector) known.set(text, vector)
    })
    const missing = distinct.filter((text) => !known.has(text))
    const computed = missing.length === 0 ? [] : await compute(missing)
    await fileLimit.map(missing, async (text, index) => {
      const vector = computed[index]
      if (!vector) throw new TypeError('the embedder returned fewer vectors than texts')
      known.set(text, vector)
      await writeAtomically(this.#file(text), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))
    })
    return texts.map((text) => known.get(text) ?? new Float32Array(0))
  }

  async #read(text: string): Promise<Float32Array | undefined> {
    const bytes = await readFile(this.#file(text)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    })
    if (!bytes || bytes.length === 0 || bytes.length % 4 !== 0) return undefined
    return new Float32Array(Uint8Array.from(bytes).buffer)
  }

  #file(text: string): string {
    const name = sha256(text)
    return path.join(this.#folder, name.slice(0, 2), name)
  }
}
