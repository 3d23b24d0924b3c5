import path from 'node:path'
import { constants } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { MachineFault } from '../../errors.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import type { Judgement, Measured, SessionSetup, SourceTarget, Testcode, TestSession } from '../../contracts/types.ts'
import { Answers, howItEnded, isFine } from './answers.ts'
import type { Built } from './built.ts'
import { openComparison, type Difference, type Comparison } from './compare.ts'
import { dialogues } from './dialogues/index.ts'
import { formulas } from './formulas.ts'
import { leakProblem } from './leaks.ts'
import type { Expected, JudgePlan, Point } from './plan.ts'
import { Programs } from './programs.ts'
import { runProgram, type Run } from './run.ts'
import { MiB } from '../../lib/wording/bytes.ts'

/** Valgrind makes a program slower. A note of leaks costs no points, so that it may take this many times as long. */
const SLOWER = 10
const VALGRIND_MEMORY = 1024

/** A point with the command and the folder that it runs in. */
interface Ready {
  readonly point: Point
  readonly argv: readonly string[]
  readonly folder: string
  readonly points: number
}

/** Each point runs in a process and a folder of its own, or in the folder of its group. */
export class JudgeSession implements TestSession {
  readonly #target: SourceTarget
  readonly #setup: SessionSetup
  readonly #plan: JudgePlan
  readonly #programs: Programs
  readonly #answers: Answers

  constructor(target: SourceTarget, setup: SessionSetup, plan: JudgePlan) {
    this.#target = target
    this.#setup = setup
    this.#plan = plan
    this.#programs = new Programs(target, setup, plan)
    this.#answers = new Answers(target, setup, this.#programs)
  }

  /** Whether the first program compiles. */
  async runnable(): Promise<Judgement> {
    const [first] = Object.values(this.#plan.points)
    const built = first === undefined ? undefined : await this.#programs.built(first.program)
    return built && !built.ok ? compileError(built) : { status: 'passed', evidence: {} }
  }

  async judge({ id, points = 1 }: Testcode): Promise<Judgement> {
    const point = this.#plan.points[id]
    if (!point) throw new MachineFault(`the plan has no point "${id}"`)
    const built = await this.#programs.built(point.program)
    if (!built.ok) return compileError(built)
    const folder = await this.#programs.folderOf(point, built)
    try {
      return await this.#judge({ point, argv: [...built.run, ...point.args], folder, points })
    } finally {
      if (point.group === undefined) await removeFolder(folder)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#programs[Symbol.asyncDispose]()
  }

  #judge(ready: Ready): Promise<Judgement> {
    const { expected } = ready.point
    if (expected.kind === 'checker') return this.#byChecker(ready, expected)
    if (expected.kind === 'dialogue') return this.#byDialogue(ready, expected)
    return this.#byOutput(ready, expected)
  }

  async #byOutput(
    ready: Ready,
    expected: Exclude<Expected, { readonly kind: 'checker' | 'dialogue' }>,
  ): Promise<Judgement> {
    const { point, argv, folder } = ready
    const files = await this.#answers.filesOf(point, expected)
    const comparison = openComparison(files.expected, point.compare)
    const run = { argv, folder, limits: point.limits, input: files.input }
    const isCompared = point.output === undefined
    const feed = (chunk: Buffer) => {
      comparison.feed(chunk)
    }
    const ended = await this.#run({
      ...run,
      watched: point.leak === 'verdict',
      ...(isCompared ? { onOutput: feed } : {}),
    })
    const lost = point.output === undefined ? undefined : await feedFile(path.join(folder, point.output), comparison)
    const difference = comparison.end()
    return this.#verdict(point, run, { ended, difference: lost ?? difference })
  }

  async #verdict(
    point: Point,
    run: Run,
    { ended, difference }: { readonly ended: Measured; readonly difference: Difference | undefined },
  ): Promise<Judgement> {
    const leak = point.leak === 'verdict' ? leakProblem(ended) : undefined
    const failed = verdictOfRun(leak === undefined ? ended : { ...ended, code: 0 })
    if (failed) return failed
    if (difference) return wrongAnswer(ended, difference)
    if (leak !== undefined)
      return { status: 'failed', limit: 'leak', reason: `memory leak: ${leak}`, usage: usageOf(ended), evidence: {} }
    const noted = point.leak === 'note' ? await this.#noteOfLeaks(run) : undefined
    return { status: 'passed', usage: usageOf(ended), evidence: noted === undefined ? {} : { log: noted } }
  }

  /** Valgrind's findings about an accepted point, which do not change its verdict. */
  async #noteOfLeaks(run: Run): Promise<string> {
    const { seconds, memoryMiB } = run.limits
    const limits = { ...run.limits, seconds: seconds * SLOWER, memoryMiB: Math.max(VALGRIND_MEMORY, memoryMiB) }
    const ended = await this.#run({ ...run, limits, watched: true })
    const problem = ended.reason ?? leakProblem(ended)
    return problem === undefined ? 'no leaks' : `memory leak: ${problem}`
  }

  /** Judges by another process, without code of the project, that reads the output of the program. */
  async #byChecker(
    { point, argv, folder, points }: Ready,
    { program, copies, formula }: Expected & { readonly kind: 'checker' },
  ): Promise<Judgement> {
    const checker = await this.#programs.own(program)
    const printed = await this.#answers.newFile('printed')
    const input = await this.#answers.inputOf(point)
    const ended = await this.#answers.printing(printed, { argv, folder, limits: point.limits, input })
    const failed = verdictOfRun(ended)
    if (failed) return failed
    const checked = await this.#answers.checked(checker, copies, point, printed)
    if (!isFine(checked.ended))
      return {
        status: 'failed',
        reason: `wrong answer: the checker refuses it: ${howItEnded(checked.ended)}`,
        usage: usageOf(ended),
        evidence: {},
      }
    const share = formulas[formula].share(checked.output)
    if (share === undefined) throw new MachineFault(`the checker "${program}" printed no result`)
    return judgedShare(share, points, ended)
  }

  /** Judges by a dialogue: the harness answers the program, and only the harness knows the hidden state. */
  async #byDialogue(
    { point, argv, folder, points }: Ready,
    { dialogue, from }: Expected & { readonly kind: 'dialogue' },
  ): Promise<Judgement> {
    const file = from.kind === 'file' ? from.file : await this.#answers.printedBy(from.program, from.input, point)
    const partner = await dialogues[dialogue](file)
    const ended = await this.#run({
      argv,
      folder,
      limits: point.limits,
      onChannel: (chunk, reply) => {
        partner.hear(chunk, reply)
      },
    })
    return verdictOfRun(ended) ?? judgedShare(partner.share(), points, ended)
  }

  #run(run: Run): Promise<Measured> {
    return runProgram(this.#target.sandbox, run, this.#setup.signal)
  }
}

