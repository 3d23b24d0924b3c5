import { mib } from './bounds.ts'

/** Largest download, and all of a browser's life together, while they are written. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_IN_ALL = 256 * 1024 * 1024

interface Progress {
  readonly guid: string
  readonly receivedBytes: number
  readonly totalBytes: number
}

/** Follows what the browser says of its downloads, so that one that is too large ends while it is written. */
export class Downloads {
  readonly #onOver: (reason: string) => void
  readonly #sizes = new Map<string, number>()
  readonly events = {
    'Browser.downloadProgress': (params: unknown): void => {
      this.#progress(params as Progress)
    },
  }

  constructor(onOver: (reason: string) => void) {
    this.#onOver = onOver
  }

  #progress({ guid, receivedBytes, totalBytes }: Progress): void {
    // What is announced counts from its first byte.
    this.#sizes.set(guid, Math.max(receivedBytes, totalBytes))
    const sum = [...this.#sizes.values()].reduce((total, size) => total + size, 0)
    if (Math.max(receivedBytes, totalBytes) > MOST_BYTES)
      this.#onOver(`the page let the browser save more than ${mib(MOST_BYTES)} in one file`)
    else if (sum > MOST_IN_ALL) this.#onOver(`the page let the browser save more than ${mib(MOST_IN_ALL)} in all`)
  }
}
