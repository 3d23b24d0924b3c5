import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import v8 from 'node:v8'
import { HarnessFault, messageOf } from '../../../errors.ts'
import { forgetGroup, killGroup, registerGroup } from '../groups.ts'
import { BoundedOutput } from '../output.ts'
import { MiB } from '../../wording/bytes.ts'
import { FrameReader, writeFrame } from './frames.ts'
import type { TaskLimits } from './limits.ts'
import { crash, lossAt, type Loss } from './loss.ts'
import { MESSAGES, type Message, type Reply } from './messages.ts'
import type { PoolOptions } from './options.ts'
import { startProcess } from './start.ts'
import { cpuTimeOf, memoryOf } from './usage.ts'
import { Watch } from './watch.ts'

/** Larger than any process id of Linux. */
const NOBODY = 2 ** 30
/** Milliseconds for the start of a process on a busy machine. */
const START = 60_000
/** Characters of its errors that are kept. */
const ERRORS = 4000
export interface TaskHooks {
  readonly signal: AbortSignal
  readonly onPart: (part: unknown) => void
}

/** A process that carries out one task after another. */
export class PoolProcess {
  readonly #options: PoolOptions
  readonly #child: ChildProcess
  /** An id that no process has, if it could not be started. */
  readonly #pid: number
  readonly #pipes: readonly Socket[]
  readonly #errors: BoundedOutput
  /** Resolves when the process has ended and all of its messages have been read. */
  readonly ended: Promise<void>
  #loss: Loss | undefined
  #exited = false
  #tainted = false
  #tasks = 0
  /** Bytes that it may still send. */
  #outputLeft = MiB
  #onPart: (part: unknown) => void = () => undefined
  #settle: ((outcome: Message | Loss) => void) | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#child = startProcess(options, lifetimeOf(options))
    this.#pid = this.#child.pid ?? NOBODY
    if (this.#pid !== NOBODY) registerGroup(this.#pid)
    this.#pipes = [0, 2, MESSAGES].map((descriptor) => this.#pipe(descriptor))
    this.#errors = new BoundedOutput(this.#pipeAt(2), ERRORS)
    this.ended = this.#watchEnd()
    const reader = new FrameReader({
      onMessage: (message) => this.#receive(message),
      accepts: (bytes) => this.#mayReceive(bytes),
    })
    this.#pipeAt(MESSAGES).on('data', (chunk: Buffer) => reader.push(chunk))
    this.#child.unref()
  }

  /** @throws HarnessFault if it does not become ready */
  async started(): Promise<void> {
    using _watch = this.#watch({ ...this.#options.limits, cpu: START, wall: START })
    const outcome = await this.#next()
    if (outcome.type === 'ready') return
    await this.end()
    const how = outcome.type === 'lost' ? `${outcome.kind}: ${outcome.detail}` : `it sent "${outcome.type}"`
    throw new HarnessFault(`the process that ${this.#options.purpose} does not start: ${how}`)
  }

  /** Whether earlier tasks may have left so much in its memory that the next one could fail. */
  get filled(): boolean {
    return this.#tasks > 0 && (memoryOf(this.#pid) ?? Infinity) > this.#options.limits.heap / 2
  }

  get alive(): boolean {
    return this.#loss === undefined && !this.#exited
  }

  /** Whether it can carry out another task. */
  get usable(): boolean {
    return this.alive && !this.#tainted && !this.#isOld()
  }

