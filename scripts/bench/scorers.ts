/**
 * Measures the time of scorers: `npm run bench -- scorers`. Ratios to other programs are measured in one run on one machine.
 * Comparisons with scipy and the published benchmark are skipped, with a message, if these are not installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { readAnswers } from '../../harness/papers/projecteval/answers.ts'
import { readDataset } from '../../harness/papers/projecteval/dataset.ts'
import { publishedCanonical, publishedWork } from '../../harness/papers/projecteval/works.ts'
import { Analyser } from '../../harness/scorers/analyser.ts'
import { assign } from '../../harness/scorers/assignment.ts'
import { lexicalEmbedder } from '../../harness/scorers/embedders/lexical.ts'
import { filesScorer } from '../../harness/scorers/files.ts'
import { parametersScorer } from '../../harness/scorers/parameters.ts'
import { ScorerPool } from '../../harness/scorers/pool.ts'
import { seededRandom } from '../../harness/lib/statistics/random.ts'
import { sketchScorer } from '../../harness/scorers/sketchbleu/sketchbleu.ts'
import type { Work } from '../../harness/contracts/types.ts'
import { workOf } from '../proofs/sketchbleu/repositories.ts'
import { variantOf } from '../proofs/sketchbleu/variant.ts'
import { median, print } from './measure.ts'

const DATA = process.env['PE_PROJECTEVAL_DIR'] ?? path.resolve(import.meta.dirname, '../../../shared/projecteval')
const ANSWERS = path.join(DATA, 'official/gpt-4o/direct/gpt-4o_20250211-004959_level_1.json')
const LIBRARIES =
  process.env['PE_CODEPROJECTEVAL_DIR'] ??
  path.resolve(import.meta.dirname, '../../../shared/codeprojecteval/CodeProjectEval')
/** The published Python implementation, on one core of the machine on which these figures were first measured. */
const PUBLISHED_SECONDS = 13.7

const munkres = createRequire(import.meta.url)('munkres-js') as (costs: number[][]) => unknown

/** The median time of an action in milliseconds. */
async function milliseconds(times: number, action: () => unknown): Promise<number> {
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const began = performance.now()
    await action()
    taken.push(performance.now() - began)
  }
  return median(taken)
}

function check(what: string, figure: string, holds: boolean): void {
  print(`${holds ? 'holds        ' : 'DOES NOT HOLD'}  ${what}: ${figure}`)
  if (!holds) process.exitCode = 1
}

const random = seededRandom(1)

function randomMatrix(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, () => random())
}

function rowsOf(values: Float64Array, size: number): number[][] {
  return Array.from({ length: size }, (_, row) => [...values.subarray(row * size, (row + 1) * size)])
}

const MATRICES = 10

async function benchMunkres(): Promise<void> {
  const size = 100
  const matrices = Array.from({ length: MATRICES }, () => randomMatrix(size))
  const all = () => matrices.forEach((values) => assign({ rows: size, columns: size, values }, 'least'))
  // Warm-up, so that both run compiled.
  await milliseconds(20, all)
  // Several matrices, because the time of munkres-js differs between them by a factor of three.
  const [ours, theirs] = [
    await milliseconds(50, all),
    await milliseconds(3, () => matrices.forEach((values) => munkres(rowsOf(values, size)))),
  ].map((taken) => taken / MATRICES) as [number, number]
  check(
    `${MATRICES} assignments of 100 × 100, at least 50 × as fast as munkres-js`,
    `${ours.toFixed(2)} ms, ${theirs.toFixed(1)} ms: ${(theirs / ours).toFixed(0)} ×`,
    theirs / ours >= 50,
  )
}

const SCIPY = `
import sys, time, numpy
from scipy.optimize import linear_sum_assignment
matrix = numpy.frombuffer(sys.stdin.buffer.read()).reshape(1000, 1000)
taken = []
for _ in range(7):
    began = time.perf_counter()
    linear_sum_assignment(matrix)
    taken.append((time.perf_counter() - began) * 1000)
print(sorted(taken)[3])`

async function benchScipy(): Promise<void> {
  const size = 1000
  const values = randomMatrix(size)
  const ours = await milliseconds(7, () => assign({ rows: size, columns: size, values }, 'least'))
  const python = spawnSync('/usr/bin/python3', ['-c', SCIPY], { input: new Uint8Array(values.buffer) })
  if (python.status !== 0) {
    print(`not measured   assignment of 1000 × 1000 against scipy, which is not installed; ${ours.toFixed(1)} ms`)
    return
  }
  const theirs = Number(python.stdout.toString())
  check(
    'assignment of 1000 × 1000, at most twice the time of scipy',
    `${ours.toFixed(1)} ms, ${theirs.toFixed(1)} ms: ${(ours / theirs).toFixed(2)} ×`,
    ours / theirs <= 2,
  )
}

