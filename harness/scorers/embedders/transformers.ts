import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cacheFolder, type Environment } from '../../lib/browser/places.ts'
import { HarnessFault, UsageError, messageOf } from '../../errors.ts'
import { digestOfFiles } from '../../lib/files/digest.ts'
import type { Embedder } from './embedder.ts'
import { loadLibrary, type Extractor } from './library.ts'
import { VectorCache } from './vector-cache.ts'

/** The one of the paper's indicator, in the form that the package loads. */
export const DEFAULT_MODEL = 'Xenova/all-MiniLM-L6-v2'
const HUB = 'https://huggingface.co/'
/** Texts that go through the model at a time. */
const BATCH = 32
/** Characters; more than any model of this kind looks at. */
const LONGEST_TEXT = 10_000

export interface ModelChoice {
  /** The hub's name of a model, or a folder that holds one. */
  readonly model: string
  /** Whether to do without the network. */
  readonly offline: boolean
}

/** Sentence vectors of a model: the mean over its tokens' vectors, normalised. Loaded when it is first used. */
export async function transformersEmbedder(choice: ModelChoice, env: Environment): Promise<Embedder> {
  const place = placeOf(choice.model, env)
  const extractor = await loadModel(place, choice, env)
  const digest = await digestOf(place)
  const cache = new VectorCache(path.join(cacheFolder(env), 'embeddings', digest))
  return {
    id: idOf(place, digest),
    embed: (texts) =>
      cache.get(
        texts.map((text) => text.slice(0, LONGEST_TEXT)),
        (missing) => compute(extractor, missing),
      ),
  }
}

/** What the embedder of a model would be called; of a model that has still to be fetched, its name alone. */
export async function modelIdentity({ model }: ModelChoice, env: Environment): Promise<string> {
  const place = placeOf(model, env)
  return filesOf(place).length === 0 ? place.name : idOf(place, await digestOf(place))
}

function idOf({ name }: Place, digest: string): string {
  return `${name} ${digest.slice(0, 12)}`
}

/** Where a model is, or will be once it has been fetched. */
interface Place {
  readonly name: string
  /** Folder of the models on this machine. */
  readonly models: string
  /** Folder of those that were fetched. */
  readonly fetched: string
}

function placeOf(model: string, env: Environment): Place {
  const fetched = path.join(cacheFolder(env), 'models')
  const folder = path.resolve(model)
  if (existsSync(path.join(folder, 'config.json')))
    return { name: path.basename(folder), models: path.dirname(folder), fetched }
  const given = env['PE_MODELS_DIR']
  return { name: model, models: given === undefined || given === '' ? fetched : path.resolve(given), fetched }
}

async function loadModel(place: Place, { model, offline }: ModelChoice, env: Environment): Promise<Extractor> {
  const library = await loadLibrary(env)
  const hub = env['HF_ENDPOINT'] ?? HUB
  Object.assign(library.env, {
    allowLocalModels: true,
    allowRemoteModels: !offline,
    localModelPath: place.models,
    cacheDir: place.fetched,
    remoteHost: hub.endsWith('/') ? hub : `${hub}/`,
  })
  try {
    // As in the paper, with full precision; one thread, so that judging is not slowed.
    const options = { dtype: 'fp32', device: 'cpu', session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 } }
    return await library.pipeline('feature-extraction', place.name, options)
  } catch (error) {
    const places = [place.models, place.fetched, ...(offline ? [] : [hub])]
    const remedy = 'name a folder with --embedding-model, or one that holds models with PE_MODELS_DIR'
    throw new UsageError(
      `the model "${model}" cannot be loaded from ${places.join(' or ')} (${messageOf(error)}); ${remedy}`,
    )
  }
}

/** All that decides over a model's vectors, relative to its folder. */
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

function filesOf({ name, models, fetched }: Place): ModelFile[] {
  return MODEL_FILES.flatMap((file) => {
    const at = [models, fetched].map((folder) => path.join(folder, name, file)).find((each) => existsSync(each))
    return at === undefined ? [] : [{ file, at }]
  })
}

async function digestOf(place: Place): Promise<string> {
  const found = filesOf(place)
  if (found.length === 0)
    throw new HarnessFault(`the model "${place.name}" was loaded, and none of its files is in ${place.fetched}`)
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
