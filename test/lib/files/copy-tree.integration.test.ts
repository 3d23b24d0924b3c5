import { chmod, link, lstat, mkdir, readFile, readdir, readlink, symlink, truncate, writeFile } from 'node:fs/promises'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { TreeTooLarge, copyTree } from '../../../harness/lib/files/copy-tree.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'

const MiB = 1024 * 1024

describe('copyTree', () => {
  it('copies files with their modes, folders, and links as links; not pipes', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'from/a/run.sh': 'echo', 'from/b.txt': 'b' })
    await mkdir(folder.file('from/empty'))
    await chmod(folder.file('from/a/run.sh'), 0o755)
    await symlink('../nowhere', folder.file('from/a/link'))
    await execa('mkfifo', [folder.file('from/pipe')])
    await copyTree(folder.file('from'), folder.file('to'), MiB)
    expect((await readdir(folder.file('to'), { recursive: true })).toSorted()).toEqual([
      'a',
      'a/link',
      'a/run.sh',
      'b.txt',
      'empty',
    ])
    expect((await lstat(folder.file('to/a/run.sh'))).mode & 0o777).toBe(0o755)
    expect(await readlink(folder.file('to/a/link'))).toBe('../nowhere')
    expect(await readFile(folder.file('to/b.txt'), 'utf8')).toBe('b')
  })

  it('copies names that are not UTF-8', async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('from'))
    const odd = (...parts: string[]) => Buffer.from([folder.file('from'), ...parts].join('/'), 'latin1')
    await mkdir(odd('folder\u00ff'))
    await writeFile(odd('folder\u00ff', 'file\u00fe'), 'odd')
    await symlink(Buffer.from('nowhere\u00ff', 'latin1'), odd('link\u00ff'))
    await copyTree(folder.file('from'), folder.file('to'), MiB)
    const to = (name: string) => Buffer.from(`${folder.file('to')}/${name}`, 'latin1')
    expect(await readFile(to('folder\u00ff/file\u00fe'), 'utf8')).toBe('odd')
    expect((await readlink(to('link\u00ff'), 'buffer')).toString('latin1')).toBe('nowhere\u00ff')
  })

  it('counts holes, and each name of a file, and writes nothing if that is too much', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'sparse/a': '', 'linked/0': 'x'.repeat(MiB), 'many/0': '' })
    await truncate(folder.file('sparse/a'), 1024 * MiB)
    for (let index = 1; index < 40; index += 1)
      await link(folder.file('linked/0'), folder.file(`linked/${String(index)}`))
    for (let index = 1; index < 300; index += 1) await writeFile(folder.file(`many/${String(index)}`), '')
    for (const [name, limit] of [
      ['sparse', 16 * MiB],
      ['linked', 16 * MiB],
      ['many', MiB],
    ] as const) {
      await expect(copyTree(folder.file(name), folder.file('to'), limit)).rejects.toThrow(TreeTooLarge)
      await expect(lstat(folder.file('to'))).rejects.toThrow('ENOENT')
    }
    await copyTree(folder.file('linked'), folder.file('to'), 41 * MiB)
    expect(await readdir(folder.file('to'))).toHaveLength(40)
  })
})
