/** The harness's side of a driver: a process in which Playwright's server drives one browser. */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Browser, BrowserType } from 'playwright'
import { withTimeout } from '../async/deadline.ts'
import { HarnessFault, messageOf } from '../../errors.ts'
import { scratchFolder, type Scratch } from '../files/scratch.ts'
import { forgetGroup, killGroup, registerGroup } from '../processes/groups.ts'
import { BoundedOutput } from '../processes/output.ts'
import { ownProgram } from '../processes/own-program.ts'
import { callEndOf, callOf, type CallListener } from './calls.ts'
import { openConnection, type Connection } from './connection.ts'
import { CHANNEL, FrameReader, frameOf, type DriverStatus } from './driver/protocol.ts'
import { isInput } from './inputs.ts'
import { PendingAnswers } from './reading.ts'

/** Heap limit in MiB. Parsing an answer takes about ten times its size. */
const HEAP = 1024
/** Milliseconds until a driver must be ready; starting one takes seconds on a busy machine. */
const START_TIMEOUT = 30_000
const OUTPUT_LIMIT = 10_000
const MAX_ERROR_LENGTH = 300

/** Environment variables that a driver and its browser inherit. Secrets such as keys of models are not among them. */
const INHERITED = /^(PATH|HOME|LANG|LC_\w+|TZ|DEBUG|DISPLAY|XDG_\w+|FONTCONFIG_\w+|LD_LIBRARY_PATH|PLAYWRIGHT_\w+)$/

interface Library {
  readonly chromium: BrowserType
}

