import { statfs } from 'node:fs/promises'
import { MachineFault } from '../errors.ts'
import { diskUsage } from '../sandbox/disk.ts'
import { MiB, mebibytes } from '../lib/wording/bytes.ts'
import type { Sandbox } from '../contracts/types.ts'

/** Free bytes below which what a program could not write says nothing of the program. */
const FULL = 16 * MiB
const MOST_ENTRIES = 1_000_000

export interface DiskWatch {
  /** What is wrong with the machine's disk, where the project alone cannot have filled it. */
  problem(): Promise<string | undefined>
}

/**
 * Watches the disk that holds a trial.
 * @param folder Of the trial
 * @param needed Bytes that its project may write
 * @throws MachineFault if there is less than that from the start
 */
export async function watchDisk(
  folder: string,
  needed: number,
  sandbox?: Pick<Sandbox, 'openBytes'>,
): Promise<DiskWatch> {
  const before = await freeBytes(folder)
  if (before < needed) {
    const what = `${mebibytes(before)} are free in ${folder} and a trial may take ${mebibytes(needed)}`
    throw new MachineFault(`ENOSPC: ${what}; make room, or name another folder by TMPDIR`)
  }
  return {
    async problem() {
      const now = await freeBytes(folder)
      if (now >= FULL) return undefined
      const own = (await diskUsage([folder], before, MOST_ENTRIES)) + ((await sandbox?.openBytes?.()) ?? 0)
      if (own + FULL >= before) return undefined
      return `ENOSPC: ${mebibytes(now)} are free in ${folder}, and the project took only ${mebibytes(own)} of what is gone`
    },
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
