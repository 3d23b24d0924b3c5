import { describe, expect, it } from 'vitest'
import { CODE, fenced, promptOf } from '../../model-server/method.ts'
import { MISTAKEN, SKELETON, TREE, askedFile, scripted, stepOf } from './projectgen-server.ts'
import { ended, place, shareCache, LIBRARIES } from '../../agents/method-runs.ts'
import { RUN, TIME, steps, score } from './projectgen-cases.ts'
import { readdir } from 'node:fs/promises'

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

  it('uses the best plan if the judge refuses three', TIME, async () => {
    const scores = [3, 6, 5]
    const reply = scripted({
      architecture: (_, number) => JSON.stringify(TREE).replace('All of it.', `Version ${String(number)} of the plan.`),
      'judge-architecture': (_, number) => score(scores[number - 1] ?? 0),
    })
    await using here = await place(reply)
    const { score: total, project, rounds } = await ended(here.start(...RUN))
    expect(total).toBe(1)
    expect(rounds.filter(({ stage }) => stage === 'architecture')).toMatchObject([
      { round: 1, accepted: false, score: 3 },
      { round: 2, accepted: false, score: 6 },
      { round: 3, accepted: false, score: 5 },
    ])
    expect(project.artefacts?.architecture?.modules[0]?.description).toBe('Version 2 of the plan.')
    const prompts = here.server.received.filter((request) => stepOf(request) === 'architecture').map(promptOf)
    expect(prompts).toHaveLength(3)
    expect(prompts[1]).toContain('Only 3 of ten points.')
    expect(prompts[1]).toContain('Version 1 of the plan.')
    // The memory knows what came of the change that the second round was.
    expect(prompts[2]).toContain('It helped.')
  })

  it('does not let a skeleton be judged that does not compile', TIME, async () => {
    const broken = { ...SKELETON, 'intervals/parsing.py': 'def parse(text:\n    ...\n' }
    await using here = await place(scripted({ skeleton: (_, number) => fenced(number === 1 ? broken : SKELETON) }))
    const { score: total, rounds } = await ended(here.start(...RUN))
    expect(total).toBe(1)
    expect(steps(here.server).slice(2, 5)).toEqual(['skeleton', 'skeleton', 'judge-skeleton'])
    const again = here.server.received.filter((request) => stepOf(request) === 'skeleton').map(promptOf)[1]
    expect(again).toMatch(/intervals\/parsing\.py:1: SyntaxError/)
    expect(rounds.filter(({ stage }) => stage === 'skeleton')).toMatchObject([
      { accepted: false, problem: expect.stringContaining('SyntaxError') as string },
      { accepted: true, score: 8 },
    ])
  })

  it('diagnoses failed visible tests, undoes a change for the worse, and tells the next round', TIME, async () => {
    const worse = 'raise ImportError("worse")\n'
    const reply = scripted({
      file: (request) =>
        askedFile(request).endsWith('__init__.py')
          ? fenced({ 'intervals/__init__.py': MISTAKEN })
          : fenced({ 'intervals/parsing.py': CODE['intervals/parsing.py'] ?? '' }),
      'repair-file': (request, number) =>
        fenced({ [askedFile(request)]: number === 1 ? worse : (CODE[askedFile(request)] ?? '') }),
    })
    await using here = await place(reply)
    const { score: total, rounds, trial } = await ended(here.start(...RUN))
    expect(total).toBe(1)
    expect(rounds.filter(({ stage }) => stage === 'code')).toMatchObject([
      { round: 1, accepted: false, checks: { passed: 1, of: 2 } },
      { round: 2, accepted: false, checks: { passed: 0, of: 2 } },
      { round: 3, accepted: true, checks: { passed: 2, of: 2 } },
    ])
    expect(trial.checks).toHaveLength(3)
    const diagnoses = here.server.received.filter((request) => stepOf(request) === 'diagnose').map(promptOf)
    expect(diagnoses).toHaveLength(2)
    expect(diagnoses[0]).toContain('1 of 2 visible testcodes passed')
    expect(diagnoses[0]).toMatch(/failed .*test_total/)
    expect(diagnoses[1]).toContain('It made things worse, and was undone.')
    expect(diagnoses[1]).toContain('raise ImportError')
    const repairs = here.server.received.filter((request) => stepOf(request) === 'repair-file').map(promptOf)
    expect(repairs[1]).not.toContain('The file as it is:\n\n----- intervals/__init__.py -----\nraise ImportError')
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
