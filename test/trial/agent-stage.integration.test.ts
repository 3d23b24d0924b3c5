/** The agent's part of a trial, with a real store on disk and the real feedback of a trial. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AgentFault, HarnessFault, Interrupted, MachineFault, UsageError } from '../../harness/errors.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import type { AgentServices } from '../../harness/trial/agent-context.ts'
import { questionsDigest } from '../../harness/trial/agent-stage.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import type { AgentContext, Project } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { place } from './feedback-trial.ts'
import { SILENT, stageOf, trialOf } from './staged-agent.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text))

describe('an agent that answers', () => {
  it('has its brief, project and answers on disk, and they are not asked for again', async () => {
    await using here = await place('plain')
    const calls: string[] = []
    const trial = trialOf(here, {
      generate(_, context) {
        calls.push('generate')
        context.note('a note with the project')
        return Promise.resolve(projectFor('ab'))
      },
      answer(_, __, context) {
        calls.push('answer')
        context.note('a note with the answers')
        return Promise.resolve({ a: { page: '/' } })
      },
    })
    const first = stageOf(trial)
    const project = await first.generate()
    expect((await trial.store.readBrief())?.input).toEqual({ type: 'prompt', prompt: 'Make it.' })
    expect(await trial.store.readProjectRecord()).toMatchObject({ digest: projectDigest(project) })
    expect(await first.answer(project)).toEqual({ a: { page: '/' } })
    expect((await trial.store.readKeptAnswers())?.questions).toBe(questionsDigest([]))

    const resumed = stageOf({ ...trial, agent: SILENT })
    const replayed = await resumed.generate()
    expect(projectDigest(replayed)).toBe(projectDigest(project))
    expect(await resumed.answer(replayed)).toEqual({ a: { page: '/' } })
    expect(resumed.told()).toEqual(first.told())
    expect(resumed.told().notes).toEqual([
      'a note with the project',
      'a note with the answers',
      'the answers: no testcode "a" asks for values',
    ])
    expect(calls).toEqual(['generate', 'answer'])
  })

  it('may answer for all testcodes at once, and a note names what nobody asked for', async () => {
    await using here = await place('plain')
    const answers = { '*': { page: '/', colour: 'red' }, '0': { page: '/first' } }
    const trial = trialOf(here, { answer: () => Promise.resolve(answers) })
    const question = {
      page: 'Home',
      function: 'Greet',
      parameters: [{ name: 'page', kind: 'url', description: 'The page.' }],
    }
    const mission = { ...trial.mission, questions: ['greets', 'leaves'].map((testcode) => ({ testcode, ...question })) }
    const stage = stageOf({ ...trial, mission })
    const given = await stage.answer(await stage.generate())
    expect(given).toMatchObject({ greets: { page: '/' }, leaves: { page: '/' } })
    expect(stage.told().notes).toEqual([
      'the answers: no testcode "0" asks for values',
      'the answers: it has a value for "colour", which the mission does not ask for',
    ])
  })

  it('is asked again for what it had not answered, and for nothing else', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, { answer: () => Promise.reject(new HarnessFault('the network is down')) })
    const project = await stageOf(trial).generate()
    await expect(stageOf(trial).answer(project)).rejects.toThrow('the network is down')
    const answers = { answer: () => Promise.resolve({ b: {} }) }
    const resumed = stageOf({ ...trial, agent: { ...SILENT, ...answers } })
    expect(await resumed.answer(await resumed.generate())).toEqual({ b: {} })
  })

  it('keeps the time that it took, also if it is judged again later', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, {})
    const first = stageOf(trial, { taken: 12_345 })
    await first.answer(await first.generate())
    const again = stageOf({ ...trial, agent: SILENT })
    await again.answer(await again.generate())
    const measured = { generate: 1, answer: 1, judge: 7 }
    expect(first.stages(measured)).toEqual(measured)
    expect(again.stages(measured)).toEqual({ generate: 12_345, answer: 12_345, judge: 7 })
    const record = path.join(here.folder, 'project.json')
    const { took: _, ...older } = JSON.parse(await readFile(record, 'utf8')) as { readonly took: number }
    await writeFile(record, JSON.stringify(older))
    const unknown = stageOf({ ...trial, agent: SILENT })
    await unknown.generate()
    expect(unknown.stages(measured)).toEqual({ answer: 1, judge: 7 })
  })

  it('is replayed only from what was frozen: a changed file is a fault of the harness', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, {})
    await stageOf(trial).generate()
    await writeFile(path.join(here.folder, 'project', 'main.js'), 'process.exit(0)')
    await expect(stageOf({ ...trial, agent: SILENT }).generate()).rejects.toThrow(
      new HarnessFault(`the project in ${here.folder} is not what was frozen; remove that folder to repeat the trial`),
    )
  })
})

describe('a frozen project', () => {
  it('stays as it was, whatever the agent does later to what it returned', async () => {
    await using here = await place('plain')
    const content = bytes('one')
    const start = ['node', 'main.js']
    const given = {
      files: [{ path: 'main.js', content }],
      launch: { run: start },
      artefacts: { skeleton: [{ path: 'main.js', content: 'before' }] },
    }
    const trial = trialOf(here, { generate: () => Promise.resolve(given) })
    const project = await stageOf(trial).generate()
    const digest = projectDigest(project)
    content.fill(0)
    start.push('--cheat')
    given.files.push({ path: 'more.js', content })
    for (const each of given.artefacts.skeleton) each.content = 'after'
    expect(projectDigest(project)).toBe(digest)
    expect(project.launch).toEqual({ run: ['node', 'main.js'] })
    expect(project.artefacts).toEqual({ skeleton: [{ path: 'main.js', content: 'before' }] })
  })

  it('cannot be changed by the agent when it is asked for the parameters', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, {
      generate: () =>
        Promise.resolve({ files: [{ path: 'main.js', content: bytes('one') }], launch: { run: ['node', 'main.js'] } }),
      answer(_, project) {
        for (const { content } of project.files) if (typeof content !== 'string') content.fill(0)
        ;(project.launch as unknown as { run: string[] }).run.push('--cheat')
        ;(project.files as unknown as unknown[]).length = 0
        return Promise.resolve({})
      },
    })
    const stage = stageOf(trial)
    const project = await stage.generate()
    await stage.answer(project)
    expect(project).toEqual({
      files: [{ path: 'main.js', content: bytes('one') }],
      launch: { run: ['node', 'main.js'] },
    })
  })

  it('holds no key, and is read back as it was frozen', async () => {
    await using here = await place('plain')
    const key = 'sk-live-0123456789abcdef'
    const services = { redactor: new Redactor([key]) } as Partial<AgentServices> as AgentServices
    const trial = trialOf(
      here,
      {
        generate: () =>
          Promise.resolve({
            files: [{ path: 'main.js', content: `const key = '${key}'` }],
            launch: { run: ['node', 'main.js', key] },
          }),
      },
      { services },
    )
    const project = await stageOf(trial).generate()
    expect(JSON.stringify(project)).not.toContain(key)
    const replayed = await stageOf({ ...trial, agent: SILENT }).generate()
    expect(projectDigest(replayed)).toBe(projectDigest(project))
  })

  it('has a digest that is on disk, and another one for every other project', async () => {
    const file = fc.record({ path: fc.constantFrom('a', 'b/c', 'd.js'), content: fc.string({ maxLength: 8 }) })
    const files = fc.uniqueArray(file, { minLength: 1, maxLength: 3, selector: (each) => each.path })
    const text = ({ files }: Project) =>
      JSON.stringify(files.toSorted((one, other) => one.path.localeCompare(other.path)))
    await fc.assert(
      fc.asyncProperty(files, files, async (one, other) => {
        await using here = await place('plain')
        const trial = trialOf(here, { generate: () => Promise.resolve({ files: one }) })
        const project = await stageOf(trial).generate()
        const digest = (await trial.store.readProjectRecord())?.digest
        expect(digest).toBe(projectDigest({ files: one }))
        expect(digest === projectDigest({ files: other })).toBe(text(project) === text({ files: other }))
      }),
      { numRuns: 20 },
    )
  })
})

describe('an agent that fails', () => {
  const faults: readonly [string, Error, { readonly outcome: string; readonly fault?: string }][] = [
    ['a fault of its own', new AgentFault('it refused', 'refused'), { outcome: 'no-project', fault: 'refused' }],
    ['a fault of the harness', new HarnessFault('the server is down'), { outcome: 'unjudged' }],
    ['a fault of the machine', new MachineFault('ENOSPC'), { outcome: 'unjudged' }],
    ['something unknown', new RangeError('what is this?'), { outcome: 'unjudged' }],
  ]
  it.each(faults)('with %s leaves no project, and the fault stays whose it is', async (_, error, result) => {
    await using here = await place('plain')
    const trial = trialOf(here, {
      generate(_, context) {
        context.note('it tried')
        return Promise.reject(error)
      },
    })
    await expect(stageOf(trial).generate()).rejects.toBe(error)
    expect(trial.store.hasProject).toBe(false)
    const record = await runTrial(trial)
    expect(record).toMatchObject({ ...result, reason: error.message, agent: { notes: ['it tried'] } })
    expect('fault' in record).toBe('fault' in result)
    const status = result.outcome === 'no-project' ? 'not-run' : 'unjudged'
    expect([record.runnable, ...record.verdicts].map((verdict) => verdict.status)).toEqual(Array(4).fill(status))
  })

  it('with a mistake of the user ends the run', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, { generate: () => Promise.reject(new UsageError('the key is missing')) })
    await expect(runTrial(trial)).rejects.toThrow(new UsageError('the key is missing'))
  })

  it('when it is asked for parameters is at fault as well, and keeps its project', async () => {
    await using here = await place('plain')
    const trial = trialOf(here, { answer: () => Promise.reject(new AgentFault('it refused', 'refused')) })
    const record = await runTrial(trial)
    expect(record).toMatchObject({ outcome: 'no-project', fault: 'refused', runnable: { status: 'not-run' } })
    expect(trial.store.hasProject).toBe(true)
  })
})

describe('an agent that never ends', () => {
  it.each(['generate', 'answer'] as const)('in %s is left when the run is stopped, and asked again', async (call) => {
    await using here = await place('plain')
    const stop = new AbortController()
    const signals: AbortSignal[] = []
    let late: (value: never) => void = () => undefined
    const endless = (context: AgentContext) => {
      signals.push(context.signal)
      stop.abort(new Interrupted('Ctrl-C'))
      return new Promise<never>((resolve) => (late = resolve))
    }
    const trial = trialOf(
      here,
      call === 'generate'
        ? { generate: (_, context) => endless(context) }
        : { answer: (_, __, context) => endless(context) },
      { signal: stop.signal },
    )
    await expect(runTrial(trial)).rejects.toThrow(new Interrupted('Ctrl-C'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    // An answer after the end of the trial is not stored.
    late((call === 'generate' ? projectFor('abc') : { late: {} }) as never)
    const resumed = trialOf(here, call === 'answer' ? { generate: SILENT.generate } : {})
    expect(resumed.store.hasProject).toBe(call === 'answer')
    expect(await resumed.store.readAnswers()).toBeUndefined()
    expect(await runTrial(resumed)).toMatchObject({ outcome: 'judged', runnable: { status: 'passed' } })
  })

  it('is not even called if the run was stopped before', async () => {
    await using here = await place('plain')
    const signal = AbortSignal.abort(new Interrupted('Ctrl-C'))
    const trial = trialOf(here, {}, { signal })
    await expect(stageOf(trial).generate()).rejects.toThrow('Ctrl-C')
    expect(trial.store.hasProject).toBe(false)
  })
})