async function benchCode(): Promise<void> {
  if (!existsSync(ANSWERS)) {
    print('not measured   CodeBLEU of published answers: set PE_PROJECTEVAL_DIR to their folder')
    return
  }
  const pairs = await publishedPairs()
  const began = performance.now()
  const scorer = filesScorer('code', new Analyser())
  for (const [produced, canonical] of pairs) await scorer.score(produced, canonical, 'paper')
  const seconds = (performance.now() - began) / 1000
  check(
    `CodeBLEU of all pairs of files of ${String(pairs.length)} missions, on one core, in at most 2 s`,
    `${seconds.toFixed(2)} s; as published ${String(PUBLISHED_SECONDS)} s: ${(PUBLISHED_SECONDS / seconds).toFixed(1)} ×`,
    seconds <= 2,
  )
}

async function benchPool(): Promise<void> {
  if (!existsSync(ANSWERS)) return
  const pairs = await publishedPairs()
  const processes = availableParallelism()
  await using pool = new ScorerPool({ processes, embedder: { embedder: 'lexical', model: '', offline: true } })
  const score = (produced: Work, canonical: Work) => pool.score({ produced, canonical, settings: ['paper'] })
  // Starts the processes, which a run needs once.
  await Promise.all(Array.from({ length: processes }, () => score({}, {})))
  const all = () => Promise.all(pairs.map(([produced, canonical]) => score(produced, canonical)))
  // The second time, the processes have cached the analyses of all files: only the comparison and the messages remain.
  const [first, second] = [await milliseconds(1, all), await milliseconds(7, all)]
  check(
    `all scores of ${String(pairs.length)} missions in ${String(processes)} processes, in at most 2 s`,
    `${(first / 1000).toFixed(2)} s, and ${(second / 1000).toFixed(2)} s once all files are known`,
    first <= 2000,
  )
}

/** In processor time, which is one core's: a busy machine makes only the wall time longer. */
async function benchSketch(): Promise<void> {
  if (!existsSync(path.join(LIBRARIES, 'flask'))) {
    print('not measured   SketchBLEU of flask: set PE_CODEPROJECTEVAL_DIR to the published repositories')
    return
  }
  const canonical = await workOf(LIBRARIES, 'flask')
  const code = variantOf('flask', canonical.code)
  for (const setting of ['paper', 'strict'] as const) {
    const taken: number[] = []
    for (let time = 0; time < 5; time += 1) {
      const began = process.cpuUsage()
      // Another one each time: it remembers what it has analysed.
      await sketchScorer(new Analyser()).score({ code }, canonical, setting)
      const { user, system } = process.cpuUsage(began)
      taken.push((user + system) / 1e6)
    }
    const seconds = median(taken)
    check(`SketchBLEU (${setting}) of flask and a variant in at most 2 s`, `${seconds.toFixed(2)} s`, seconds <= 2)
  }
}

async function publishedPairs(): Promise<[Work, Work][]> {
  const { missions } = await readDataset(DATA)
  const { projects } = await readAnswers(ANSWERS)
  return missions.flatMap((mission): [Work, Work][] => {
    const project = projects.get(mission.id)
    return project ? [[publishedWork(project.raw), publishedCanonical(mission)]] : []
  })
}

async function benchParameters(): Promise<void> {
  const values = (start: number) =>
    Array.from({ length: 10_000 }, (_, index) => ({
      of: 't1',
      name: `p${String(index)}`,
      value: `http://localhost:8000/page-${String(index * start)}/`,
    }))
  const [mine, theirs] = [{ parameters: values(1) }, { parameters: values(3) }]
  const taken = await milliseconds(7, () => parametersScorer.score(mine, theirs, 'strict'))
  check('10,000 pairs of parameters in less than 50 ms', `${taken.toFixed(1)} ms`, taken < 50)
}

async function benchSentences(): Promise<void> {
  const sentences = Array.from(
    { length: 500 },
    (_, index) =>
      `Page ${String(index % 20)}||Function ${String(index)}||A form takes a title and a date, and its button adds entry ${String(index)} to the list.`,
  )
  const taken = await milliseconds(7, () => lexicalEmbedder.embed(sentences))
  check('500 sentences of checklists by the lexical embedder in less than 50 ms', `${taken.toFixed(1)} ms`, taken < 50)
}

await benchMunkres()
await benchScipy()
await benchCode()
await benchPool()
await benchSketch()
await benchParameters()
await benchSentences()
