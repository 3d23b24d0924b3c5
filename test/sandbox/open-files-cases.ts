/** Shared by the tests of open-files. */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import { MiB } from '../../harness/lib/wording/bytes.ts'
import { temporaryFolder, until } from '../helpers.ts'

export const { name } = await chooseSandbox()

/** Ways to hold 48 MiB on the disk without a file name. Each prints "held" once it holds them. */
export const HOLDERS = {
  'a descriptor': `
f = open('big', 'w+b'); os.unlink('big'); fill(f); done()`,
  'a file that never had a name': `
f = os.fdopen(os.open('.', os.O_TMPFILE | os.O_RDWR), 'w+b'); fill(f); done()`,
  'a mapping of its first page': `
f = open('big', 'w+b'); fill(f); m = mmap.mmap(f.fileno(), 4096); os.unlink('big'); f.close(); done()`,
  'a child whose parent has ended': `
if os.fork(): time.sleep(600)
if os.fork(): os._exit(0)
f = open('big', 'w+b'); os.unlink('big'); fill(f); done()`,
  'descriptors of a single thread': `
libc = ctypes.CDLL(None)
def own():
    libc.unshare(0x400); f = open('big', 'w+b'); os.unlink('big'); fill(f); done()
threading.Thread(target=own).start(); time.sleep(600)`,
} as const

export const PRELUDE = `
import ctypes, mmap, os, socket, sys, threading, time
def fill(f):
    for _ in range(48): f.write(os.urandom(1 << 20))
    f.flush(); os.fsync(f.fileno())
def done():
    print('held', flush=True); time.sleep(600)
`

export function countsFilesHeldBy(...holders: readonly (keyof typeof HOLDERS)[]): void {
  it.each(holders)('are counted if they are held by %s', async (holder) => {
    await using folder = await temporaryFolder()
    await chmod(folder.path, 0o755)
    await mkdir(folder.file('project'))
    await writeFile(folder.file('project/hold.py'), PRELUDE + HOLDERS[holder])
    await using sandbox = await openSandbox(name, folder.path, { browser: false })
    expect(await sandbox.openBytes?.()).toBeLessThan(MiB)
    const child = await sandbox.spawn({
      argv: ['/usr/bin/python3', 'hold.py'],
      cwd: folder.file('project'),
      stdin: 'none',
    })
    await until(() => child.stdout.text().includes('held'), `the program holds a file: ${child.stderr.text()}`)
    expect(await sandbox.openBytes?.()).toBeGreaterThanOrEqual(47 * MiB)
    await child.end('done')
    expect(await sandbox.openBytes?.()).toBeLessThan(MiB)
  })
}
