/** One JSON file that is kept up to date. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Reads a file, or gives undefined where there is none yet. */
async function readIfThere(file) {
  // Reads a file, or gives undefined where there is none yet.
}

/** Writes a file so that a reader sees the old text or the new one, never a part. */
async function replaceFile(file, text) {
  // Writes a file so that a reader sees the old text or the new one, never a part.
}

/** Keeps a value over restarts; each saving is on disk before its promise resolves, one after the other. */
export class KeptFile {
  #file
  #lastSave = Promise.resolve()

  /** Takes the path of the file. */
  constructor(file) {
    // Takes the path of the file.
  }

  /** Reads what was saved last, or gives what there is at first. */
  async read(atFirst) {
    // Reads what was saved last, or gives what there is at first.
  }

  /** Saves a value as it is now. */
  async save(value) {
    // Saves a value as it is now.
  }
}
