/** The other cases of disk-watch.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { MachineFault } from '../../harness/errors.ts'
import { MiB } from '../../harness/lib/wording/bytes.ts'
import { watchDisk } from '../../harness/trial/disk-watch.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import { temporaryFolder } from '../helpers.ts'
import { NEEDS, countsLikeDu, onSmallDisk } from './disk-watch-cases.ts'

const { name } = await chooseSandbox()

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

  it('counts files of the project that have no name but are still open', async () => {
    const holder = 'exec 3<>big; rm big; head -c 122M /dev/zero >&3; echo held; exec sleep 600'
    expect(
      await onSmallDisk(`
        await using sandbox = await openSandbox(${JSON.stringify(name)}, trial, { limits: PROJECT_LIMITS, browser: false })
        const [watch, blind] = [await watchDisk(trial, 64 * MiB, sandbox), await watchDisk(trial, 64 * MiB)]
        const running = await sandbox.spawn({
          argv: ['sh', '-c', ${JSON.stringify(holder)}], cwd: trial + '/project', stdin: 'none',
        })
        let ended = false
        void running.exit.then(() => (ended = true))
        while (!running.stdout.text().includes('held') && !ended) await new Promise((done) => setTimeout(done, 20))
        if (ended) throw new Error('the holder ended: ' + running.stderr.text())
        const held = [(await watch.problem()) ?? 'none', (await blind.problem()) ?? 'none']
        await running.end('done')
        await put('others', 122)
        say([...held, (await watch.problem()) ?? 'none'])`),
    ).toEqual([
      'none',
      expect.stringMatching(/^ENOSPC: .* only 0 MiB/),
      expect.stringMatching(/^ENOSPC: .* only 0 MiB/),
    ])
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

describe('the bytes of a project', () => {
  countsLikeDu(20)
})
