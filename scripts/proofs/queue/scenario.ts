/** Shared by the scenarios of outages and faults. */
import path from 'node:path'
import { readMachines } from '../../../harness/store/read.ts'
import { startPe, type Started } from '../../../test/queue/workers.ts'
import { until } from '../../../test/helpers.ts'
import type { ProofSetup } from './budget.ts'
import { BENCHMARK, differences, ended, problemsIn, summaryFrom } from './chaos.ts'

export type OutageSetup = ProofSetup & {
  /** Seconds for which Redis cannot be reached. */
  readonly seconds: number
}

export interface Scenario {
  readonly name: string
  /** Adds violations to `problems`. @returns What was seen */
  prove(setup: OutageSetup, problems: string[]): Promise<string>
}

export interface Matrix {
  readonly agent: string
  readonly samples: number
  readonly env?: Readonly<Record<string, string>>
}

/** A file of this folder. */
export function own(name: string): string {
  return path.join(import.meta.dirname, name)
}

const flagsOf = ({ agent, samples }: Matrix) => [
  ...['--benchmark', BENCHMARK, '--agent', agent, '--samples', String(samples), '--seed', '7'],
]
const QUIET = ['--no-score', '--reporter', 'json']

/** Plans a run. */
export async function planned({ folder, bin }: OutageSetup, matrix: Matrix) {
  const { env = {} } = matrix
  const flags = [...flagsOf(matrix), '--out', path.join(folder, 'queue')]
  const plan = (await ended(startPe(['plan', ...flags], { bin, env }))).trim()
  const coordinate = (redis: string, more: readonly string[] = [], moreEnv: Readonly<Record<string, string>> = {}) => {
    const queue = ['--executor', 'queue', '--redis', redis, '--lease', '5', ...QUIET, ...more]
    return startPe(['run', '--resume', plan, ...queue], { bin, env: { ...env, ...moreEnv } })
  }
  return { plan, coordinate }
}

/** Plans a run, and runs it in one process for comparison. */
export async function compared(setup: OutageSetup, matrix: Matrix) {
  const { folder, bin } = setup
  const { env = {} } = matrix
  const local = [...flagsOf(matrix), ...QUIET, '--concurrency', '8', '--out', path.join(folder, 'whole')]
  const whole = summaryFrom(await ended(startPe(['run', ...local], { bin, env })))
  const run = await planned(setup, matrix)
  /** Waits for the end of a run. */
  const check = async (process: Started, problems: string[]) => {
    problems.push(...differences(whole, summaryFrom(await ended(process))), ...(await problemsIn(run.plan)))
  }
  return { ...run, check }
}

export function landed(plan: string, trials: number): Promise<void> {
  const isThere = async () => (await readMachines(plan)).length >= trials
  return until(isThere, `${String(trials)} trials have ended`, 600_000)
}

/** Lines of a process that contain a text. */
export function linesWith(process: Started, text: string): string[] {
  return process
    .stderr()
    .split('\n')
    .filter((line) => line.includes(text))
}
