import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { makeFolder } from '../../../harness/lib/files/make-folder.ts'
import { temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

it('makes a folder and those above it, also several times at once', async () => {
  await using folder = await temporaryFolder()
  await Promise.all([makeFolder(folder.file('a/b/c')), makeFolder(folder.file('a/b/d')), makeFolder(folder.file('a'))])
  await makeFolder(folder.file('a/b/c'))
  expect([existsSync(folder.file('a/b/c')), existsSync(folder.file('a/b/d'))]).toEqual([true, true])
})

it('says so if a file is in the way', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('file'), '')
  await expect(makeFolder(folder.file('file'))).rejects.toThrow('is a file')
  await expect(makeFolder(folder.file('file/below'))).rejects.toThrow('ENOTDIR')
})

it('ends where the file system refuses every new folder', await needs('Linux'), async () => {
  await expect(makeFolder('/proc/pe-test/below/it')).rejects.toThrow('/proc/pe-test')
})
