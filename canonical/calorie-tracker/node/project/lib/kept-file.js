/** One JSON file that is kept up to date. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Reads a file, or gives undefined where there is none yet. */
async function readIfThere(file) {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file so that a reader sees the old text or the new one, never a part. */
async function replaceFile(file, text) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}

/** Keeps a value over restarts; each saving is on disk before its promise resolves, one after the other. */
export class KeptFile {
  #file
  #lastSave = Promise.resolve()

  /** Takes the path of the file. */
  constructor(file) {
    this.#file = file
  }

  /** Reads what was saved last, or gives what there is at first. */
  async read(atFirst) {
    const text = await readIfThere(this.#file)
    return text === undefined ? atFirst : JSON.parse(text)
  }

  /** Saves a value as it is now. */
  async save(value) {
    const text = JSON.stringify(value, null, 2)
    const write = () => replaceFile(this.#file, text)
    this.#lastSave = this.#lastSave.then(write, write)
    await this.#lastSave
  }
}
