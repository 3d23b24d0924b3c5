import { statfs } from 'node:fs/promises'
import { MachineFault } from '../errors.ts'
import { diskUsage } from '../sandbox/disk.ts'
import { MiB, mebibytes } from '../lib/wording/bytes.ts'
import type { Sandbox } from '../contracts/types.ts'

/** If fewer bytes than this are free, a failed write proves nothing about the program. */
const FULL = 16 * MiB
const MOST_ENTRIES = 1_000_000

export interface DiskWatch {
  /** A problem of the machine's disk that the project alone cannot have caused; undefined if there is none. */
  problem(): Promise<string | undefined>
}

/**
 * Watches the disk that holds a trial.
 * @param folder Folder of the trial
 * @param needed Bytes that its project may write
 * @throws MachineFault if less than that is free at the start
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