export class Driver implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #connection: Connection
  readonly #channel: Socket
  readonly #scratch: Scratch
  readonly #errors: BoundedOutput
  readonly #exited: Promise<void>
  readonly #groups = new Set<number>()
  #library: Library | undefined
  #browser: Browser | undefined
  #lost: string | undefined
  #fault: ((why: HarnessFault) => void) | undefined
  #ended = false
  /** Counts actions and navigations: each once when it is sent and once when it is done. */
  inputs = 0
  /** When the last of them was sent, on the clock of the harness (ms). */
  inputSentAt = 0
  /** Hear of every call. */
  listeners: readonly CallListener[] = []
  readonly #pending = new Set<unknown>()
  readonly #answers = new PendingAnswers()

  private constructor(child: ChildProcess, scratch: Scratch, connection: Connection) {
    this.#child = child
    this.#scratch = scratch
    this.#connection = connection
    this.#channel = child.stdio[CHANNEL] as Socket
    child.stdout?.resume()
    if (child.stderr === null) throw new TypeError('a driver is started with pipes')
    this.#errors = new BoundedOutput(child.stderr, OUTPUT_LIMIT)
    this.#exited = new Promise((resolve) => child.once('exit', () => resolve()))
    child.once('exit', (code, signal) => {
      this.#lose(`the browser's driver ended (${signal ?? `exit code ${String(code)}`})${this.#errorLine()}`)
    })
    // The channel breaks if the process exits, and 'exit' gives the cause; a process without a channel is useless.
    this.#channel.on('error', () => child.kill('SIGKILL'))
    connection.onmessage = (message) => {
      this.#send(message)
    }
    void this.#receive()
  }

  /** @throws HarnessFault if it does not start, or if the internals of Playwright have changed */
  static async start(): Promise<Driver> {
    const scratch = await scratchFolder()
    const program = ownProgram(import.meta.url, 'driver/program')
    const child = spawn(process.execPath, [`--max-old-space-size=${String(HEAP)}`, ...program], {
      cwd: scratch.path,
      env: { ...inheritedVariables(), TMPDIR: scratch.path },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    child.on('error', () => undefined)
    if (child.pid === undefined) {
      await scratch[Symbol.asyncDispose]()
      throw new HarnessFault(`the process of the browser's driver does not start (${process.execPath})`)
    }
    registerGroup(child.pid)
    const driver = new Driver(child, scratch, openConnection())
    try {
      driver.#library = await withTimeout(driver.#ready(), START_TIMEOUT, "the browser's driver did not start in time")
      return driver
    } catch (error) {
      await driver[Symbol.asyncDispose]()
      throw error instanceof HarnessFault ? error : new HarnessFault(messageOf(error), { cause: error })
    }
  }

  /** Lets the harness exit while this driver is not in use. */
  idle(): this {
    this.#child.unref()
    for (const stream of [this.#channel, this.#child.stdout, this.#child.stderr]) (stream as Socket).unref()
    return this
  }

  use(): this {
    this.#child.ref()
    this.#channel.ref()
    return this
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get alive(): boolean {
    return !this.#ended && this.#lost === undefined
  }

  /** Why the driver or its browser ended early, if a page or the process itself caused it. */
  get lost(): string | undefined {
    return this.#lost
  }

  async launch(options: Parameters<BrowserType['launch']>[0]): Promise<Browser> {
    if (this.#library === undefined) throw new TypeError('the driver is not ready')
    const browser = await this.#library.chromium.launch(options)
    this.#browser = browser
    browser.once('disconnected', () => void this[Symbol.asyncDispose]())
    return browser
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // An idle driver is unref'd, but its exit is awaited here: without ref() Node would exit first, with code 13.
    this.#child.ref()
    if (!this.#ended) {
      this.#ended = true
      for (const group of this.#groups) killGroup(group)
      const { pid, exitCode, signalCode } = this.#child
      // The id of a process that has exited may belong to another process by now.
      if (pid !== undefined && exitCode === null && signalCode === null) killGroup(pid)
    }
    await this.#exited
    if (this.#child.pid !== undefined) forgetGroup(this.#child.pid)
    for (const group of this.#groups) forgetGroup(group)
    this.#groups.clear()
    await this.#scratch[Symbol.asyncDispose]()
  }

  async #ready(): Promise<Library> {
    const fault = new Promise<never>((_, reject) => (this.#fault = reject))
    return (await Promise.race([this.#connection.initializePlaywright(), fault])) as Library
  }

  #send(message: object): void {
    if (!this.#channel.writable) return
    const input = isInput(message)
    const call = this.listeners.length > 0 ? callOf(message, input) : undefined
    if (call) for (const listener of this.listeners) listener.begun(call)
    this.#answers.sent(message)
    if (input) {
      this.inputs += 1
      this.inputSentAt = performance.now()
      if ('id' in message) this.#pending.add(message.id)
    }
    try {
      this.#channel.write(frameOf(message))
    } catch (error) {
      this.#lose(`a message to the browser's driver is too large: ${messageOf(error)}`)
    }
  }

  /** Handles each message in its own turn of the event loop, as Playwright does within one process. Never rejects. */
  async #receive(): Promise<void> {
    const reader = new FrameReader()
    try {
      for await (const chunk of this.#channel as AsyncIterable<Buffer>) {
        for (const frame of reader.push(chunk)) {
          await new Promise((resolve) => setImmediate(resolve))
          this.#dispatch(this.#answers.read(frame))
        }
      }
    } catch (error) {
      if (isSystemError(error)) return
      // A page may have caused the message, so it ends this browser only.
      this.#lose(`a message of the browser's driver cannot be read: ${messageOf(error)}`)
    }
  }

  #dispatch(message: object): void {
    if ('id' in message && this.#pending.delete(message.id)) this.inputs += 1
    const end = this.listeners.length > 0 ? callEndOf(message) : undefined
    if (end) for (const listener of this.listeners) listener.ended(end)
    if ('driver' in message) this.#onStatus(message.driver as DriverStatus)
    else this.#connection.dispatch(message)
  }

  #onStatus({ fault, started, ended, lost }: DriverStatus): void {
    if (fault !== undefined) this.#fault?.(new HarnessFault(fault))
    if (started !== undefined) {
      this.#groups.add(started)
      registerGroup(started)
    }
    if (ended !== undefined && this.#groups.delete(ended)) forgetGroup(ended)
    this.#lost ??= lost
  }

  /** Rejects everything that waits for the browser, as if the browser had exited by itself. */
  #lose(why: string): void {
    if (this.#ended) {
      this.#connection.close(why)
      return
    }
    this.#lost ??= why
    this.#connection.close(this.#lost, this.#browser)
    this.#fault?.(new HarnessFault(this.#lost))
    void this[Symbol.asyncDispose]()
  }

  #errorLine(): string {
    const line = this.#errors
      .text()
      .split('\n')
      .find((text) => /\b(FATAL )?\w*(Error|ERROR)\b/.test(text))
    return line === undefined ? '' : `: ${line.trim().slice(0, MAX_ERROR_LENGTH)}`
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

function inheritedVariables(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && INHERITED.test(entry[0]),
  )
  return Object.fromEntries(entries)
}
