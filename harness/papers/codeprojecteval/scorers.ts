/**
 * Measures that CodeProjectEval publishes of a run beside the tests that passed: the average weighted by the size of the reference, the
 * types of errors, and the scale of the projects.
 */
import * as z from 'zod'
import { pointsOf } from '../../contracts/points.ts'
import type { Verdict } from '../../contracts/schema.ts'
import type { ProjectFile, ScoredRun, ScoredTrial, Scorer } from '../../contracts/types.ts'

interface Weighed {
  /** Physical lines of the reference. */
  readonly lines: number
  /** Tests that passed. */
  readonly passed: number
}

/** Σ LOCᵢ · passᵢ / Σ LOCᵢ; undefined for nothing. */
export function weightedAverage(all: readonly Weighed[]): number | undefined {
  const lines = all.reduce((sum, each) => sum + each.lines, 0)
  if (lines === 0) return undefined
  return all.reduce((sum, each) => sum + each.lines * each.passed, 0) / lines
}

/** Files of Python, and their lines as radon counts `loc`: physical lines, empty ones included. */
export function scaleOf(files: readonly ProjectFile[]): { readonly files: number; readonly lines: number } {
  const python = files.filter(({ path }) => path.endsWith('.py'))
  return { files: python.length, lines: python.reduce((sum, { content }) => sum + linesOf(content), 0) }
}

function linesOf(content: string | Uint8Array): number {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
  const lines = text.split(/\r\n|\r|\n/)
  return lines.at(-1) === '' ? lines.length - 1 : lines.length
}

/** Tests that passed in a trial. */
function passedIn({ record }: ScoredTrial): number {
  return record.verdicts.filter((verdict) => pointsOf(verdict).earned > 0).length
}

function unjudgedIn({ record }: ScoredTrial): number {
  return record.verdicts.filter((verdict) => pointsOf(verdict).unknown > 0).length
}

/** Whether any test has a verdict: if none has, how many would pass is unknown. */
function isJudging({ record }: ScoredTrial): boolean {
  return record.verdicts.some((verdict) => pointsOf(verdict).of > pointsOf(verdict).unknown)
}

/** Whether tests ran on a project: without one, there are no errors that say something of it. */
function hasRun(trial: ScoredTrial): boolean {
  return trial.record.outcome === 'judged' && isJudging(trial)
}

function byMission(trials: readonly ScoredTrial[]): Map<string, readonly ScoredTrial[]> {
  const groups = new Map<string, readonly ScoredTrial[]>()
  for (const trial of trials) groups.set(trial.mission.id, [...(groups.get(trial.mission.id) ?? []), trial])
  return groups
}

/** Trials of one agent and variant: the tables of the paper have one row for each. */
function rows({ trials }: ScoredRun): Map<string, readonly ScoredTrial[]> {
  const groups = new Map<string, readonly ScoredTrial[]>()
  for (const trial of trials) {
    const { agent, variant } = trial.record.trial
    const key = `${agent} ${variant}`
    groups.set(key, [...(groups.get(key) ?? []), trial])
  }
  return groups
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

const averageDetail = z.record(
  z.string(),
  z.object({
    average: z.number(),
    missions: z.record(
      z.string(),
      z.object({
        lines: z.number(),
        passed: z.number(),
        /** Tests that have no verdict, and count as not passed. */
        unjudged: z.number().optional(),
      }),
    ),
  }),
)

/**
 * Of samples of a mission, the mean of the tests that passed counts. A repository of which no test judges on this machine is left
 * out, with its lines.
 */
const weighted: Scorer = {
  name: 'weighted-average',
  over: 'run',
  detail: averageDetail,
  async score(run) {
    const detail: z.infer<typeof averageDetail> = {}
    for (const [row, trials] of rows(run)) {
      const missions: Record<string, Weighed> = {}
      for (const [id, samples] of byMission(trials.filter(isJudging))) {
        const [first] = samples
        if (!first) continue
        const { lines } = scaleOf((await first.canonical()).project.files)
        const unjudged = mean(samples.map(unjudgedIn))
        missions[id] = { lines, passed: mean(samples.map(passedIn)), ...(unjudged === 0 ? {} : { unjudged }) }
      }
      const average = weightedAverage(Object.values(missions))
      if (average !== undefined) detail[row] = { average, missions }
    }
    const averages = Object.values(detail).map(({ average }) => average)
    if (averages.length === 0) return { scored: false, reason: 'no test has a verdict' }
    return { scored: true, value: mean(averages), unit: 'tests', better: 'higher', detail }
  },
}

/** The type of the error that a verdict names; undefined if it passed or was not judged. A project chooses the names of its own types. */
export function errorType({ status, reason = '' }: Pick<Verdict, 'status' | 'reason'>): string | undefined {
  if (status === 'passed' || status === 'excluded' || status === 'unjudged') return undefined
  if (status === 'timeout') return 'Timeout'
  const named = /\b([A-Z]\w{0,60}(?:Error|Exception|Exit|Interrupt|Warning|Iteration))\b/.exec(reason)?.[1]
  return named ?? (status === 'failed' ? 'AssertionError' : 'Other')
}

const errorsDetail = z.record(z.string(), z.record(z.string(), z.number()))

/** Each type counts once in a repository. */
const errors: Scorer = {
  name: 'error-types',
  over: 'run',
  detail: errorsDetail,
  score(run) {
    const detail: z.infer<typeof errorsDetail> = {}
    if (!run.trials.some(hasRun)) return { scored: false, reason: 'the tests have run on no project' }
    for (const [row, trials] of rows(run)) {
      const counts: Record<string, number> = {}
      for (const samples of byMission(trials.filter(hasRun)).values()) {
        const types = new Set(samples.flatMap(({ record }) => record.verdicts.flatMap((each) => errorType(each) ?? [])))
        for (const type of types) counts[type] = (counts[type] ?? 0) + 1
      }
      detail[row] = counts
    }
    const all = new Set(Object.values(detail).flatMap((counts) => Object.keys(counts)))
    // Fewer types are not better: a project that is not there fails all tests in one way.
    return { scored: true, value: all.size, unit: 'types', detail }
  },
}

const scaleDetail = z.record(z.string(), z.record(z.string(), z.object({ files: z.number(), lines: z.number() })))

const scale: Scorer = {
  name: 'project-scale',
  over: 'run',
  detail: scaleDetail,
  async score(run) {
    const detail: z.infer<typeof scaleDetail> = {}
    const lines: number[] = []
    for (const [row, trials] of rows(run)) {
      const missions: Record<string, { files: number; lines: number }> = {}
      for (const [id, samples] of byMission(trials)) {
        const projects = await Promise.all(samples.map((sample) => sample.project()))
        const scales = projects.flatMap((project) => (project ? [scaleOf(project.files)] : []))
        if (scales.length === 0) continue
        lines.push(...scales.map((each) => each.lines))
        missions[id] = { files: mean(scales.map((each) => each.files)), lines: mean(scales.map((each) => each.lines)) }
      }
      detail[row] = missions
    }
    if (run.trials.length === 0) return { scored: false, reason: 'no project has been judged yet' }
    if (lines.length === 0) return { scored: false, reason: 'no agent gave a project' }
    return { scored: true, value: mean(lines), unit: 'lines', detail }
  },
}

export const libraryScorers: readonly Scorer[] = [weighted, errors, scale]
