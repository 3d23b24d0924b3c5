import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '../../lib/files/digest.ts'
import { fileLimit, writeAtomically } from '../../lib/files/write.ts'

/** Caches vectors by the digest of their text, each in a file of 32-bit floats. */
export class VectorCache {
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
