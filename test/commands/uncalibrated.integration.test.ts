import { describe, expect, it } from 'vitest'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { temporaryFolder } from '../helpers.ts'
import {
  LIBRARIES,
  pe,
  IS_NOT_CALIBRATED_FOR_A_CASES,
  isNotCalibratedForA,
  IS_NOT_CALIBRATED_FOR_WHICH_CASES,
  isNotCalibratedForWhich,
} from './uncalibrated-cases.ts'

describe('a library that is not calibrated', { timeout: 120_000 }, () => {
  it('is shown, with the documents and the brief', async () => {
    await using folder = await temporaryFolder()
    const shown = await pe(folder, LIBRARIES, 'show', 'intervals')
    expect(shown).toMatchObject({ exitCode: EXIT.done, stderr: '', calibrated: 0 })
    expect(shown.stdout).toContain('mission `intervals` · library · stack Python · not calibrated yet\n')
    expect(shown.stdout).toContain('## Code that is judged\n\n- `intervals`\n')
    expect(shown.stdout).toContain('its tests are known once they have run on the reference')
    const brief = await pe(folder, LIBRARIES, 'show', 'intervals', '--variant', 'requirements')
    expect(brief).toMatchObject({ exitCode: EXIT.done, stderr: '', calibrated: 0 })
    expect(brief.stdout).toContain('Write the library in intervals/')
    const list = await pe(folder, LIBRARIES, 'list', 'missions')
    expect(list).toMatchObject({ exitCode: EXIT.done, calibrated: 0 })
    expect(list.stdout).toMatch(/^intervals .* not calibrated yet +–/m)
  })

  isNotCalibratedForA(IS_NOT_CALIBRATED_FOR_A_CASES.slice(0, 1))

  isNotCalibratedForWhich(IS_NOT_CALIBRATED_FOR_WHICH_CASES.slice(0, 1))
})
