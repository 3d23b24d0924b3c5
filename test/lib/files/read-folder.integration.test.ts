import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { once } from 'node:events'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { FolderProblem, readFolder } from '../../../harness/lib/files/read-folder.ts'
import { removeFolder } from '../../../harness/lib/files/remove.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'

const LIMITS = { files: 10, bytes: 1000, except: ['node_modules', '.git'] }

describe('readFolder', () => {
  it('reads all regular files, sorted, byte for byte', async () => {
    await using folder = await temporaryFolder()
    const bytes = Buffer.from([0, 255, 128, 10])
    await writeTree(folder.path, { 'b/z.bin': bytes, 'b.txt': 'b', 'a/deep/er/x': '', Z: 'z', 'ü/ö': 'ö' })
    await mkdir(folder.file('empty'))
    const files = await readFolder(folder.path, LIMITS)
    expect(files.map((file) => file.path)).toEqual(['Z', 'a/deep/er/x', 'b.txt', 'b/z.bin', 'ü/ö'])
    expect(files.find((file) => file.path === 'b/z.bin')?.content).toEqual(bytes)
  })

  it('skips excluded folders at any depth', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'node_modules/x': '',
      'a/node_modules/y': '',
      '.git/config': '',
      'a/node_modules.js': '',
    })
    expect((await readFolder(folder.path, LIMITS)).map((file) => file.path)).toEqual(['a/node_modules.js'])
  })

  it('refuses links to files and folders, and names them', async () => {
    for (const target of ['/etc/hostname', '/etc', 'nowhere']) {
      await using folder = await temporaryFolder()
      await mkdir(folder.file('a'))
      await symlink(target, folder.file('a/link'))
      const reading = readFolder(folder.path, LIMITS)
      await expect(reading).rejects.toThrow(FolderProblem)
      await expect(reading).rejects.toThrow(folder.file('a/link'))
    }
  })

  it('refuses FIFOs and sockets instead of waiting for them', async () => {
    await using folder = await temporaryFolder()
    await execa('mkfifo', [folder.file('pipe')])
    await expect(readFolder(folder.path, LIMITS)).rejects.toThrow(/pipe is neither a file nor a folder/)

    await using other = await temporaryFolder()
    const server = net.createServer().listen(other.file('socket'))
    await once(server, 'listening')
    await expect(readFolder(other.path, LIMITS)).rejects.toThrow(/socket is neither a file nor a folder/)
    server.close()
  })

  it('refuses a name that is not UTF-8, which text cannot tell from another name', async () => {
    for (const place of ['', 'a/']) {
      await using folder = await temporaryFolder()
      await writeTree(folder.path, { 'a/\ufffd': 'the name that such a one would be read as' })
      await writeFile(Buffer.from(`${folder.path}/${place}\xff`, 'latin1'), 'x')
      await expect(readFolder(folder.path, LIMITS)).rejects.toThrow(/^.*a? contains a name that is not UTF-8: \u00ff$/)
    }
  })

  it('reads as many files as allowed, and refuses one more', async () => {
    await using folder = await temporaryFolder()
    await writeTree(
      folder.path,
      Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${String(index)}/f`, ''])),
    )
    expect(await readFolder(folder.path, LIMITS)).toHaveLength(10)
    await writeTree(folder.path, { more: '' })
    await expect(readFolder(folder.path, LIMITS)).rejects.toThrow(/more than 10 files/)
  })

  it('limits the total bytes of all files', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { a: 'x'.repeat(500), b: 'x'.repeat(500) })
    expect(await readFolder(folder.path, LIMITS)).toHaveLength(2)
    await writeTree(folder.path, { c: 'x' })
    await expect(readFolder(folder.path, LIMITS)).rejects.toThrow(/more than 1000 bytes/)
  })

  it('refuses too many folders, and paths that are too long to be read', async () => {
    await using folder = await temporaryFolder()
    for (let index = 0; index < 10; index += 1) await mkdir(folder.file(`folder-${String(index)}`))
    expect(await readFolder(folder.path, LIMITS)).toEqual([])
    await mkdir(folder.file('one-more'))
    await expect(readFolder(folder.path, LIMITS)).rejects.toThrow(/more than 10 folders/)

    await using deep = await temporaryFolder()
    const name = 'x'.repeat(250)
    const nest = `for (let depth = 0; depth < 20; depth += 1) { fs.mkdirSync('${name}'); process.chdir('${name}') }`
    await execa('node', ['-e', nest], { cwd: deep.path })
    const reading = readFolder(deep.path, { ...LIMITS, files: 100 })
    await expect(reading).rejects.toThrow(FolderProblem)
    await expect(reading).rejects.toThrow('has a path that is too long to be read')
    await removeFolder(deep.path)
  })

  it('refuses files and folders without read permission, and names them', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'a/file': '1', 'b/file': '2' })
    await chmod(folder.path, 0o755)
    await chmod(folder.file('a'), 0o000)
    await chmod(folder.file('b/file'), 0o000)
    for (const [except, place] of [
      [['b'], 'a'],
      [['a'], 'b/file'],
    ] as const) {
      const reading = asOrdinaryUser(() => readFolder(folder.path, { ...LIMITS, except }))
      await expect(reading).rejects.toThrow(FolderProblem)
      await expect(reading).rejects.toThrow(`${folder.file(place)} cannot be read: permission denied`)
    }
    await chmod(folder.file('a'), 0o755)
  })
})

/** Drops root, which can read everything. */
async function asOrdinaryUser<T>(action: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return action()
  process.seteuid?.(65534)
  try {
    return await action()
  } finally {
    process.seteuid?.(0)
  }
}
