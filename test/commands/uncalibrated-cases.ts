/** Shared by the tests of uncalibrated. */
import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { BIN, root, temporaryFolder, type TemporaryFolder } from '../helpers.ts'

export const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
export const CODE = path.join(LIBRARIES, 'intervals', 'intervals')

/** Runs a command on the fixture, with an empty cache of calibrations. */
export async function pe(folder: TemporaryFolder, source: string, ...argv: string[]) {
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [BIN, ...argv, '--benchmark', `codeprojecteval:${source}`],
    { reject: false, cwd: folder.path, env: { XDG_CACHE_HOME: folder.file('cache') } },
  )
  const calibrated = await readdir(folder.file('cache', 'pe', 'calibrations')).catch(() => [])
  return { exitCode, stdout, stderr, calibrated: calibrated.length }
}

export const run = (folder: TemporaryFolder, agent: string) =>
  pe(folder, LIBRARIES, 'run', '--agent', agent, '--missions', 'intervals')

export const IS_NOT_CALIBRATED_FOR_A_CASES = [
  ['one folder too deep', 'mine/intervals/project/intervals-1.0/intervals'],
  ['without the folder project', 'mine/intervals/intervals'],
  ['in the folder of the mission', 'mine/intervals'],
  ['in a folder of another name', 'mine/agent-1/intervals/project/intervals'],
  ['in src', 'mine/intervals/project/src/intervals'],
  ['directly in the project', 'mine/intervals/project'],
  ['under a name with capitals', 'mine/intervals/project/Intervals'],
] as const

export function isNotCalibratedForA(cases: readonly (typeof IS_NOT_CALIBRATED_FOR_A_CASES)[number][]): void {
  it.each(cases)('is not calibrated for a folder that has the code elsewhere: %s', async (_, place) => {
    await using folder = await temporaryFolder()
    await cp(CODE, folder.file(place), { recursive: true })
    const { exitCode, stderr, calibrated } = await run(folder, 'folder:mine')
    expect({ exitCode, calibrated }).toEqual({ exitCode: EXIT.usage, calibrated: 0 })
    expect(stderr.split('\n')).toHaveLength(1)
    expect(stderr).toContain(
      `the code of "intervals" is expected in ${folder.file('mine/intervals/project/intervals')}, and was found in ${folder.file(place)}: move it there`,
    )
  })
}
export const IS_NOT_CALIBRATED_FOR_WHICH_CASES = [
  [['--agent', 'canonical', '--testcode-timeout', '5'], /^pe: --testcode-timeout does not hold for libraries: /],
  [['--agent', 'canonical', '--level', '2'], /^pe: this benchmark has no levels and modes; choose with --variant/],
  [
    ['--agent', 'canonical', '--variant', 'docs'],
    /there is no variant "docs"; did you mean "documents"\? The variants are /,
  ],
  [['--agent', 'canonical', '--model', 'gpt4o'], /^pe: --model: none of these agents takes options: canonical$/],
  [['--agent', 'gpt4oo'], /there is no agent "gpt4oo"; did you mean "gpt4o"\? `pe list agents` lists them/],
  [['--agent', 'anthropic:claude'], /needs a key: set the environment variable ANTHROPIC_API_KEY$/],
  [['--agent', 'canonical', '--missions', 'INTERVALS'], /"INTERVALS"; did you mean "intervals"\? The missions are /],
  [['--agent', LIBRARIES], /^pe: --agent \S+ is a folder, .*: folder:\S+ judges the projects in it$/],
] as const

export function isNotCalibratedForWhich(cases: readonly (typeof IS_NOT_CALIBRATED_FOR_WHICH_CASES)[number][]): void {
  it.each(cases)('is not calibrated for %j, which is refused', async (argv, message) => {
    await using folder = await temporaryFolder()
    const { exitCode, stderr, calibrated } = await pe(folder, LIBRARIES, 'run', ...argv)
    expect({ exitCode, calibrated }).toEqual({ exitCode: EXIT.usage, calibrated: 0 })
    expect(stderr).toMatch(message)
  })
}
