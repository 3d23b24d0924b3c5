/** Output and reports of an agent are hostile: they are checked, copied and bounded before they are stored. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { HarnessFault } from '../../harness/errors.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { AgentUse } from '../../harness/contracts/schema.ts'
import type { Agent, Project } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { place } from './feedback-trial.ts'
import { SILENT, stageOf, trialOf } from './staged-agent.ts'

function use(changes: Partial<AgentUse> = {}): Omit<AgentUse, 'notes'> {
  const model = { asked: 'tool', answered: null, price: null }
  return { calls: 1, reused: 0, tokens: { input: 10, output: 5 }, cost: 0.5, paid: 0.5, models: [model], ...changes }
}

describe('hostile output', () => {
  const circular: { itself?: unknown } = {}
  circular.itself = circular
  const [file] = projectFor('abc').files
  if (!file) throw new Error('the project has a file')
  const projects: readonly [string, unknown, string][] = [
    ['no files', { files: [] }, 'the agent gave an empty project'],
    ['a path that leaves the project', { files: [{ ...file, path: '../main.js' }] }, '"../main.js"'],
    ['an absolute path', { files: [{ ...file, path: '/etc/passwd' }] }, '"/etc/passwd"'],
    ['names that clash', { files: [file, { ...file, path: 'MAIN.js' }] }, 'one file on some systems'],
    ['installed packages', { files: [{ ...file, path: 'node_modules/x' }] }, 'node_modules/x'],
    ['an unknown launch plan', { files: [file], launch: { boot: ['sh'] } }, 'the launch plan of the project'],
    ['a launch plan that is no JSON', { files: [file], launch: circular }, 'the launch plan of the project'],
    ['a launch plan that is a function', { files: [file], launch: () => 1 }, 'the launch plan of the project'],
    ['a checklist that is none', { files: [file], artefacts: { checklist: 'x' } }, 'intermediate results'],
    ['other intermediate results', { files: [file], artefacts: { verdicts: [] } }, 'intermediate results'],
  ]
  it.each(projects)('with %s is the agent’s fault, and is not stored', async (_, project, reason) => {
    await using here = await place('plain')
    const trial = trialOf(here, { generate: () => Promise.resolve(project as Project) })
    const record = await runTrial(trial)
    expect(record.outcome).toBe('no-project')
    expect(record.reason).toContain(reason)
    expect(trial.store.hasProject).toBe(false)
  })

  const answers: readonly [string, unknown, string][] = [
    ['no object', 'all of them', 'expected record'],
    ['no object for a testcode', { a: 7 }, 'a: '],
    ['nothing', undefined, 'undefined'],
    ['a value that is no JSON', { a: { b: 1n } }, 'cannot be written as JSON'],
    ['a value that contains itself', { a: circular }, 'cannot be written as JSON'],
    ['too much', { a: { b: 'x'.repeat(5 * 1024 * 1024) } }, 'larger than 4 MiB'],
  ]
  it.each(answers)('with %s for the parameters is the agent’s fault', async (_, given, reason) => {
    await using here = await place('plain')
    const trial = trialOf(here, { answer: () => Promise.resolve(given as never) })
    const record = await runTrial(trial)
    expect(record.outcome).toBe('no-project')
    expect(record.reason).toContain('the answers of the agent: ')
    expect(record.reason).toContain(reason)
    expect(await trial.store.readAnswers()).toBeUndefined()
  })

  it('for the parameters is judged as it is stored, and cannot change afterwards', async () => {
    await using here = await place('plain')
    const given = { a: { list: ['x'], at: new Date(0), none: Number.NaN } }
    const trial = trialOf(here, { answer: () => Promise.resolve(given) })
    const stage = stageOf(trial)
    const judged = await stage.answer(await stage.generate())
    given.a.list.push('later')
    expect(judged).toEqual(await trial.store.readAnswers())
    expect(judged).toEqual({ a: { list: ['x'], at: '1970-01-01T00:00:00.000Z', none: null } })
  })
})

it('no place for judging waits for an agent', async () => {
  await using here = await place('plain')
  const order: string[] = []
  const says = <T>(what: string, value: T): Promise<T> => {
    order.push(what)
    return Promise.resolve(value)
  }
  const parts: Partial<Agent> = {
    generate: () => says('project', projectFor('abc')),
    answer: () => says('answers', {}),
  }
  const places = { enter: () => says('place', () => void order.push('left')) }
  const record = await runTrial(trialOf(here, parts, { places }))
  expect(record.outcome).toBe('judged')
  expect(order).toEqual(['project', 'answers', 'place', 'left'])
})

describe('what an agent reports', () => {
  it('is unknown if it called no model and reported nothing', async () => {
    await using here = await place('plain')
    const stage = stageOf(trialOf(here, {}))
    await stage.generate()
    expect(await stage.use()).toBeUndefined()
  })

  it('is added up, in both calls, and the same after the trial is resumed', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, {
      generate(_, context) {
        context.used(use())
        context.used(use({ calls: 2, cost: 1 }))
        context.note('a guess')
        return Promise.resolve(projectFor('abc'))
      },
      answer(_, __, context) {
        context.used(use())
        return Promise.resolve({})
      },
    })
    const stage = stageOf(trial)
    await stage.answer(await stage.generate())
    const whole = { calls: 4, tokens: { input: 30, output: 15 }, cost: 2, paid: 1.5, notes: ['a guess'] }
    expect(await stage.use()).toMatchObject(whole)
    const resumed = stageOf({ ...trial, agent: SILENT })
    await resumed.answer(await resumed.generate())
    expect(await resumed.use()).toEqual(await stage.use())
  })

  it('stays unknown as a whole if a part is unknown: it is never zero', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, {
      generate(_, context) {
        context.used(use())
        context.used(use({ tokens: null, cost: null, paid: null }))
        return Promise.resolve(projectFor('abc'))
      },
    })
    expect((await runTrial(trial)).agent).toMatchObject({ calls: 2, tokens: null, cost: null, paid: null })
  })

  const wrong: readonly [string, unknown][] = [
    ['a number of calls below zero', use({ calls: -1 })],
    ['a cost that is no number', use({ cost: Number.NaN, calls: 0.5 })],
    ['a part of the fields', { calls: 1 }],
    ['other fields', { ...use(), score: 1 }],
    ['no object', 'cheap'],
  ]
  it.each(wrong)('is refused if it has %s, and the record can be read', async (_, reported) => {
    await using here = await place('plain')
    const trial = trialOf(here, {
      generate(_, context) {
        context.used(reported as AgentUse)
        return Promise.resolve(projectFor('abc'))
      },
    })
    const record = await runTrial({ ...trial, agent: rejecting(trial.agent) })
    expect(record).toMatchObject({ outcome: 'no-project', fault: 'crashed' })
    expect(record.reason).toContain('the usage that the agent reported: ')
    await trial.store.writeRecord(record)
    expect(await trial.store.readRecord()).toEqual(record)
  })

  it('is bounded in length and number, and says so', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, {
      generate(_, context) {
        for (let count = 0; count < 1500; count += 1) context.note('x'.repeat(600))
        return Promise.resolve(projectFor('abc'))
      },
      answer(_, __, context) {
        for (let count = 0; count < 1500; count += 1) context.used(use())
        return Promise.resolve({})
      },
    })
    const stage = stageOf(trial)
    const project = await stage.generate()
    const { notes } = stage.told()
    expect(notes).toHaveLength(1001)
    expect(notes[0]).toHaveLength(500)
    expect(notes.at(-1)).toBe('there are more notes than 1000; the others were left out')
    await expect(stageOf({ ...trial, agent: rejecting(trial.agent) }).answer(project)).rejects.toMatchObject({
      kind: 'limit',
    })
  })

  it('is on disk only once the project is: an unfinished call leaves nothing behind', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, {
      generate(_, context) {
        context.note('it tried')
        return Promise.reject(new HarnessFault('down'))
      },
    })
    await expect(stageOf(trial).generate()).rejects.toThrow('down')
    const resumed = stageOf(trialOf(here, {}))
    await resumed.generate()
    expect(resumed.told().notes).toEqual([])
    expect(await readFile(path.join(here.folder, 'project.json'), 'utf8')).not.toContain('it tried')
  })
})

/** The same agent; what it throws at once is a rejection, as for an async function. */
function rejecting(inner: Agent): Agent {
  return {
    ...inner,
    generate: async (brief, context) => inner.generate(brief, context),
    answer: async (questions, project, context) => inner.answer(questions, project, context),
  }
}
