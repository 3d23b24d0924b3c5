import { mib } from './bounds.ts'

/** Bytes of one download, and of all downloads in the life of a browser. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_TOTAL = 256 * 1024 * 1024

interface Progress {
  readonly guid: string
  readonly receivedBytes: number
  readonly totalBytes: number
}

/** Follows the progress of downloads, so that one that is too large is stopped before it is complete. */
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
    // The announced size counts from the first byte.
    this.#sizes.set(guid, Math.max(receivedBytes, totalBytes))
    const sum = [...this.#sizes.values()].reduce((total, size) => total + size, 0)
    if (Math.max(receivedBytes, totalBytes) > MAX_BYTES)
      this.#onOver(`the page made the browser download a file larger than ${mib(MAX_BYTES)}`)
    else if (sum > MAX_TOTAL) this.#onOver(`the page made the browser download more than ${mib(MAX_TOTAL)} in total`)
  }
}
