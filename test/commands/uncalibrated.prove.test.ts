/** The other cases of uncalibrated.integration.test.ts. */
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { temporaryFolder, BIN } from '../helpers.ts'
import { needs } from '../needs.ts'
import {
  LIBRARIES,
  CODE,
  pe,
  run,
  IS_NOT_CALIBRATED_FOR_A_CASES,
  isNotCalibratedForA,
  IS_NOT_CALIBRATED_FOR_WHICH_CASES,
  isNotCalibratedForWhich,
} from './uncalibrated-cases.ts'
import { execa } from 'execa'

describe('a library that is not calibrated', () => {
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

  isNotCalibratedForA(IS_NOT_CALIBRATED_FOR_A_CASES)

  it('is not calibrated for the folder of a single mission, for which the folder above it is named', async () => {
    await using folder = await temporaryFolder()
    await cp(CODE, folder.file('good/intervals/project/intervals'), { recursive: true })
    const { exitCode, stderr, calibrated } = await run(folder, 'folder:good/intervals')
    expect({ exitCode, calibrated }).toEqual({ exitCode: EXIT.usage, calibrated: 0 })
    expect(stderr).toMatch(/\/good\/intervals is the folder of the mission itself: write folder:good$/)
  })

  isNotCalibratedForWhich(IS_NOT_CALIBRATED_FOR_WHICH_CASES)

  it('is not calibrated for a folder that does not exist, nor for an agent for other missions', async () => {
    await using folder = await temporaryFolder()
    for (const [agent, message] of [
      [
        'folder:nowhere',
        /^pe: the solution of "intervals" is missing: there is no folder [^\n;]+\/nowhere\/intervals$/,
      ],
      [
        'echo',
        /^pe: agent "echo" works only on missions of kind website, [^\n]+, and "intervals" is of kind library; /,
      ],
      [
        'cycler:timer',
        /^pe: agent "cycler" works only on missions of kind website, and "intervals" is of kind library; /,
      ],
      ['blank-window', /^pe: agent "blank-window" works only on missions of kind desktop, /],
    ] as const) {
      const { exitCode, stderr, calibrated } = await run(folder, agent)
      expect({ exitCode, calibrated }).toEqual({ exitCode: EXIT.usage, calibrated: 0 })
      expect(stderr).toMatch(message)
    }
  })

  it('has a list of the agents that can work on it', async () => {
    await using folder = await temporaryFolder()
    const { stdout, calibrated } = await pe(folder, LIBRARIES, 'list', 'agents', '--json')
    const names = (JSON.parse(stdout) as { name: string; missions: string }[]).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['canonical', 'folder:DIR', 'stubs', 'command:TOOL']))
    for (const name of ['echo', 'cycler[:VARIANT]', 'blank-window', 'answers:FILE[:FILE…]'])
      expect(names).not.toContain(name)
    expect(calibrated).toBe(0)
  })

  it('needs the name of its benchmark before its folder', async () => {
    const argv = ['run', '--agent', 'canonical', '--benchmark', LIBRARIES]
    const { exitCode, stderr } = await execa(process.execPath, [BIN, ...argv], { reject: false })
    expect(exitCode).toBe(EXIT.usage)
    expect(stderr).toMatch(/ is a folder without the name of its benchmark: write NAME:\S+, with one of missions, /)
  })

  it('is refused by pe redteam, which names the commands for libraries', async () => {
    await using folder = await temporaryFolder()
    const { exitCode, stderr, calibrated } = await pe(folder, LIBRARIES, 'redteam')
    expect({ exitCode, calibrated }).toEqual({ exitCode: EXIT.usage, calibrated: 0 })
    expect(stderr).toMatch(
      /^pe: the cheats of pe redteam build websites, .* \(they are of kind library\); pe selftest judges hostile libraries, /,
    )
  })
})

describe('pe doctor --missions', await needs('python3-pytest'), () => {
  it('checks and calibrates only these, and names an unknown one', async () => {
    await using folder = await temporaryFolder()
    const source = folder.file('libraries')
    await cp(path.join(LIBRARIES, 'intervals'), path.join(source, 'small'), { recursive: true })
    for (const name of await readdir(path.join(source, 'small', 'unit_tests')))
      await rm(path.join(source, 'small', 'unit_tests', name), { recursive: true })
    await writeFile(
      path.join(source, 'small', 'unit_tests', 'test_one.py'),
      'import intervals\n\n\ndef test_one():\n    assert intervals.parse("1-3")\n',
    )
    await cp(path.join(LIBRARIES, 'intervals'), path.join(source, 'other'), { recursive: true })
    const { stdout, stderr } = await pe(folder, source, 'doctor', '--missions', 'small')
    expect(stdout).toMatch(/^✓ small +1 of 1 tests judge, /m)
    expect(stdout).not.toContain('other')
    expect(stderr.match(/^pe: calibrating /gm)).toHaveLength(2)
    const unknown = await pe(folder, source, 'doctor', '--missions', 'smal')
    expect(unknown).toMatchObject({ exitCode: EXIT.usage, stdout: '' })
    expect(unknown.stderr).toMatch(
      /^pe: there is no mission "smal"; did you mean "small"\? The missions are other, small/,
    )
  })
})

describe('a folder of projects', await needs('python3-pytest'), () => {
  it('is judged with a warning for a project that has no code in its place', async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('mine/intervals/project'), { recursive: true })
    await writeFile(folder.file('mine/intervals/project/README.md'), '')
    const { exitCode, stderr } = await run(folder, 'folder:mine')
    expect(exitCode).toBe(EXIT.done)
    const place = folder.file('mine/intervals/project/intervals')
    expect(stderr).toContain(`pe: the project of "intervals" has no code that is judged: there is no ${place}\n`)
    await cp(CODE, folder.file('code'), { recursive: true })
    await rename(folder.file('code'), place)
    expect((await run(folder, 'folder:mine')).stderr).not.toContain('no code that is judged')
  })
})