  /** Carries out one task; wait for its end before the next call. */
  async run(request: Uint8Array, { signal, onPart }: TaskHooks): Promise<Reply | Loss> {
    const { limits } = this.#options
    this.#tasks += 1
    this.#outputLeft = limits.output * MiB
    this.#onPart = onPart
    const abort = () => this.#kill(crash('it was stopped'))
    signal.addEventListener('abort', abort, { once: true })
    using _watch = this.#watch(limits)
    try {
      const outcome = this.#next()
      if (signal.aborted) abort()
      writeFrame(this.#pipeAt(0), request)
      return this.#endOfTask(await outcome)
    } finally {
      signal.removeEventListener('abort', abort)
      this.#outputLeft = 0
    }
  }

  /** Kills it and its children, and waits for its end. */
  async end(): Promise<void> {
    // Keeps Node running until the process has ended.
    this.#child.ref()
    for (const pipe of this.#pipes) pipe.ref()
    this.#kill(crash('it was stopped'))
    await this.ended
  }

  #watch(limits: TaskLimits): Watch {
    return new Watch(this.#pid, limits, (exceeded) => this.#kill({ type: 'lost', ...exceeded }))
  }

  #endOfTask(outcome: Message | Loss): Reply | Loss {
    if (outcome.type === 'ready' || outcome.type === 'part')
      throw new TypeError(`"${outcome.type}" does not end a task`)
    if (outcome.type !== 'lost') this.#tainted = outcome.tainted
    return outcome
  }

  /**
   * The next message that is not a part, or the end of the process. Not a race with `ended`, which would keep every message in
   * memory until the process ends.
   */
  async #next(): Promise<Message | Loss> {
    if (this.#exited) return this.#loss ?? crash('it has ended')
    // Keeps Node running while this waits.
    this.#child.ref()
    const outcome = await new Promise<Message | Loss>((resolve) => (this.#settle = resolve))
    this.#child.unref()
    return outcome
  }

  #mayReceive(bytes: number): boolean {
    this.#outputLeft -= bytes
    if (this.#outputLeft >= 0) return true
    this.#kill({ type: 'lost', kind: 'output', detail: `${this.#options.limits.output} MiB of output` })
    return false
  }

  #receive(bytes: Buffer): void {
    const message = this.#read(bytes)
    if (message?.type === 'part') this.#onPart(message.value)
    else if (message) this.#finish(message)
  }

  #read(bytes: Buffer): Message | undefined {
    try {
      return v8.deserialize(bytes) as Message
    } catch (error) {
      this.#kill(crash(`it sent a message that cannot be read: ${messageOf(error)}`))
      return undefined
    }
  }

  #finish(outcome: Message | Loss): void {
    const settle = this.#settle
    this.#settle = undefined
    settle?.(outcome)
  }

  /** The first cause counts. */
  #kill(loss: Loss): void {
    // The id of a process that has ended may belong to another one.
    if (this.#exited || this.#pid === NOBODY) return
    this.#loss ??= loss
    killGroup(this.#pid)
  }

  #watchEnd(): Promise<void> {
    this.#child.once('exit', () => {
      this.#exited = true
      // Its children must not outlive it.
      killGroup(this.#pid)
      forgetGroup(this.#pid)
    })
    return new Promise((resolve) => {
      const end = (loss: Loss) => {
        this.#exited = true
        this.#loss ??= loss
        this.#finish(this.#loss)
        resolve()
      }
      this.#child.once('error', ({ message }) => end(crash(message)))
      // Later than `exit`: by then all messages have been read.
      this.#child.once('close', (code, signal) => {
        const exit = { code, signal, errors: this.#errors.text(), heap: this.#options.limits.heap }
        end(lossAt(exit))
      })
    })
  }

  /** The system would end it soon, in the middle of a task. */
  #isOld(): boolean {
    return (cpuTimeOf(this.#pid) ?? 0) > lifetimeOf(this.#options) * 1000 - 2 * this.#options.limits.cpu
  }

  /** A pipe that does not keep Node running. */
  #pipe(descriptor: number): Socket {
    // A broken pipe is ignored: the exit of the process gives the cause.
    return this.#pipeAt(descriptor)
      .unref()
      .on('error', () => undefined)
  }

  #pipeAt(descriptor: number): Socket {
    const pipe = this.#child.stdio[descriptor]
    if (!(pipe instanceof Socket)) throw new HarnessFault('a process was started without its pipes')
    return pipe
  }
}

/** Seconds of CPU time: ten times what one task may take, and not so few that a process ends after every few tasks. */
function lifetimeOf({ limits }: PoolOptions): number {
  return Math.max(60, Math.ceil((10 * limits.cpu) / 1000))
}
