import { createWriteStream } from 'node:fs'
import { open as openFile, mkdir, writeFile } from 'node:fs/promises'
import { constants } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { MachineFault } from '../../errors.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import type {
  Judgement,
  Measured,
  MeasuredLimits,
  SessionSetup,
  SourceTarget,
  Testcode,
  TestSession,
} from '../../contracts/types.ts'
import { build, copyAll, place, type Built } from './build.ts'
import { openComparison, type Comparison, type Difference } from './compare.ts'
import { formulas } from './formulas.ts'
import { leakProblem, underValgrind } from './leaks.ts'
import type { Expected, JudgePlan, Point, PointLimits } from './plan.ts'
import { usageOf, verdictOfRun, wrongAnswer } from './verdict.ts'

/** A program that waits for something of its own may do so for its time limit and these seconds. */
const WAITING = 10
const PROCESSES = 64
/** Characters that a formula reads. */
const READ_BY_FORMULA = 4 * MiB

/** Each point runs in a process and a folder of its own, or in the folder of its group. */
export class JudgeSession implements TestSession {
  readonly #target: SourceTarget
  readonly #setup: SessionSetup
  readonly #plan: JudgePlan
  readonly #built = new Map<string, Promise<Built>>()
  readonly #groups = new Map<string, string>()
  readonly #answers = new Map<string, Promise<string>>()
  #folders = 0

  constructor(target: SourceTarget, setup: SessionSetup, plan: JudgePlan) {
    this.#target = target
    this.#setup = setup
    this.#plan = plan
  }

