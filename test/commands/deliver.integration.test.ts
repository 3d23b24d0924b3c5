import { mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { deliver } from '../../harness/commands/deliver.ts'
import { UsageError } from '../../harness/errors.ts'
import { temporaryFolder } from '../helpers.ts'

it('replaces a file, and nothing else of that name', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('file'), 'before')
  await symlink(folder.file('file'), folder.file('link'))
  await symlink(folder.file('nothing'), folder.file('dangling'))
  await mkdir(folder.file('folder'))
  await execa('mkfifo', [folder.file('pipe')])
  for (const [name, kind] of [
    ['link', 'a link'],
    ['dangling', 'a link'],
    ['folder', 'a folder'],
    ['pipe', 'a device or a pipe'],
  ] as const) {
    const refused = deliver(['after'], folder.file(name))
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(`is ${kind}, which is not replaced`)
  }
  expect(await readFile(folder.file('file'), 'utf8')).toBe('before')
  expect(await readlink(folder.file('link'))).toBe(folder.file('file'))
  for (const name of ['file', 'new']) {
    await deliver(['af', 'ter'], folder.file(name))
    expect(await readFile(folder.file(name), 'utf8')).toBe('after')
  }
})
