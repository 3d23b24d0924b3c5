import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { keepOutput, type Output } from './output.ts'

let output: Output
beforeEach(() => {
  output = keepOutput()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('pe list', () => {
  it.each(['missions', 'agents', 'variants'])('fits the %s into a terminal of 80 columns', async (what) => {
    const { columns, isTTY } = process.stdout
    Object.assign(process.stdout, { columns: 80, isTTY: true })
    expect(await main(['list', what])).toBe(EXIT.done)
    Object.assign(process.stdout, { columns, isTTY })
    const [table = ''] = output.stdout.split('\n\n')
    expect(table.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(table).toMatch(
      { missions: /^hello +Hello page +website +6 +tour$/m, agents: /^canonical /m, variants: /^L1/m }[what] ?? /^$/,
    )
  })

  it('has all columns with --json, and says which missions are not part of a run by default', async () => {
    await main(['list', 'missions'])
    expect(output.stdout).toMatch(/unless --missions names them: .*\bsnake\b/)
    output.stdout = ''
    await main(['list', '--json'])
    const missions = JSON.parse(output.stdout) as object[]
    expect(missions).toContainEqual(
      expect.objectContaining({ id: 'snake', stack: 'Python with pygame', run: 'if --missions names it' }),
    )
  })
})
