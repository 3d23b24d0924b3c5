/** The other cases of disk-watch.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { MachineFault } from '../../harness/errors.ts'
import { MiB } from '../../harness/lib/wording/bytes.ts'
import { watchDisk } from '../../harness/trial/disk-watch.ts'
import { temporaryFolder } from '../helpers.ts'
import { NEEDS, onSmallDisk } from './disk-watch-cases.ts'

describe('the disk of a trial', { ...NEEDS, timeout: 120_000 }, () => {
  it('has no problem while there is room, even if others took the rest', async () => {
    expect(
      await onSmallDisk(`
        const watch = await watchDisk(trial, 64 * MiB)
        await put('others', 100)
        say((await watch.problem()) ?? 'none')`),
    ).toBe('none')
  })

  it('has no problem of the machine if the project alone filled it', async () => {
    expect(
      await onSmallDisk(`
        const watch = await watchDisk(trial, 64 * MiB)
        await put('trial/project/big', 60)
        await put('trial/cache', 65)
        say((await watch.problem()) ?? 'none')`),
    ).toBe('none')
  })

  it('has one if others filled it, with what the project took of it', async () => {
    expect(
      await onSmallDisk(`
        const watch = await watchDisk(trial, 64 * MiB)
        await put('trial/project/some', 60)
        await put('others', 62)
        say((await watch.problem()) ?? 'none')`),
    ).toMatch(/^ENOSPC: 6 MiB are free in \/.*\/trial, and the project took only 60 MiB of what is gone$/)
  })

  it('has none that was there before: what others took before the trial is not counted', async () => {
    expect(
      await onSmallDisk(`
        await put('others', 50)
        const watch = await watchDisk(trial, 64 * MiB)
        await put('trial/project/big', 72)
        say((await watch.problem()) ?? 'none')`),
    ).toBe('none')
  })
})

describe('a folder of a trial', () => {
  it('must be on a disk with room for the project', async () => {
    await using folder = await temporaryFolder()
    await expect(watchDisk(folder.path, Number.MAX_SAFE_INTEGER)).rejects.toThrow(MachineFault)
    const watch = await watchDisk(folder.path, MiB)
    expect(await watch.problem()).toBeUndefined()
  })
})

describe('the room for a trial', { ...NEEDS, timeout: 120_000 }, () => {
  it('refuses a trial that has too little room at the start, with the remedy', async () => {
    expect(
      await onSmallDisk(`
        await put('others', 100)
        say(await watchDisk(trial, 64 * MiB).then(() => 'accepted', (error) => error.name + ': ' + error.message))`),
    ).toMatch(/^MachineFault: ENOSPC: 28 MiB are free in .* and a trial may take 64 MiB; make room, .* TMPDIR$/)
  })
})
