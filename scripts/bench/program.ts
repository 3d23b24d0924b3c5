/** Runs of the compiled program, with their times. */
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { summarySchema } from '../../harness/contracts/schema.ts'
import { print } from './measure.ts'

export const ROOT = path.resolve(import.meta.dirname, '..', '..')

/** The compiled program of a checkout; earlier commits have no bundle. */
export function programOf(checkout: string): string {
  const names = ['dist/pe/bin.js', 'dist/harness/bin.js'].map((name) => path.join(checkout, name))
  const program = names.find((name) => existsSync(name))
  if (program === undefined) throw new Error(`${checkout} is not compiled: run npm run setup there`)
  return program
}

/** Exit codes of a run that was judged to its end: all passed, or some points were lost. */
const JUDGED = new Set([0, 1])

export interface SuiteRun {
  readonly program: string
  readonly agent: string
  /** For the run's own folder. */
  readonly out: string
  readonly args: readonly string[]
  /** Arguments that choose the variant. */
  readonly variant?: readonly string[]
  /** Whether every point must pass: a run that fails early is a fast one. */
  readonly passes?: boolean
  /** Arguments of Node. */
  readonly node?: readonly string[]
}

/**
 * Judges a suite, and returns the seconds from the start of the program to its end.
 * @throws if the run did not come to its end
 */
export async function suiteSeconds({
  program,
  agent,
  out,
  args,
  variant = ['--level', '2'],
  passes = false,
  node = [],
}: SuiteRun): Promise<number> {
  const folder = await mkdtemp(path.join(out, 'suite-'))
  const began = performance.now()
  const { stdout, stderr, exitCode } = await execa(
    'node',
    [...node, program, 'run', '--agent', agent, ...variant, '--json', '--out', folder, ...args],
    { reject: false, stdin: 'ignore', cwd: path.dirname(path.dirname(path.dirname(program))) },
  )
  const taken = (performance.now() - began) / 1000
  if (exitCode === undefined || !JUDGED.has(exitCode) || stdout === '')
    throw new Error(`${program} run --agent ${agent} ended with ${String(exitCode)}: ${stderr.slice(-2000)}`)
  print(`    ${agent}${args.length === 0 ? '' : ` ${args.join(' ')}`}: ${pointsOf(stdout)}, ${taken.toFixed(1)} s`)
  if (passes && exitCode !== 0)
    throw new Error(`${program} run --agent ${agent}: not every point passed, so its time means nothing`)
  return taken
}

/** Records of an earlier commit may lack fields that are required now. */
const pointsSchema = summarySchema.pick({ points: true }).loose()

function pointsOf(stdout: string): string {
  const { passed, total } = pointsSchema.parse(JSON.parse(stdout)).points
  return `${String(passed)} of ${String(total)} points`
}

/** Seconds of a command of the program that prints something and ends. */
export async function commandSeconds(program: string, args: readonly string[]): Promise<number> {
  const began = performance.now()
  await execa('node', [program, ...args], { stdin: 'ignore' })
  return (performance.now() - began) / 1000
}
