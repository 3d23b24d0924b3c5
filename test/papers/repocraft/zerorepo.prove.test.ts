/** The compiled program with the agent zerorepo, against a scripted model, on a library of 15 functions with visible tests. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fenced, promptOf } from '../../model-server/method.ts'
import type { Received, Reply } from '../../model-server/server.ts'
import {
  FUNCTIONS,
  INIT,
  LIBRARY,
  codeAnswer,
  nameOf,
  subjectOf,
  testOf,
  vote,
  zerorepoScripted,
  zerorepoStepOf,
  type ZerorepoScript,
} from './zerorepo-server.ts'
import { needs } from '../../needs.ts'
import { ended, place, shareCache } from '../../agents/method-runs.ts'
import { TIME, run, CHECKED } from './zerorepo-cases.ts'

shareCache()

/** Two units fail and are repaired; the test of a third one is to blame. */
const FAILING: ZerorepoScript = {
  test: (request) => {
    const name = nameOf(subjectOf(request))
    const text = testOf(name)
    return fenced({ '.unit-test/test_unit.py': name === 'initials' ? text.replace("'BH'", "'B.H.'") : text })
  },
  code: (request) => {
    const name = nameOf(subjectOf(request))
    if (name === 'collapse') return codeAnswer(subjectOf(request), (code) => code.replace("' '.join", "''.join"))
    if (name === 'snake') return codeAnswer(subjectOf(request), (code) => code.replace('.lower()', ''))
    return codeAnswer(subjectOf(request))
  },
  vote: (request, number) =>
    nameOf(subjectOf(request)) === 'initials'
      ? vote('test', 'no dots are asked for')
      : vote('code', `it is wrong, ${String(number)}`),
}

describe('zerorepo', await needs('python3-pytest'), () => {
  it(
    'completes a library of 15 functions, killed in its middle and resumed, and asks nothing twice',
    TIME,
    async () => {
      const started: { pid?: number | undefined; lost?: string } = {}
      const reply = zerorepoScripted(FAILING)
      await using here = await place((request): Reply => {
        // The answer to the last of three votes on a unit of the third layer never arrives.
        if (started.pid !== undefined && isVoteOn(request, 'snake') && promptOf(request).includes('opinion 3 of 5')) {
          process.kill(started.pid, 'SIGKILL')
          delete started.pid
          started.lost = promptOf(request)
          return { kind: 'hang-up' }
        }
        return reply(request)
      })
      const running = here.start(...(await run(here)))
      started.pid = running.pid
      expect((await running.end).signal).toBe('SIGKILL')
      const before = here.server.received.map(promptOf)
      const [id = ''] = await readdir(here.folder.file('reports'))
      const recorded = await recordedPrompts(here.folder.file('reports', id))
      const end = await ended(here.start('--resume', id))
      expect(end.score).toBe(1)

      const again = here.server.received.slice(before.length).map(promptOf)
      expect(again.filter((prompt) => recorded.includes(prompt))).toEqual([])
      // Questions that were answered before the end and not recorded are those that were in flight.
      expect(again.filter((prompt) => before.includes(prompt)).length).toBeLessThanOrEqual(8)
      expect(again).toContain(started.lost)

      const { graph, units, problems } = end.project.artefacts?.repository ?? {
        graph: undefined,
        units: [],
        problems: [],
      }
      expect(problems).toEqual([])
      const states = Object.fromEntries(
        units.map(({ id: unit, state, repairs }) => [nameOf(unit), `${state} ${String(repairs)}`]),
      )
      expect(states).toEqual({
        ...Object.fromEntries([...FUNCTIONS.keys()].map((name) => [name, 'passing 0'])),
        ...{ collapse: 'repaired 1', snake: 'repaired 1', initials: 'repaired 1', [INIT]: 'passing 0' },
      })
      const causeOf = (name: string) => units.find((each) => nameOf(each.id) === name)?.attempts[0]?.attribution
      expect(causeOf('initials')).toMatchObject({ cause: 'test', by: 'majority' })
      expect(causeOf('initials')?.votes[0]?.reason).toBe('no dots are asked for')
      expect(causeOf('snake')).toMatchObject({ cause: 'code', by: 'majority', place: 'words/shape.py:snake' })
      expect(graph?.nodes.filter(({ kind }) => kind === 'function')).toHaveLength(15)
      expect(graph?.nodes.find(({ id: node }) => node === 'words/shape.py')).toMatchObject({
        kind: 'file',
        state: 'repaired',
      })
      // A unit comes after those that it needs.
      const layers = new Map(units.map((unit) => [unit.id, unit.layer]))
      for (const { id: unit, needs, layer } of units)
        for (const need of needs) expect(layers.get(need), `${unit} needs ${need}`).toBeLessThan(layer)
      expect(end.rounds.at(-1)).toMatchObject({
        stage: 'integration',
        round: 1,
        accepted: true,
        checks: { passed: 1, of: 1 },
      })
      expect(end.project.files.map((file) => file.path).toSorted()).toEqual(Object.keys(LIBRARY).toSorted())
    },
  )

  it('corrects the units that failed visible tests lead to', TIME, async () => {
    const script: ZerorepoScript = {
      // The test of the agent does not notice the mistake.
      test: () => '```none\n```',
      code: (request) =>
        codeAnswer(
          subjectOf(request),
          nameOf(subjectOf(request)) === CHECKED ? (code) => code.replace('c.isalnum() or', '') : undefined,
        ),
      localise: () =>
        JSON.stringify({
          findings: [{ cause: 'letters are lost', files: [`words/clean.py:${CHECKED}`], fix: 'keep them' }],
        }),
    }
    await using here = await place(zerorepoScripted(script))
    const end = await ended(here.start(...(await run(here))))
    expect(end.score).toBe(1)
    expect(end.rounds.filter(({ stage }) => stage === 'integration')).toMatchObject([
      { round: 1, accepted: false, checks: { passed: 0, of: 1 } },
      { round: 2, accepted: true, checks: { passed: 1, of: 1 }, files: [`words/clean.py:${CHECKED}`] },
    ])
    const correction = here.server.received.find((request) => zerorepoStepOf(request) === 'correct')
    expect(correction && promptOf(correction)).toContain('- letters are lost: keep them')
  })
})

function isVoteOn(request: Received, name: string): boolean {
  return zerorepoStepOf(request) === 'vote' && nameOf(subjectOf(request)) === name
}

/** The prompts whose answers a killed run has recorded. */
async function recordedPrompts(folder: string): Promise<string[]> {
  const [trial = ''] = await readdir(path.join(folder, 'trials'))
  const text = await readFile(path.join(folder, 'trials', trial, 'exchanges.jsonl'), 'utf8')
  const lines = text.split('\n').filter((line) => line.endsWith('}'))
  return lines.map((line) => promptOf((JSON.parse(line) as { request: Pick<Received, 'messages'> }).request))
}
