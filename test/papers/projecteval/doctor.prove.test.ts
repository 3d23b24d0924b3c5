import { chmod } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { EXIT } from '../../../harness/contracts/exit-codes.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { ANSWERS, smallDataset } from './small.ts'
import { doctor } from '../../commands/doctor-cases.ts'

describe('pe doctor --benchmark projecteval:DIR', await needs('python3'), () => {
  it('fails if there is no dataset', async () => {
    const { findings, code } = await doctor({ benchmark: 'projecteval:/nowhere' })
    expect(findings['Dataset']).toMatchObject({ ok: false, found: expect.stringContaining('/nowhere') as string })
    expect(code).toBe(EXIT.harness)
  })

  it('lists the packages of the run’s Python, and for a missing one the cost and the remedy', async () => {
    await using packages = await temporaryFolder()
    await chmod(packages.path, 0o755)
    await writeTree(packages.path, {
      'django/__init__.py': '__version__ = "3.2.25"',
      'pandas/__init__.py': '__version__ = "1.0"',
      'statsmodels/__init__.py': 'raise ImportError("not for this machine")',
    })
    const code = 'import statsmodels.api as sm'
    await using dataset = await smallDataset({ answers: { ...ANSWERS, '2': [{ file: 'a.py', path: 'a.py', code }] } })
    const { findings } = await doctor({ benchmark: `projecteval:${dataset.path}`, pythonPath: [packages.path] })
    expect(findings['Python']?.found).toMatch(/^Python 3\.\d+\.\d+ \(\/usr\/bin\/python3, modules first from \/tmp\//)
    expect(findings['Dataset']).toMatchObject({
      ok: true,
      found: expect.stringContaining('2 missions, 5 testcodes') as string,
    })
    expect(findings['pandas']).toMatchObject({ ok: true, found: '1.0' })
    expect(findings['Django']).toMatchObject({
      ok: false,
      found: expect.stringMatching(/^3\.2\.25, and 5 or newer/) as string,
    })
    expect(findings['statsmodels']).toMatchObject({
      ok: false,
      found: 'ImportError: not for this machine',
      remedy: expect.stringMatching(
        /^without it 1 testcodes of missions p2 cannot pass\. npm run setup -- projecteval/,
      ) as string,
    })
  })

  it('fails if nothing can drive the browser that judges websites', async () => {
    await using dataset = await smallDataset()
    vi.stubEnv('PE_CHROMEDRIVER', '/nowhere/chromedriver')
    const { findings, code } = await doctor({ benchmark: `projecteval:${dataset.path}` })
    vi.unstubAllEnvs()
    expect(findings['Driver']).toMatchObject({
      ok: false,
      remedy: expect.stringContaining('PE_CHROMEDRIVER names "/nowhere/chromedriver"') as string,
    })
    expect(code).toBe(EXIT.harness)
  })

  it('names a material that is missing from this copy', async () => {
    await using dataset = await smallDataset({ materials: {} })
    const { findings } = await doctor({ benchmark: `projecteval:${dataset.path}` })
    expect(findings['Dataset']).toMatchObject({
      ok: false,
      remedy: expect.stringMatching(/^p1 t4: .*"1-up\.md"/) as string,
    })
  })
})
