import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { sha256 } from '../../../harness/lib/files/digest.ts'
import { moduleDigest } from '../../../harness/lib/files/own-file.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'

it('is that of the file alone if it imports packages and types only', async () => {
  await using folder = await temporaryFolder()
  const content = "import path from 'node:path'\nimport type { Judgement } from './types.ts'\nexport default path.sep\n"
  await writeFile(folder.file('mine.ts'), content)
  expect(await moduleDigest(folder.file('mine.ts'))).toBe(sha256(content))
})

it('changes with every file that it imports, near or far, and with no other', async () => {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, {
    'mine.ts': "import { a } from './util.ts'\nexport default () => a\n",
    'util.ts': "export const a = 1\nexport const later = () => import('./deep/later.js')\n",
    'deep/later.ts': 'export default 1\n',
    'other.ts': 'export default 1\n',
  })
  const seen = [await moduleDigest(folder.file('mine.ts'))]
  for (const name of ['other.ts', 'util.ts', 'deep/later.ts']) {
    await writeFile(folder.file(name), 'export const a = 2\nexport default 3\n')
    if (name === 'util.ts') await writeFile(folder.file(name), "export const a = 2\nimport('./deep/later.ts')\n")
    seen.push(await moduleDigest(folder.file('mine.ts')))
  }
  expect(seen[1]).toBe(seen[0])
  expect(new Set(seen).size).toBe(3)
})

it('names an import that leads nowhere', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('mine.ts'), "import './nowhere.ts'\n")
  await expect(moduleDigest(folder.file('mine.ts'))).rejects.toThrow('nowhere.ts')
})
