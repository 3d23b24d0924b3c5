import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { comparedSchema } from '../../harness/contracts/schema.ts'
import { syntheticRun, writeSyntheticRun, type Size, type SyntheticRun } from '../../scripts/synthetic.ts'
import { temporaryFolder, writeTree, type TemporaryFolder } from '../helpers.ts'

const SIZE: Size = { missions: 8, agents: 1, variants: ['L1.direct'], samples: 1, testcodes: 6, seed: 1 }

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

async function compare(...args: string[]): Promise<number> {
  return main(['compare', ...args, '--out', folder.path])
}

/** Writes a run under a name; `change` may make it another one. */
async function written(
  runId: string,
  size: Partial<Size> = {},
  change: (made: SyntheticRun) => SyntheticRun = (made) => made,
): Promise<string> {
  const made = change(syntheticRun({ ...SIZE, ...size }))
  await writeSyntheticRun(folder.path, { ...made, run: { ...made.run, runId } })
  return runId
}

const changedDigest = ({ run, trials }: SyntheticRun): SyntheticRun => {
  const missions = run.benchmark.missions.map((each, index) => (index === 2 ? { ...each, digest: 'other' } : each))
  return { run: { ...run, benchmark: { ...run.benchmark, missions } }, trials }
}

describe('pe compare', () => {
  it('prints the result as a sentence, and the testcodes that changed', async () => {
    await written('old')
    await written('new', { seed: 2 })
    expect(await compare('old', 'new')).toBe(EXIT.done)
    expect(output.stderr).toBe('')
    const [sentence, changes] = output.stdout.split('\n')
    expect(sentence).toMatch(
      /^agent-1 \(new\) scores \d+\.\d points (above|below) agent-1 \(old\) \(95% CI −?\d+\.\d to −?\d+\.\d, p = [01]\.\d+\): not distinguishable with 8 missions; \d+ points would be; to show this difference: \d+ more missions\.$/,
    )
    expect(changes).toMatch(/^From agent-1 \(old\) to agent-1 \(new\): \d+ points? fixed, \d+ broken, \d+ the same\.$/)
  })

  it('warns if runs differ in seed or patience, which change verdicts for equal agents', async () => {
    const settings =
      (seed: string, patience?: 'full') =>
      ({ run, trials }: SyntheticRun): SyntheticRun => ({
        run: { ...run, settings: { ...run.settings, seed, ...(patience === undefined ? {} : { patience }) } },
        trials,
      })
    await written('old', {}, settings('s1'))
    await written('new', { seed: 2 }, settings('s2', 'full'))
    expect(await compare('old', 'new')).toBe(EXIT.done)
    expect(output.stderr).toBe(
      'pe: old and new have other inputs: their seeds are s1 and s2; run both with the same --seed\n' +
        'pe: old and new were judged with --patience auto and full\n',
    )
  })

  it.each([
    [1, '1 mission cannot show whether a difference is chance, however large it is: run at least 6 missions'],
    [5, '5 missions cannot show whether a difference is chance, however large it is: run at least 6 missions'],
    [6, undefined],
  ])('warns if %i of the missions that it takes are there', async (missions, warning) => {
    await written('old', { missions })
    await written('new', { seed: 2, missions })
    expect(await compare('old', 'new')).toBe(EXIT.done)
    expect(output.stderr).toBe(warning === undefined ? '' : `pe: ${warning}\n`)
  })

  it('names the missions that only one of the runs has', async () => {
    await written('old')
    await written('new', { seed: 2, missions: 6 })
    expect(await compare('old', 'new')).toBe(EXIT.done)
    expect(output.stderr).toBe(
      'pe: left out, because new does not have them: the missions mission-7, mission-8 of old\n',
    )
    expect(output.stdout).toContain('with 6 missions')
  })

  it('names the agents, with their variants, that only one of the runs has', async () => {
    await written('old', { agents: 3 })
    await written('new', { seed: 2, agents: 1 })
    expect(await compare('old', 'new')).toBe(EXIT.done)
    const because = 'because no other run has them'
    expect(output.stderr).toBe(`pe: left out, ${because}: the agents agent-2 (L1 direct), agent-3 (L1 direct) of old\n`)
    output.stderr = ''
    await written('variants', { variants: ['L1.direct', 'L2.direct'] })
    expect(await compare('variants', 'new')).toBe(EXIT.done)
    expect(output.stderr).toBe(`pe: left out, ${because}: the agents agent-1 (L2 direct) of variants\n`)
  })

  it('names no agent as left out of which all levels are pooled', async () => {
    await written('both', { agents: 2, variants: ['L1.direct', 'L2.direct'] })
    expect(await compare('both')).toBe(EXIT.done)
    expect(output.stderr).toBe('')
  })

  it('does not warn of other seeds if nothing is drawn from them', async () => {
    const library =
      (seed: string) =>
      ({ run, trials }: SyntheticRun): SyntheticRun => {
        const missions = run.benchmark.missions.map((each) => ({ ...each, kind: 'library' as const }))
        return {
          run: { ...run, settings: { ...run.settings, seed }, benchmark: { ...run.benchmark, missions } },
          trials,
        }
      }
    await written('old', {}, library('s1'))
    await written('new', { seed: 2 }, library('s2'))
    expect(await compare('old', 'new')).toBe(EXIT.done)
    expect(output.stderr).toBe('')
  })

  it('prints JSON that fits its schema', async () => {
    await written('old')
    await written('new', { seed: 2, agents: 2 })
    expect(await compare('old', 'new', '--json')).toBe(EXIT.done)
    const printed: unknown = JSON.parse(output.stdout)
    expect(comparedSchema.parse(printed)).toEqual(printed)
    expect(printed).toMatchObject({
      comparisons: [{ a: { runId: 'old' }, b: { runId: 'new', agent: 'agent-1' }, forced: [] }],
    })
  })

  it.each([
    ['levels', { variants: ['L2.direct'] as const }, undefined, 'the levels differ (1 and 2)'],
    ['mission digests', {}, changedDigest, 'the digests of shared missions differ (mission-3)'],
  ])('refuses runs of different %s; --force compares and marks them', async (_, size, change, reason) => {
    await written('old')
    await written('new', { seed: 2, ...size }, change)
    expect(await compare('old', 'new')).toBe(EXIT.usage)
    expect(output).toEqual({
      stdout: '',
      stderr: `pe: these are not compared: ${reason}. --force compares them anyway, with a warning\n`,
    })
    expect(await compare('old', 'new', '--force')).toBe(EXIT.done)
    expect(output.stdout).toContain(`\nForced: ${reason}.\n`)
    output.stdout = ''
    await compare('old', 'new', '--force', '--json')
    expect(JSON.parse(output.stdout)).toMatchObject({ comparisons: [{ forced: [reason] }] })
  })

  it('refuses runs whose similarities come from different embedders', async () => {
    await written('old')
    await written('new', { seed: 2 })
    const scores = (embedder: string) =>
      JSON.stringify({
        schemaVersion: 2,
        digest: 'd',
        scores: [
          {
            name: 'checklist',
            setting: 'strict',
            score: { scored: true, value: 0.5, detail: { embedder, items: [] } },
          },
          { name: 'code', setting: 'strict', score: { scored: false, reason: 'no project' } },
        ],
      })
    for (const [runId, embedder] of [
      ['old', 'lexical-1'],
      ['new', 'all-MiniLM-L6-v2'],
    ] as const)
      await writeTree(folder.file(runId), { 'trials/mission-1.agent-1.L1.direct.1/scores.json': scores(embedder) })
    expect(await compare('old', 'new')).toBe(EXIT.usage)
    expect(output.stderr).toContain('the embedders differ (lexical-1 and all-MiniLM-L6-v2)')
    expect(await compare('old', 'new', '--force')).toBe(EXIT.done)
    expect(output.stdout).toContain('Forced: the embedders differ')
  })

  it('pools the levels that both have; --by names the part of each comparison', async () => {
    await written('both', { agents: 2, variants: ['L1.direct', 'L2.direct'] })
    expect(await compare('both')).toBe(EXIT.done)
    expect(output.stdout).toMatch(/^agent-2 scores .* with 8 missions/)
    expect(output.stdout.match(/^From/gm)).toEqual(['From'])
    expect(output.stderr).toBe('')
    output.stdout = ''
    expect(await compare('both', '--by', 'variant')).toBe(EXIT.done)
    for (const level of [1, 2])
      expect(output.stdout).toMatch(
        new RegExp(`^L${String(level)} direct: agent-2 scores .* agent-1 .*2 comparisons`, 'm'),
      )
    output.stdout = ''
    expect(await compare('both', '--by', 'level')).toBe(EXIT.done)
    expect(output.stdout).toMatch(/^level 1: agent-2 scores .*^level 2: agent-2 scores /ms)
    output.stdout = ''
    expect(await compare('both', '--by', 'mode', '--json')).toBe(EXIT.done)
    expect(comparedSchema.parse(JSON.parse(output.stdout)).comparisons.map(({ part }) => part)).toEqual(['direct'])
  })

  it('shows what changed in each mission, kind or tag as a table, without an answer that few missions cannot give', async () => {
    const tagged = ({ run, trials }: SyntheticRun): SyntheticRun => {
      const missions = run.benchmark.missions.map((each, index) => ({
        ...each,
        tags: index === 0 ? ['first', 'all'] : ['all'],
      }))
      return { run: { ...run, benchmark: { ...run.benchmark, missions } }, trials }
    }
    await written('old', { samples: 2 }, tagged)
    await written('new', { seed: 2, samples: 2 }, tagged)
    expect(await compare('old', 'new', '--by', 'tag')).toBe(EXIT.done)
    expect(output.stderr).toBe('')
    const rows = output.stdout.split('\n')
    expect(rows[0]).toBe('From agent-1 (old) to agent-1 (new):')
    expect(rows[3]).toMatch(/^first +1 +\d+\.\d% +\d+\.\d% +[+−]?\d+\.\d +\d+ +\d+$/)
    expect(rows[4]).toMatch(/^all +8 .* may be chance$/)
    output.stdout = ''
    expect(await compare('old', 'new', '--by', 'mission')).toBe(EXIT.done)
    expect(output.stdout.match(/^mission-\d /gm)).toHaveLength(8)
    output.stdout = ''
    expect(await compare('old', 'new', '--by', 'kind', '--json')).toBe(EXIT.done)
    const [kind, ...others] = comparedSchema.parse(JSON.parse(output.stdout)).comparisons
    expect(others).toEqual([])
    expect(kind).toMatchObject({ part: 'website', missions: 8, enough: { missions: 873, samples: null } })
  })

  it('says that no mission has a tag if it is divided by tags', async () => {
    await written('old')
    await written('new', { seed: 2 })
    expect(await compare('old', 'new', '--by', 'tag')).toBe(EXIT.usage)
    expect(output.stderr).toBe('pe: no mission that both have has a tag; leave --by out, or take another one\n')
  })

  it('compares the agents of one run, and needs at least two', async () => {
    await written('both', { agents: 3, missions: 12 })
    await written('one')
    expect(await compare('both')).toBe(EXIT.done)
    expect(output.stdout.match(/Holm-corrected for 3 comparisons/g)).toHaveLength(3)
    output.stdout = ''
    expect(await compare('both', '--agents', 'agent-1,agent-3')).toBe(EXIT.done)
    expect(output.stdout).toMatch(/^agent-3 scores .*agent-1 /)
    expect(output.stdout).not.toContain('Holm')
    expect(await compare('both', '--agents', 'agent-9')).toBe(EXIT.usage)
    expect(output.stderr).toContain('no run has the agent "agent-9"')
    output.stderr = ''
    expect(await compare('one')).toBe(EXIT.usage)
    expect(output.stderr).toBe('pe: there is nothing to compare it with; name two runs\n')
  })

  describe('is a gate', () => {
    /** Every verdict of the trials is changed to one status, and the agent takes so many seconds and dollars. */
    const all =
      (status: 'passed' | 'failed', seconds: number, cost: number | null) =>
      ({ run, trials }: SyntheticRun): SyntheticRun => ({
        run,
        trials: trials.map((trial) => ({
          ...trial,
          verdicts: trial.verdicts.map((verdict) => ({
            ...verdict,
            status,
            points: { earned: status === 'passed' ? 1 : 0, of: 1 },
          })),
          stages: { ...trial.stages, generate: seconds * 1000, answer: 0 },
          agent: { calls: 1, reused: 0, tokens: null, cost, paid: cost, models: [], notes: [] },
        })),
      })

    it.each([
      ['worse', EXIT.belowMinimum, 'agent-1 (new) is worse than agent-1 (old): --fail-if worse'],
      [
        'broken',
        EXIT.belowMinimum,
        '48 testcodes of agent-1 (new) earn less than with agent-1 (old): --fail-if broken',
      ],
      ['slower', EXIT.belowMinimum, 'agent-1 (new) took 12 s, and agent-1 (old) 10: --fail-if slower'],
      ['dearer', EXIT.belowMinimum, 'agent-1 (new) took 0.3 US dollars, and agent-1 (old) 0.2: --fail-if dearer'],
      ['fast', EXIT.usage, 'there is no condition "fast"; --fail-if takes worse, broken, slower, dearer'],
    ])('that fails if the second is %s', async (condition, exitCode, message) => {
      await written('old', {}, all('passed', 10, 0.2))
      await written('new', {}, all('failed', 12, 0.3))
      expect(await compare('old', 'new', '--fail-if', condition)).toBe(exitCode)
      expect(output.stderr).toContain(message)
    })

    it('that passes in the other direction, and for a twentieth more', async () => {
      await written('old', {}, all('failed', 10, 0.2))
      await written('new', {}, all('passed', 10.5, 0.21))
      expect(await compare('old', 'new', '--fail-if', 'worse,broken,slower,dearer')).toBe(EXIT.done)
      expect(output.stdout).toContain('The agent’s time for a trial: 10 s → 10.5 s; its cost: $0.2 → $0.21.')
    })

    it('that does not take a time that nobody knows for none', async () => {
      await written('old', {}, all('passed', 10, 0.2))
      await written('new', {}, ({ run }) => ({ run, trials: [] }))
      expect(await compare('old', 'new', '--fail-if', 'slower')).toBe(EXIT.usage)
      expect(output.stderr).toContain(
        '--fail-if slower: agent-1 (old) and agent-1 (new) have no ended trial of one mission',
      )
      expect(output.stdout).not.toContain('for a trial')
    })

    it('that does not take an unknown cost for a low one', async () => {
      await written('old', {}, all('passed', 10, 0.2))
      await written('new', {}, all('passed', 10, null))
      expect(await compare('old', 'new', '--fail-if', 'dearer')).toBe(EXIT.usage)
      expect(output.stderr).toContain('--fail-if dearer: the cost of agent-1 (old) or agent-1 (new) is unknown')
    })
  })

  it('names versions in place of runs if they differ, and has them in JSON', async () => {
    const of =
      (version: string) =>
      ({ run, trials }: SyntheticRun): SyntheticRun => ({
        run: { ...run, agents: { 'agent-1': { kind: 'adapter', name: 'mine', version } } },
        trials,
      })
    await written('old', {}, of('1.0'))
    await written('new', { seed: 2 }, of('1.1'))
    expect(await compare('old', 'new')).toBe(EXIT.done)
    expect(output.stdout).toMatch(/^agent-1 1\.1 \([0-9a-f]{7}\) scores .* agent-1 1\.0 \([0-9a-f]{7}\) /)
    output.stdout = ''
    expect(await compare('old', 'new', '--json')).toBe(EXIT.done)
    expect(JSON.parse(output.stdout)).toMatchObject({
      comparisons: [{ b: { runId: 'new', version: expect.stringMatching(/^1\.1 /) as string } }],
    })
  })

  it('refuses the same run twice, unknown runs, and runs without a common mission', async () => {
    await written('old')
    await written('elsewhere', {}, ({ run, trials }) => {
      const renamed = (id: string) => id.replace('mission', 'task')
      const missions = run.benchmark.missions.map((each) => ({ ...each, id: renamed(each.id) }))
      const key = (each: (typeof trials)[number]['trial']) => ({
        ...each,
        id: renamed(each.id),
        mission: renamed(each.mission),
      })
      return {
        run: { ...run, benchmark: { ...run.benchmark, missions }, trials: run.trials.map(key) },
        trials: trials.map((each) => ({ ...each, trial: key(each.trial) })),
      }
    })
    for (const [argv, message] of [
      [['old', 'old'], /is there twice/],
      [['old', 'nowhere'], /there is no run "nowhere"/],
      [['old', 'elsewhere', '--force'], /old and elsewhere have no mission in common/],
    ] as const) {
      output.stderr = ''
      expect(await compare(...argv)).toBe(EXIT.usage)
      expect(output.stderr).toMatch(message)
    }
    expect(output.stdout).toBe('')
  })

  it('says that a run is incomplete', async () => {
    await written('old', {}, ({ run, trials }) => ({ run, trials: trials.slice(0, 7) }))
    await written('new', { seed: 2 })
    expect(await compare('old', 'new')).toBe(EXIT.done)
    expect(output.stderr).toBe('pe: old is incomplete\n')
    expect(output.stdout).toContain('with 7 missions')
  })
})
