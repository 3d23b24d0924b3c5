import { describe, expect, it } from 'vitest'
import { TREE, askedFile, promptOf, scripted, stepOf } from '../model-server/projectgen.ts'
import { ended, place, shareCache } from './method-runs.ts'
import { RUN, TIME, steps } from './projectgen-cases.ts'

shareCache()

describe('projectgen', () => {
  it('plans, writes files after those that they import, and ends when the visible tests pass', TIME, async () => {
    await using here = await place(scripted())
    const { score: total, project, rounds, trial } = await ended(here.start(...RUN))
    expect(total).toBe(1)
    expect(trial.trial.agent).toBe('projectgen:openai:scripted')
    expect(steps(here.server)).toEqual([
      'architecture',
      'judge-architecture',
      'skeleton',
      'judge-skeleton',
      'file',
      'file',
    ])
    const files = here.server.received.filter((request) => stepOf(request) === 'file')
    expect(files.map(askedFile)).toEqual(['intervals/parsing.py', 'intervals/__init__.py'])
    expect(files.map(promptOf)[1]).toContain('int(low), int(high)')
    expect(project.artefacts?.architecture?.modules[0]?.files.map((file) => file.path)).toEqual(
      TREE.modules[0]?.files.map((file) => file.path),
    )
    expect(rounds).toMatchObject([
      { stage: 'architecture', round: 1, accepted: true, score: 9 },
      { stage: 'skeleton', round: 1, accepted: true, score: 8 },
      { stage: 'code', round: 1, accepted: true, checks: { passed: 2, of: 2 } },
    ])
    expect(trial.checks).toHaveLength(1)
  })
})
