import { mkdir, readFile, readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { writeAtomically } from '../../../harness/lib/files/write.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'

describe('writeAtomically', () => {
  it('writes text and bytes, creates folders, and overwrites files', async () => {
    await using folder = await temporaryFolder()
    await writeAtomically(folder.file('a/b/c.txt'), 'one')
    await writeAtomically(folder.file('a/b/c.txt'), Buffer.from([1, 2]))
    expect(await readFile(folder.file('a/b/c.txt'))).toEqual(Buffer.from([1, 2]))
    expect(await readdir(folder.file('a/b'))).toEqual(['c.txt'])
  })

  it('never lets a reader see part of the file', async () => {
    await using folder = await temporaryFolder()
    const file = folder.file('f')
    const versions = ['a', 'b', 'c'].map((letter) => letter.repeat(3_000_000))
    await writeAtomically(file, versions[0] ?? '')
    const state = { writing: true }
    const writer = (async () => {
      for (let round = 0; round < 8; round += 1) await writeAtomically(file, versions[round % 3] ?? '')
      state.writing = false
    })()
    let reads = 0
    while (state.writing) {
      expect(versions.includes(await readFile(file, 'utf8'))).toBe(true)
      reads += 1
    }
    await writer
    expect(reads).toBeGreaterThan(0)
  })

  it('keeps the whole content of one of several concurrent writers', async () => {
    await using folder = await temporaryFolder()
    const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(100_000))
    await Promise.all(contents.map((content) => writeAtomically(folder.file('f'), content)))
    expect(contents).toContain(await readFile(folder.file('f'), 'utf8'))
    expect(await readdir(folder.path)).toEqual(['f'])
  })

  it('leaves no temporary file if it fails', async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('taken/inner'), { recursive: true })
    await expect(writeAtomically(folder.file('taken'), 'x')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    await writeTree(folder.path, { plain: '' })
    await expect(writeAtomically(folder.file('plain/below'), 'x')).rejects.toThrow(/ENOTDIR|EEXIST/)
    expect((await readdir(folder.path)).toSorted()).toEqual(['plain', 'taken'])
  })

  it('writes a file whose name has the maximum length', async () => {
    await using folder = await temporaryFolder()
    const name = 'x'.repeat(255)
    await writeAtomically(folder.file(name), 'content')
    expect(await readdir(folder.path)).toEqual([name])
  })
})