  /** Whether the first program compiles. */
  async runnable(): Promise<Judgement> {
    const [first] = Object.keys(this.#plan.programs)
    const built = first === undefined ? undefined : await this.#build(first)
    return built && !built.ok ? compileError(built) : { status: 'passed', evidence: {} }
  }

  async judge({ id, points = 1 }: Testcode): Promise<Judgement> {
    const point = this.#plan.points[id]
    if (!point) throw new MachineFault(`the plan has no point "${id}"`)
    const built = await this.#build(point.program)
    if (!built.ok) return compileError(built)
    const folder = await this.#folderOf(point, built)
    try {
      return await this.#judgeIn(folder, point, built.run, points)
    } finally {
      if (point.group === undefined) await removeFolder(folder)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#groups.values()].map(removeFolder))
  }

  async #judgeIn(folder: string, point: Point, run: readonly string[], points: number): Promise<Judgement> {
    const { expected } = point
    if (expected.kind === 'formula') return this.#byFormula(folder, point, run, points)
    const file = await this.#expectedFile(expected, point)
    const comparison = openComparison(file, point.compare)
    const isCompared = point.output === undefined
    const ended = await this.#run(folder, point, [...run, ...point.args], (chunk) => {
      if (isCompared) comparison.feed(chunk)
    })
    const lost = point.output === undefined ? undefined : await feedFile(path.join(folder, point.output), comparison)
    const difference = comparison.end()
    return this.#verdict(folder, point, run, { ended, difference: lost ?? difference })
  }

  async #verdict(
    folder: string,
    point: Point,
    run: readonly string[],
    { ended, difference }: { readonly ended: Measured; readonly difference: Difference | undefined },
  ): Promise<Judgement> {
    const leak = point.leak === 'verdict' ? leakProblem(ended) : undefined
    const failed = verdictOfRun(leak === undefined ? ended : { ...ended, code: 0 })
    if (failed) return failed
    if (difference) return wrongAnswer(ended, difference)
    if (leak !== undefined)
      return { status: 'failed', limit: 'leak', reason: `memory leak: ${leak}`, usage: usageOf(ended), evidence: {} }
    const noted = point.leak === 'note' ? await this.#noteOfLeaks(folder, point, run) : undefined
    return { status: 'passed', usage: usageOf(ended), evidence: noted === undefined ? {} : { log: noted } }
  }

  /** Valgrind's findings about an accepted point, which do not change its verdict. */
  async #noteOfLeaks(folder: string, point: Point, run: readonly string[]): Promise<string> {
    const limits = {
      ...point.limits,
      seconds: point.limits.seconds * 10,
      memoryMiB: Math.max(1024, point.limits.memoryMiB),
    }
    const ended = await this.#run(
      folder,
      { ...point, limits, leak: 'verdict' },
      [...run, ...point.args],
      () => undefined,
    )
    const problem = ended.reason ?? leakProblem(ended)
    return problem === undefined ? 'no leaks' : `memory leak: ${problem}`
  }

  async #byFormula(folder: string, point: Point, run: readonly string[], points: number): Promise<Judgement> {
    if (point.expected.kind !== 'formula') throw new TypeError('the point has no formula')
    let printed = ''
    const ended = await this.#run(folder, point, [...run, ...point.args], (chunk) => {
      if (printed.length < READ_BY_FORMULA) printed += chunk.toString('latin1')
    })
    const failed = verdictOfRun(ended)
    if (failed) return failed
    const share = formulas[point.expected.formula].share(point.stream === 'stderr' ? ended.errors : printed)
    const common = { usage: usageOf(ended), evidence: {} }
    if (share === undefined) return { status: 'failed', reason: 'wrong answer: the result is missing', ...common }
    const earned = share * points
    if (earned <= 0) return { status: 'failed', reason: 'the formula gives no points', ...common }
    if (earned >= points) return { status: 'passed', ...common }
    return { status: 'partial', earned, reason: `the formula gives ${(share * 100).toFixed(2)}%`, ...common }
  }

  #run(folder: string, point: Point, argv: readonly string[], onOutput: (chunk: Buffer) => void): Promise<Measured> {
    const underWatch = point.leak === 'verdict'
    return this.#withInput(point, (input) =>
      this.#target.sandbox.measure({
        argv: underWatch ? underValgrind(argv) : argv,
        cwd: folder,
        limits: limitsOf(point.limits),
        ...(input === undefined ? {} : { input }),
        env: { ONLINE_JUDGE: 'true' },
        channel: underWatch,
        onOutput,
        signal: this.#setup.signal,
      }),
    )
  }

  /** A text becomes a file that only the harness can name. */
  async #withInput<T>({ input }: Point, run: (file: string | undefined) => Promise<T>): Promise<T> {
    if (input?.kind !== 'text') return run(input?.file)
    const file = path.join(await this.#answersFolder(), `input-${sha256(input.text).slice(0, 32)}`)
    await writeFile(file, input.text)
    return run(file)
  }

  #build(name: string): Promise<Built> {
    const found = this.#built.get(name)
    if (found) return found
    const program = this.#plan.programs[name]
    if (!program) throw new MachineFault(`the plan has no program "${name}"`)
    const { sandbox, workspace } = this.#target
    const built = build(program, { workspace, sandbox, folder: this.#newFolder('build'), signal: this.#setup.signal })
    this.#built.set(name, built)
    return built
  }

  async #folderOf({ group, copies }: Point, built: Built & { readonly ok: true }): Promise<string> {
    const known = group === undefined ? undefined : this.#groups.get(group)
    if (known !== undefined) return known
    const folder = this.#newFolder('point')
    if (group !== undefined) this.#groups.set(group, folder)
    await place(built, folder)
    await copyAll(copies, folder)
    return folder
  }

  /** Directly below the scratch folder: a program sees its own folder and none of the others. */
  #newFolder(use: string): string {
    this.#folders += 1
    return path.join(this.#setup.scratch, `judge-${this.#setup.suite.id}-${use}-${String(this.#folders)}`)
  }

  async #answersFolder(): Promise<string> {
    const folder = path.join(this.#setup.scratch, 'judge-answers')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  #expectedFile(expected: Exclude<Expected, { readonly kind: 'formula' }>, point: Point): Promise<string> {
    if (expected.kind === 'file') return Promise.resolve(expected.file)
    const key = sha256(JSON.stringify([expected, point.input, point.args]))
    const known = this.#answers.get(key)
    if (known) return known
    const made = expected.kind === 'text' ? this.#textFile(key, expected.text) : this.#askOracle(key, expected, point)
    this.#answers.set(key, made)
    return made
  }

  async #textFile(key: string, text: string): Promise<string> {
    const file = path.join(await this.#answersFolder(), key)
    await writeFile(file, text, { mode: 0o600 })
    return file
  }

  /** The oracle runs in the sandbox too; what it prints is kept outside of all sandboxes. */
  async #askOracle(
    key: string,
    { copies, argv }: Expected & { readonly kind: 'oracle' },
    point: Point,
  ): Promise<string> {
    const folder = this.#newFolder('oracle')
    await mkdir(folder, { recursive: true })
    await copyAll(copies, folder)
    const file = path.join(await this.#answersFolder(), key)
    const out = createWriteStream(file, { mode: 0o600 })
    const limits = {
      ...point.limits,
      seconds: point.limits.seconds * 4,
      memoryMiB: Math.max(512, point.limits.memoryMiB),
    }
    const ended = await this.#run(folder, { ...point, limits, leak: undefined }, argv, (chunk) => out.write(chunk))
    out.end()
    await once(out, 'close')
    await removeFolder(folder)
    if (ended.code !== 0 || ended.limit !== undefined)
      throw new MachineFault(`the oracle failed: ${ended.reason ?? ended.signal ?? `exit code ${String(ended.code)}`}`)
    return file
  }
}

function compileError({ reason, output }: Built & { readonly ok: false }): Judgement {
  return { status: 'error', limit: 'build', reason, evidence: output === '' ? {} : { output } }
}

function limitsOf({ seconds, memoryMiB, outputMiB, diskMiB, files }: PointLimits): MeasuredLimits {
  return {
    cpuSeconds: seconds,
    wallSeconds: seconds + WAITING,
    memoryBytes: Math.round(memoryMiB * MiB),
    outputBytes: Math.round(outputMiB * MiB),
    diskBytes: Math.round(diskMiB * MiB),
    files,
    processes: PROCESSES,
  }
}

/** A program may have put anything in the place of the file, which is then no answer. */
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
