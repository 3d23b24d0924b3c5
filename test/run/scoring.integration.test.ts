/** Similarities of a trial, by real scorer processes, from and to a real folder. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { HarnessFault, UsageError } from '../../harness/errors.ts'
import { SETTINGS, type ScoresRecord } from '../../harness/contracts/schema.ts'
import { isAlone } from '../../harness/contracts/vocabulary.ts'
import type { Benchmark, Mission, Project } from '../../harness/contracts/types.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { scoreTrial } from '../../harness/run/scoring.ts'
import { ScorerPool, type ScorerPoolOptions } from '../../harness/scorers/pool.ts'
import { TrialStore } from '../../harness/store/store.ts'
import { keyOf, missionOf, recordOf, temporaryFolder } from '../helpers.ts'
import { benchmark } from './small-run.ts'

const SOLUTION = 'function add(a, b) {\n  return a + b\n}\nconsole.log(add(1, 2))\n'
const mission = missionOf()
const answers = { shows: { home_url: 'http://localhost:8000/' } }
const withSolution: Benchmark = {
  ...benchmark,
  canonical: () => Promise.resolve({ project: projectOf(SOLUTION), answers }),
}

function projectOf(content: string): Project {
  return { files: [{ path: 'main.js', content }] }
}

interface Scored extends AsyncDisposable {
  readonly store: TrialStore
  readonly file: string
  write(project: Project): Promise<void>
  score(from?: Benchmark, asked?: Mission): Promise<ScoresRecord>
}

const poolOf = (limits: ScorerPoolOptions['limits'] = {}) =>
  new ScorerPool({ processes: 1, embedder: { embedder: 'lexical', model: '', offline: true }, limits })
const shared = poolOf()
afterAll(() => shared[Symbol.asyncDispose]())

/** The folder of a trial. */
async function scored(pool = shared): Promise<Scored> {
  const folder = await temporaryFolder()
  const store = new TrialStore(folder.path)
  return {
    store,
    file: path.join(folder.path, 'scores.json'),
    write: (project) => store.writeProject(project, projectDigest(project)),
    score: (from = withSolution, asked = mission) => scoreTrial(store, asked, { benchmark: from, pool }),
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]()
    },
  }
}

function values({ scores }: ScoresRecord, name: string): (number | string)[] {
  return scores.flatMap((each) =>
    each.name === name ? [each.score.scored ? each.score.value : each.score.reason] : [],
  )
}

/** Replaces the stored values, but not their digest: a score that is computed again shows. */
async function mark(file: string): Promise<ScoresRecord> {
  const record = JSON.parse(await readFile(file, 'utf8')) as ScoresRecord
  const scores = record.scores.map((each) => ({ ...each, score: { scored: false as const, reason: 'marked' } }))
  await writeFile(file, JSON.stringify({ ...record, scores }))
  return { ...record, scores }
}

describe('the scores of a trial', () => {
  it('are 1 for the canonical solution, in both settings, and are written beside the record', async () => {
    await using trial = await scored()
    const record = recordOf(keyOf(), ['passed', 'failed'])
    await trial.store.writeRecord(record)
    await trial.write(projectOf(SOLUTION))
    await trial.store.writeAnswers(answers)
    const scores = await trial.score()
    expect(values(scores, 'code')).toEqual(SETTINGS.map(() => 1))
    expect(values(scores, 'parameters')).toEqual(SETTINGS.map(() => 1))
    expect(await trial.store.readScores()).toEqual(scores)
    // They never change a verdict.
    expect(await trial.store.readRecord()).toEqual(record)
  })

  it('leave out the parameters of a program with a window: right places differ from window to window', async () => {
    await using trial = await scored()
    await trial.write(projectOf(SOLUTION))
    await trial.store.writeAnswers(answers)
    const scores = await trial.score(withSolution, { ...mission, kind: 'desktop' })
    expect(values(scores, 'code')).toEqual(SETTINGS.map(() => 1))
    const reason = 'every window has its own places, keys and colours'
    expect(values(scores, 'parameters')).toEqual(SETTINGS.map(() => reason))
  })

  it('are not numbers without a project and answers: unknown is never zero', async () => {
    await using trial = await scored()
    const { scores } = await trial.score()
    expect(scores.map(({ score }) => score.scored)).toEqual(scores.map(() => false))
    expect(scores.length).toBeGreaterThan(0)
  })

  it('are computed once for the same input, and again if the project, the answers or the solution changed', async () => {
    await using trial = await scored()
    await trial.write(projectOf(SOLUTION))
    const first = await trial.score()
    const marked = await mark(trial.file)
    expect(await trial.score()).toEqual(marked)

    await trial.write(projectOf('console.log(3)\n'))
    const [other] = values(await trial.score(), 'code')
    expect(other).toBeLessThan(1)
    await mark(trial.file)
    await trial.store.writeAnswers(answers)
    expect(values(await trial.score(), 'parameters')).toEqual([1, 1])
    await mark(trial.file)
    await trial.write(projectOf(SOLUTION))
    const easier: Benchmark = {
      ...withSolution,
      canonical: () => Promise.resolve({ project: projectOf('console.log(3)\n'), answers: {} }),
    }
    expect(values(await trial.score(easier), 'code')).not.toEqual(values(first, 'code'))
  })

  it('are computed again if they are damaged or of another version', async () => {
    await using trial = await scored()
    await trial.write(projectOf(SOLUTION))
    const first = await trial.score()
    await writeFile(trial.file, '{"schemaVersion": 1, "sco')
    expect(await trial.score()).toEqual(first)
    expect(await trial.store.readScores()).toEqual(first)
  })

  it('are computed again if a limit stopped them: the next machine may be faster', async () => {
    // No task is that small, in MiB.
    await using small = poolOf({ input: 0.000_01 })
    await using trial = await scored(small)
    await trial.write(projectOf(SOLUTION))
    const stopped = await trial.score()
    expect(stopped.digest).toBe('')
    expect(values(stopped, 'code')[0]).toContain('it needs more than')
    const again = await scoreTrial(trial.store, mission, { benchmark: withSolution, pool: shared })
    expect(again.digest).not.toBe('')
    expect(values(again, 'code')).toEqual([1, 1])
  })

  it('have one reason if there is no solution to compare with, and are computed once there is one', async () => {
    await using trial = await scored()
    await trial.write(projectOf(SOLUTION))
    const none: Benchmark = { ...benchmark, canonical: () => Promise.reject(new UsageError('there is no solution')) }
    const { scores } = await trial.score(none)
    const compared = scores.filter(({ name }) => !isAlone(name))
    expect(scores.length).toBeGreaterThan(compared.length)
    expect(compared.map(({ score }) => score)).toEqual(
      compared.map(() => ({ scored: false, reason: 'there is no solution', nothingCanonical: true })),
    )
    expect(values(await trial.score(), 'code')).toEqual([1, 1])
  })

  it('are not made from what the harness cannot read, and nothing is written', async () => {
    await using trial = await scored()
    await trial.write(projectOf(SOLUTION))
    const broken: Benchmark = { ...benchmark, canonical: () => Promise.reject(new HarnessFault('the disk is gone')) }
    await expect(trial.score(broken)).rejects.toThrow('the disk is gone')
    await writeFile(path.join(trial.store.folder, 'project', 'main.js'), 'changed')
    await expect(trial.score()).rejects.toThrow(HarnessFault)
    expect(await trial.store.readScores()).toBeUndefined()
  })
})
