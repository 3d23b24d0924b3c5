/** The compiled program with the agents projectgen and direct, against a scripted model, on a library with visible tests. */
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { CODE, TREE, askedFile, fenced, promptOf, scripted, stepOf } from '../model-server/projectgen.ts'
import { LIBRARIES, ended, place, shareCache } from './method-runs.ts'
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

  it('continues where it was killed, and asks nothing twice', TIME, async () => {
    const undisturbed = await (async () => {
      await using here = await place(scripted())
      return { ended: await ended(here.start(...RUN)), asked: here.server.received.map(promptOf) }
    })()
    const LOST = 5
    const started: { pid?: number | undefined } = {}
    const reply = scripted()
    await using here = await place((request, number) => {
      // In the middle of the code: the answer never arrives.
      if (number === LOST) {
        if (started.pid === undefined) throw new Error('the run has no process')
        process.kill(started.pid, 'SIGKILL')
        return { kind: 'hang-up' }
      }
      return reply(request)
    })
    const running = here.start(...RUN)
    started.pid = running.pid
    expect((await running.end).signal).toBe('SIGKILL')
    const [id = ''] = await readdir(here.folder.file('reports'))
    const resumed = await ended(here.start('--resume', id))
    expect(resumed.score).toBe(1)
    expect(resumed.project.digest).toBe(undisturbed.ended.project.digest)
    expect(resumed.rounds).toEqual(undisturbed.ended.rounds)
    const asked = here.server.received.map(promptOf)
    // Only the question whose answer was lost is asked again.
    expect(asked.toSpliced(LOST, 1)).toEqual(undisturbed.asked)
    expect(asked[LOST]).toBe(undisturbed.asked[LOST])
  })
})

describe('direct', () => {
  it('calls the model once', TIME, async () => {
    await using here = await place(() => ({ kind: 'answer', text: fenced(CODE) }))
    const { score: total } = await ended(
      here.start('--benchmark', `codeprojecteval:${LIBRARIES}`, '--agent', 'direct:openai:scripted'),
    )
    expect(total).toBe(1)
    expect(here.server.received).toHaveLength(1)
  })
})
