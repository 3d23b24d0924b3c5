import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { OpenFiles } from '../../harness/sandbox/open-files.ts'
import { MiB } from '../../harness/lib/wording/bytes.ts'
import { PROJECT_LIMITS } from '../../harness/sandbox/limits.ts'
import { temporaryFolder, until } from '../helpers.ts'
import { needs } from '../needs.ts'
import { HOLDERS, PRELUDE, countsFilesHeldBy, name } from './open-files-cases.ts'

/** The kernel does not show what these hold. */
const HIDDEN = {
  'an unreceived message': `
a, b = socket.socketpair(); f = open('big', 'w+b'); os.unlink('big'); fill(f)
socket.send_fds(a, [b'x'], [f.fileno()]); f.close(); done()`,
  'a message in a socket that is itself in a message': `
a, b = socket.socketpair(); c, d = socket.socketpair(); f = open('big', 'w+b'); os.unlink('big'); fill(f)
socket.send_fds(c, [b'x'], [f.fileno()]); socket.send_fds(a, [b'x'], [d.fileno()]); f.close(); c.close(); d.close(); done()`,
} as const

describe('files without a name', await needs('python3'), () => {
  countsFilesHeldBy('a descriptor', 'descriptors of a single thread')

  it.each(Object.keys(HIDDEN) as (keyof typeof HIDDEN)[])('are what is missing on the disk for %s', async (holder) => {
    await using folder = await temporaryFolder()
    await writeFile(folder.file('hold.py'), PRELUDE + HIDDEN[holder])
    const child = execa('/usr/bin/python3', ['hold.py'], { cwd: folder.path, reject: false })
    let free = 900 * MiB
    // Others write and remove files on the real disk meanwhile.
    const files = new OpenFiles(
      folder.path,
      () => [child.pid ?? 0],
      () => Promise.resolve(free),
    )
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    await until(() => said.includes('held'), 'the program holds a file')
    free = 850 * MiB
    expect(await files.bytes(2 * MiB)).toBe(48 * MiB)
    child.kill('SIGKILL')
    await child
    expect(await files.bytes(0)).toBe(0)
  })

  it('are measured on the disk of their folder', async () => {
    await using folder = await temporaryFolder()
    await writeFile(folder.file('hold.py'), PRELUDE + HIDDEN['an unreceived message'])
    const child = execa('/usr/bin/python3', ['hold.py'], { cwd: folder.path, reject: false })
    const files = new OpenFiles(folder.path, () => [child.pid ?? 0])
    expect(await files.bytes(0)).toBe(0)
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    await until(() => said.includes('held'), 'the program holds a file')
    // Others write and remove files meanwhile; 48 MiB are more than all of them, for some moment.
    await until(async () => (await files.bytes(0)) > 16 * MiB, 'the disk has less room')
    child.kill('SIGKILL')
    await child
  })

  it('count towards the disk limit, which ends the program', async () => {
    await using folder = await temporaryFolder()
    await chmod(folder.path, 0o755)
    await mkdir(folder.file('project'))
    await writeFile(folder.file('project/hold.py'), PRELUDE + HOLDERS['a descriptor'])
    const limits = { ...PROJECT_LIMITS, disk: 32 * MiB }
    await using sandbox = await openSandbox(name, folder.path, { browser: false, limits })
    const child = await sandbox.spawn({
      argv: ['/usr/bin/python3', 'hold.py'],
      cwd: folder.file('project'),
      stdin: 'none',
    })
    expect((await child.exit).cause).toBe('disk limit 32 MiB')
  })

  it('do not include files in memory', async () => {
    await using folder = await temporaryFolder()
    await chmod(folder.path, 0o755)
    await mkdir(folder.file('project'))
    const memory = `\nf = open('/tmp/big', 'w+b'); os.unlink('/tmp/big'); fill(f); g = os.fdopen(os.memfd_create('big'), 'w+b'); fill(g); done()`
    await writeFile(folder.file('project/hold.py'), PRELUDE + memory)
    await using sandbox = await openSandbox(name, folder.path, { browser: false })
    const child = await sandbox.spawn({
      argv: ['/usr/bin/python3', 'hold.py'],
      cwd: folder.file('project'),
      stdin: 'none',
    })
    await until(() => child.stdout.text().includes('held'), 'the program holds both files')
    if (name === 'bubblewrap') expect(await sandbox.openBytes?.()).toBeLessThan(MiB)
  })
})
