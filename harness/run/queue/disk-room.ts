import { statfs } from 'node:fs/promises'

/** Whether the disks that trials are written to have room. A worker whose disk is full would fail every trial. */
export class DiskRoom {
  readonly #least: number
  readonly #say: (line: string) => void
  /** Whether the shortage was reported. */
  #told = false

  /** @param least MiB that must be free */
  constructor(least: number, say: (line: string) => void) {
    this.#least = least
    this.#say = say
  }

  /** @param folders Besides the folder for temporary files */
  async isThere(folders: readonly string[]): Promise<boolean> {
    for (const folder of [process.env['TMPDIR'] ?? '/tmp', ...folders]) {
      const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }))
      const free = (bavail * bsize) / 1024 ** 2
      if (free >= this.#least) continue
      if (!this.#told) this.#say(`takes no trial: only ${free.toFixed(0)} MiB are free at ${folder}`)
      this.#told = true
      return false
    }
    this.#told = false
    return true
  }

  /** A trial failed because a disk was full, which its own error has reported. */
  noteFull(): void {
    this.#told = true
  }
}

export function isFullDisk(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (['ENOSPC', 'EDQUOT'].includes((each as NodeJS.ErrnoException).code ?? '')) return true
  return false
}