function compileError({ reason, output }: Built & { readonly ok: false }): Judgement {
  return { status: 'error', limit: 'build', reason, evidence: output === '' ? {} : { output } }
}

// ---- output file ---------------------------------------------------------------------------------------------------

/** Compares a file that a program wrote. The program may have put anything in its place, which is then no answer. */
async function feedFile(file: string, comparison: Comparison): Promise<Difference | undefined> {
  const nothing = { byte: 0, expected: `a file ${path.basename(file)}`, got: 'none' }
  const handle = await openFile(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  )
  if (!handle) return nothing
  await using open = handle
  if (!(await open.stat()).isFile()) return nothing
  const buffer = Buffer.alloc(64 * 1024)
  for (let position = 0; ;) {
    const { bytesRead } = await open.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return undefined
    comparison.feed(buffer.subarray(0, bytesRead))
    position += bytesRead
  }
}

// ---- verdict -------------------------------------------------------------------------------------------------------

/** Characters of a program's stderr that a verdict keeps. */
const KEPT = 2000

/** Status and words of each limit, in the order of precedence: memory, time, runtime error, wrong answer. */
const OF_LIMIT = {
  memory: { status: 'error', word: 'memory limit exceeded' },
  time: { status: 'timeout', word: 'time limit exceeded' },
  output: { status: 'error', word: 'output limit exceeded' },
  disk: { status: 'error', word: 'disk limit exceeded' },
  processes: { status: 'error', word: 'runtime error' },
} as const

/** The verdict of a program that did not run to its end as it should; undefined if it did. */
function verdictOfRun(ended: Measured): Judgement | undefined {
  const common = { usage: usageOf(ended), evidence: ended.errors === '' ? {} : { output: ended.errors.slice(-KEPT) } }
  if (ended.limit !== undefined) {
    const { status, word } = OF_LIMIT[ended.limit]
    return { status, limit: ended.limit, reason: `${word}: ${ended.reason ?? ended.limit}`, ...common }
  }
  if (ended.signal !== undefined) return { status: 'error', reason: `runtime error: ${ended.signal}`, ...common }
  if (ended.code !== 0) return { status: 'error', reason: `runtime error: exit code ${String(ended.code)}`, ...common }
  return undefined
}

function wrongAnswer(ended: Measured, { line, column, byte, expected, got }: Difference): Judgement {
  const inLine = column === undefined ? '' : `, column ${String(column)}`
  const where = line === undefined ? `byte ${String(byte)}` : `line ${String(line)}${inLine}`
  return {
    status: 'failed',
    reason: `wrong answer: ${where}: expected "${expected}", got "${got}"`,
    usage: usageOf(ended),
    evidence: {},
  }
}

function usageOf({ cpuSeconds, wallSeconds, memoryBytes }: Measured): NonNullable<Judgement['usage']> {
  return {
    seconds: rounded(cpuSeconds),
    wallSeconds: rounded(wallSeconds),
    ...(memoryBytes === undefined ? {} : { memoryMiB: rounded(memoryBytes / MiB) }),
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** The verdict of a point of which a part is earned. */
function judgedShare(share: number, points: number, ended: Measured): Judgement {
  const common = { usage: usageOf(ended), evidence: {} }
  const earned = share * points
  if (earned <= 0) return { status: 'failed', reason: 'the result is worth no points', ...common }
  if (earned >= points) return { status: 'passed', ...common }
  return { status: 'partial', earned, reason: `the result is worth ${(share * 100).toFixed(2)}%`, ...common }
}
