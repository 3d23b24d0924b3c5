import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { problemOfCopy } from '../../../harness/testers/judge/place.ts'
import { temporaryFolder } from '../../helpers.ts'

it('accepts the files of an honest build, links to nothing included', async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.file('bin'))
  await writeFile(folder.file('bin/code'), 'x')
  await symlink('nowhere', folder.file('link'))
  expect(await problemOfCopy(folder.path)).toBeUndefined()
})

it('names a file whose name no text can hold as the fault of the build', async () => {
  await using folder = await temporaryFolder()
  const name = Buffer.concat([Buffer.from(folder.path + path.sep), Buffer.of(0x61, 0xff)])
  await writeFile(name, 'x')
  expect(await problemOfCopy(folder.path)).toBe('it left a file whose name is not UTF-8')
})
