/** Full disks, made for real: a small file system in a mount namespace of its own holds the trial and the project. */
import { describe, expect, it } from 'vitest'
import { MiB } from '../../harness/lib/wording/bytes.ts'
import { diskUsage } from '../../harness/sandbox/disk.ts'
import { temporaryFolder } from '../helpers.ts'
import { NEEDS, countsLikeDu, onSmallDisk, plant } from './disk-watch-cases.ts'

describe('the disk of a trial', NEEDS, () => {
  it('has one if others filled it, with what the project took of it', async () => {
    expect(
      await onSmallDisk(`
        const watch = await watchDisk(trial, 64 * MiB)
        await put('trial/project/some', 60)
        await put('others', 62)
        say((await watch.problem()) ?? 'none')`),
    ).toMatch(/^ENOSPC: 6 MiB are free in \/.*\/trial, and the project took only 60 MiB of what is gone$/)
  })
})

describe('the bytes of a project', () => {
  countsLikeDu(4)

  it('reach a limit as soon as there are more bytes or entries than it allows, and not before', async () => {
    await using folder = await temporaryFolder()
    await plant(
      folder.path,
      Array.from({ length: 9 }, () => ({ folder: 0, kind: 'file' as const, size: 4000 })),
    )
    const all = await diskUsage([folder.path], Infinity, Infinity)
    expect(await diskUsage([folder.path], all, 9)).toBe(all)
    expect(await diskUsage([folder.path], all - 1, 9)).toBeGreaterThan(all - 1)
    expect(await diskUsage([folder.path], 10 * MiB, 8)).toBe(10 * MiB + 1)
    // It stops there: a huge tree would cost time.
    expect(await diskUsage([folder.path], 4096, 9)).toBe(2 * 4096)
  })
})
