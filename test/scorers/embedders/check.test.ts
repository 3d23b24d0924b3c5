/** Whether an embedder will be there is found out before a run, without loading it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkEmbedder } from '../../../harness/scorers/embedders/index.ts'
import { temporaryFolder, type TemporaryFolder } from '../../helpers.ts'

const choice = (changes: object = {}) => ({
  embedder: 'transformers' as const,
  model: 'a/b',
  offline: false,
  ...changes,
})

/** The package where the cache has it, of which only the presence counts. */
async function withLibrary(folder: TemporaryFolder) {
  const place = folder.file('cache', 'pe', 'transformers')
  const own = path.join(place, 'node_modules', '@xenova', 'transformers')
  await mkdir(own, { recursive: true })
  await writeFile(path.join(place, 'package.json'), '{}')
  await writeFile(path.join(own, 'package.json'), '{"main": "index.js"}')
  await writeFile(path.join(own, 'index.js'), 'throw new Error("it was loaded")')
  return { XDG_CACHE_HOME: folder.file('cache') }
}

describe('an embedder', () => {
  it('of words is always there', async () => {
    await expect(checkEmbedder({ ...choice(), embedder: 'lexical' }, {})).resolves.toBeUndefined()
  })

  it('whose package or model is missing is refused with a remedy', async () => {
    await using folder = await temporaryFolder()
    const none = { XDG_CACHE_HOME: folder.file('none'), PE_HIDE_OPTIONAL: 'transformers' }
    await expect(checkEmbedder(choice(), none)).rejects.toThrow('npm install')
    const env = await withLibrary(folder)
    await expect(checkEmbedder(choice({ offline: true }), env)).rejects.toThrow(/--offline.*--embedding-model/)
    const away = { ...env, HF_ENDPOINT: 'http://127.0.0.1:1' }
    await expect(checkEmbedder(choice(), away)).rejects.toThrow(
      /cannot be loaded from .*127\.0\.0\.1:1.*--embedding-model/,
    )
  })

  it('is there if its model is on the disk, or on a hub that answers', async () => {
    await using folder = await temporaryFolder()
    const env = await withLibrary(folder)
    const asked: (string | undefined)[] = []
    const hub = createServer((request, response) => {
      asked.push(request.url)
      response.statusCode = request.url?.startsWith('/a/b/') === true ? 200 : 404
      response.end()
    }).listen(0, '127.0.0.1')
    await once(hub, 'listening')
    try {
      const there = { ...env, HF_ENDPOINT: `http://127.0.0.1:${String((hub.address() as AddressInfo).port)}` }
      await expect(checkEmbedder(choice(), there)).resolves.toBeUndefined()
      expect(asked).toEqual(['/a/b/resolve/main/config.json'])
      await expect(checkEmbedder(choice({ model: 'no/such' }), there)).rejects.toThrow('answers with 404')
    } finally {
      hub.close()
    }
    const model = folder.file('models', 'a', 'b')
    await mkdir(path.join(model, 'onnx'), { recursive: true })
    await writeFile(path.join(model, 'onnx', 'model.onnx'), '')
    const local = { ...env, PE_MODELS_DIR: folder.file('models') }
    await expect(checkEmbedder(choice({ offline: true }), local)).resolves.toBeUndefined()
  })
})
