import http from 'node:http'
import { once } from 'node:events'
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../harness/errors.ts'
import { cacheFolder } from '../../../harness/lib/files/caches.ts'
import { findLibrary } from '../../../harness/scorers/embedders/library.ts'
import { modelIdentity, transformersEmbedder } from '../../../harness/scorers/embedders/transformers.ts'
import { root, temporaryFolder, type TemporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

const MODELS = path.join(root, 'test', 'fixtures', 'models')
const MODEL = path.join(MODELS, 'tiny-bert')

/** An empty cache folder with the package that the set-up has installed. */
async function environment(folder: TemporaryFolder): Promise<Record<string, string>> {
  const env = { XDG_CACHE_HOME: folder.path }
  await mkdir(path.dirname(cacheFolder('transformers', env)), { recursive: true })
  await symlink(cacheFolder('transformers'), cacheFolder('transformers', env))
  return env
}

const TEXTS = ['Home||Add||A button adds a task.', 'Home||List||All tasks are listed.', '']

describe('modelIdentity', () => {
  it('depends on the content of the model, not only on its name', async () => {
    await using folder = await temporaryFolder()
    const env = { XDG_CACHE_HOME: folder.path }
    const model = folder.file('tiny-bert')
    const identity = () => modelIdentity({ model, offline: true }, env)
    await cp(MODEL, model, { recursive: true })
    const first = await identity()
    expect(first).toMatch(/^tiny-bert [0-9a-f]{12}$/)
    expect(await identity()).toBe(first)
    const weights = path.join(model, 'onnx', 'model.onnx')
    await writeFile(weights, Buffer.concat([await readFile(weights), Buffer.of(0)]))
    expect(await identity()).not.toBe(first)
  })

  it('is the name of a model that is not downloaded yet', async () => {
    await using folder = await temporaryFolder()
    expect(await modelIdentity({ model: 'some/model', offline: false }, { XDG_CACHE_HOME: folder.path })).toBe(
      'some/model',
    )
  })
})

describe('a sentence model', await needs('transformers'), () => {
  it('is loaded from a folder, without the network', async () => {
    await using folder = await temporaryFolder()
    const embedder = await transformersEmbedder({ model: MODEL, offline: true }, await environment(folder))
    expect(embedder.id).toMatch(/^tiny-bert [0-9a-f]{12}$/)
    expect(await modelIdentity({ model: MODEL, offline: true }, { XDG_CACHE_HOME: folder.path })).toBe(embedder.id)
    const [first, second, third] = await embedder.embed(TEXTS)
    for (const vector of [first, second, third]) {
      expect(vector).toHaveLength(32)
      expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5)
    }
    expect(first).not.toEqual(second)
  })

  it('gives a text the same vector in any batch', async () => {
    await using folder = await temporaryFolder()
    const env = await environment(folder)
    const [alone] = await (await transformersEmbedder({ model: MODEL, offline: true }, env)).embed(['one text'])
    await using other = await temporaryFolder()
    const embedder = await transformersEmbedder({ model: MODEL, offline: true }, await environment(other))
    const many = await embedder.embed([
      ...Array.from({ length: 70 }, (_, index) => `text ${index} of many`),
      'one text',
    ])
    expect(many).toHaveLength(71)
    for (const [index, value] of (alone ?? []).entries()) expect(many[70]?.[index]).toBeCloseTo(value, 4)
  })

  it('is found by its name in PE_MODELS_DIR', async () => {
    await using folder = await temporaryFolder()
    const env = { ...(await environment(folder)), PE_MODELS_DIR: MODELS }
    const embedder = await transformersEmbedder({ model: 'tiny-bert', offline: true }, env)
    expect((await embedder.embed(TEXTS)).map((vector) => vector.length)).toEqual([32, 32, 32])
  })

  it('is not run again for cached texts', async () => {
    await using folder = await temporaryFolder()
    const env = await environment(folder)
    const embedder = await transformersEmbedder({ model: MODEL, offline: true }, env)
    const [first] = await embedder.embed(TEXTS)
    const kept = folder.file('pe', 'embeddings')
    const files = (await readdir(kept, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    expect(files).toHaveLength(3)
    // A changed number in the cache is returned.
    const [one] = files
    for (const file of files) await writeFile(path.join(file.parentPath, file.name), new Float32Array(32).fill(0.5))
    expect(one).toBeDefined()
    expect((await embedder.embed(TEXTS))[0]).toEqual(new Float32Array(32).fill(0.5))
    // A truncated file is computed again.
    for (const file of files) await writeFile(path.join(file.parentPath, file.name), 'abc')
    expect((await embedder.embed(TEXTS))[0]).toEqual(first)
  })

  it('with other weights has another id and other vectors', async () => {
    await using folder = await temporaryFolder()
    const env = await environment(folder)
    await cp(MODEL, folder.file('models', 'tiny-bert'), { recursive: true })
    const config = folder.file('models', 'tiny-bert', 'config.json')
    await writeFile(config, `${await readFile(config, 'utf8')}\n`)
    const one = await transformersEmbedder({ model: MODEL, offline: true }, env)
    const other = await transformersEmbedder({ model: folder.file('models', 'tiny-bert'), offline: true }, env)
    expect(other.id).not.toBe(one.id)
  })

  it('is downloaded from a hub once, and then found without the network', async () => {
    await using folder = await temporaryFolder()
    await using hub = await startHub()
    const env = { ...(await environment(folder)), HF_ENDPOINT: hub.address }
    const fetched = await transformersEmbedder({ model: 'acme/tiny-bert', offline: false }, env)
    const [vector] = await fetched.embed(['a text'])
    expect(hub.asked).toContain('/acme/tiny-bert/resolve/main/onnx/model.onnx')
    const asked = hub.asked.length
    const found = await transformersEmbedder({ model: 'acme/tiny-bert', offline: true }, env)
    expect(found.id).toBe(fetched.id)
    expect((await found.embed(['a text']))[0]).toEqual(vector)
    expect(hub.asked).toHaveLength(asked)
  })

  it('that cannot be found is reported with the places and the remedy', async () => {
    await using folder = await temporaryFolder()
    const env = await environment(folder)
    const attempt = transformersEmbedder({ model: 'acme/none', offline: true }, env)
    await expect(attempt).rejects.toThrow(UsageError)
    await expect(attempt).rejects.toThrow(/"acme\/none" cannot be loaded from .*PE_MODELS_DIR/s)
  })
})

it('without the package, the error names the command that installs it', async () => {
  await using folder = await temporaryFolder()
  const env = { XDG_CACHE_HOME: folder.path }
  const found = findLibrary(env)
  if (found !== undefined) throw new Error(`${found} stands among the packages of the project itself`)
  await expect(transformersEmbedder({ model: MODEL, offline: true }, env)).rejects.toThrow(
    `npm install --ignore-scripts --prefix ${cacheFolder('transformers', env)} @xenova/transformers@npm:@huggingface/transformers@`,
  )
})

/** Serves the fixture like the hub: `/<owner>/<model>/resolve/<revision>/<file>`. */
async function startHub() {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    const address = request.url ?? ''
    asked.push(address)
    const file = /^\/acme\/tiny-bert\/resolve\/main\/(.+)$/.exec(address)?.[1]
    readFile(path.join(MODEL, file ?? 'none')).then(
      (content) => response.writeHead(200, { 'content-length': content.length }).end(content),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => undefined)
    },
  }
}
