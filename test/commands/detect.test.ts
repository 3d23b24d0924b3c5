import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { syntheticRun, writeSyntheticRun, type Size } from '../../scripts/synthetic.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'

const SIZE: Size = { missions: 12, agents: 1, variants: ['L1.direct', 'L2.direct'], samples: 2, testcodes: 8, seed: 1 }

let folder: TemporaryFolder
let output = { stdout: '', stderr: '' }
beforeEach(async () => {
  folder = await temporaryFolder()
  output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => ((output[name] += String(text)), true))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await folder[Symbol.asyncDispose]()
})

async function written(runId: string, size: Partial<Size> = {}, cost: number | null = null): Promise<void> {
  const made = syntheticRun({ ...SIZE, ...size })
  const trials = made.trials.map((trial) => ({
    ...trial,
    agent: { calls: 1, reused: 0, tokens: null, cost, paid: cost, models: [], notes: [] },
  }))
  await writeSyntheticRun(folder.path, { run: { ...made.run, runId }, trials })
}

async function detect(...args: string[]): Promise<number> {
  return await main(['plan', '--detect', ...args, '--out', folder.path])
}

/** Samples, missions, trials and cost of each row. */
function rows(): string[][] {
  return [...output.stdout.matchAll(/^ +(\d+ .*)$/gm)].map(([, row = '']) => row.split(/ +/))
}

describe('pe plan --detect', () => {
  it('says with what assumptions so many missions and samples find a difference, and writes no run', async () => {
    expect(await detect('5')).toBe(EXIT.done)
    expect(rows()).toEqual([
      ['1', '159', '159', 'unknown'],
      ['2', '97', '194', 'unknown'],
      ['3', '76', '228', 'unknown'],
      ['5', '59', '295', 'unknown'],
      ['10', '46', '460', 'unknown'],
    ])
    expect(output.stdout).toContain(
      '20.0 through one sample of it (standard deviations): assumed; name two earlier runs',
    )
    const few = rows()
    output.stdout = ''
    expect(await detect('20')).toBe(EXIT.done)
    for (const [index, [, missions]] of rows().entries()) expect(Number(missions)).toBeLessThan(Number(few[index]?.[1]))
  })

  it('takes the spread and the cost of earlier runs: all their levels, and so many dollars for a trial', async () => {
    await written('old', {}, 0.5)
    await written('new', { seed: 2 }, 0.5)
    expect(await detect('5', '--history', 'old,new')).toBe(EXIT.done)
    expect(output.stdout).toContain('agent-1 in old and new')
    const all = rows()
    expect(all.map(([samples]) => samples)).toEqual(['1', '2', '3', '5', '10'])
    for (const [samples, missions, trials, cost] of all) {
      expect(Number(trials)).toBe(Number(samples) * Number(missions) * 2)
      expect(cost).toBe(`$${(Number(trials) * 0.5).toFixed(2)}`)
    }
  })

  it('assumes only what samples of one run do not tell, and has one row if it has one sample', async () => {
    await written('old')
    expect(await detect('5', '--history', 'old', '--json')).toBe(EXIT.done)
    const { source, between, within } = JSON.parse(output.stdout) as { source: string; between: number; within: number }
    expect(source).toBe('samples of agent-1 in old; between missions assumed')
    expect(between).toBeCloseTo(0.1)
    expect(within).toBeGreaterThan(0.05)
    output.stdout = ''
    await written('first', { samples: 1 })
    await written('second', { samples: 1, seed: 2 })
    expect(await detect('5', '--history', 'first,second')).toBe(EXIT.done)
    expect(rows()).toHaveLength(1)
  })

  it('refuses runs that differ in more than their agents', async () => {
    await written('old', { variants: ['L1.direct'] })
    await written('new', { variants: ['L2.direct'] })
    expect(await detect('5', '--history', 'old,new')).toBe(EXIT.usage)
    expect(output.stderr).toContain('the levels differ (1 and 2)')
  })

  it.each(['0', '-3', '101', 'x'])('refuses %s', async (points) => {
    expect(await detect(points)).toBe(EXIT.usage)
    expect(output.stderr).toContain('detect')
  })
})
