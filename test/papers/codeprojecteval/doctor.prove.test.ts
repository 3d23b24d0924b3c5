import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { doctor } from '../../commands/doctor-cases.ts'
import { root, temporaryFolder, writeTree } from '../../helpers.ts'
import { needs } from '../../needs.ts'

describe('pe doctor --benchmark codeprojecteval:DIR', await needs('python3-pytest'), () => {
  it('says of each repository how many tests judge, why others do not, and what is missing', async () => {
    await using dataset = await temporaryFolder()
    await cp(path.join(root, 'test', 'fixtures', 'libraries'), dataset.path, { recursive: true })
    const file = dataset.file('intervals', 'config.json')
    const config = JSON.parse(await readFile(file, 'utf8')) as object
    await writeFile(file, JSON.stringify({ ...config, required_files: ['nowhere.txt'] }))
    const benchmark = `codeprojecteval:${dataset.path}`
    const { findings } = await doctor({ benchmark })
    expect(findings['intervals']).toMatchObject({ ok: true, optional: true })
    expect(findings['intervals']?.found).toMatch(/^45 of 48 tests judge, 2 can be seen; 1 excluded: /)
    expect(findings['intervals']?.found).toContain('1 excluded: needs the Python module pe_no_such_module')
    expect(findings['intervals']?.found).toMatch(/; config\.json names nowhere\.txt, which is not there$/)

    await writeTree(dataset.path, { 'broken/config.json': '{' })
    const { findings: again } = await doctor({ benchmark })
    expect(again['intervals']).toMatchObject({ ok: true })
    expect(again['broken']).toMatchObject({
      ok: false,
      found: expect.stringContaining('is not as published') as string,
      remedy: expect.stringContaining('repair the repository') as string,
    })
  })
})
