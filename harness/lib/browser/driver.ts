/** The process in which the browser library drives one browser, and the harness's end of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserType } from 'playwright'
import { within } from '../async/deadline.ts'
import { HarnessFault, messageOf } from '../../errors.ts'
import { packageRoot } from '../files/package-root.ts'
import { scratchFolder, type Scratch } from '../files/scratch.ts'
import { forgetGroup, killGroup, registerGroup } from '../processes/groups.ts'
import { BoundedOutput } from '../processes/output.ts'
import { openConnection, type Connection } from './connection.ts'
import { CHANNEL, FrameReader, frameOf, type News } from './driver/protocol.ts'
import { isInput } from './inputs.ts'
import { Answers } from './reading.ts'

/** MiB of JavaScript objects. An answer of the largest size takes about ten times that while it is read. */
const HEAP = 1024
/** Milliseconds until a driver must have said that it is there; on a busy machine starting takes seconds. */
const PATIENCE = 30_000
const OUTPUT_KEPT = 10_000
const LONGEST_COMPLAINT = 300

/** Of the harness's variables, what a driver or its browser needs. Keys of models and the like stay here. */
const PASSED_ON = /^(PATH|HOME|LANG|LC_\w+|TZ|DEBUG|DISPLAY|XDG_\w+|FONTCONFIG_\w+|LD_LIBRARY_PATH|PLAYWRIGHT_\w+)$/

interface Library {
  readonly chromium: BrowserType
}

export class Driver implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #connection: Connection
  readonly #channel: Socket
  readonly #scratch: Scratch
  readonly #errors: BoundedOutput
  readonly #gone: Promise<void>
  readonly #groups = new Set<number>()
  #library: Library | undefined
  #browser: Browser | undefined
  #lost: string | undefined
  #fault: ((why: HarnessFault) => void) | undefined
  #ended = false
  /** Actions and navigations so far: each counts when it is sent, and once more when it is done. */
  inputs = 0
  readonly #pending = new Set<unknown>()
  readonly #answers = new Answers()

  private constructor(child: ChildProcess, scratch: Scratch, connection: Connection) {
    this.#child = child
    this.#scratch = scratch
    this.#connection = connection
    this.#channel = child.stdio[CHANNEL] as Socket
    child.stdout?.resume()
    if (child.stderr === null) throw new TypeError('a driver is started with pipes')
    this.#errors = new BoundedOutput(child.stderr, OUTPUT_KEPT)
    this.#gone = new Promise((resolve) => child.once('exit', () => resolve()))
    child.once('exit', (code, signal) => {
      this.#lose(`the browser's driver ended (${signal ?? `exit code ${String(code)}`})${this.#complaint()}`)
    })
    // A channel breaks when its process ends, which says why; one that goes on without its channel is of no use.
    this.#channel.on('error', () => child.kill('SIGKILL'))
    connection.onmessage = (message) => {
      this.#send(message)
    }
    void this.#receive()
  }

  /** @throws HarnessFault where it does not start, or the library is not the one that was checked */
  static async start(): Promise<Driver> {
    const scratch = await scratchFolder()
    const program = programFile()
    const child = spawn(process.execPath, [...nodeOptions(program), program], {
      cwd: scratch.path,
      env: { ...passedOn(), TMPDIR: scratch.path },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    child.on('error', () => undefined)
    if (child.pid === undefined) {
      await scratch[Symbol.asyncDispose]()
      throw new HarnessFault(`no process can be started for the browser's driver (${process.execPath})`)
    }
    registerGroup(child.pid)
    const driver = new Driver(child, scratch, await openConnection())
    try {
      driver.#library = await within(driver.#ready(), PATIENCE, "the browser's driver did not start in time")
      return driver
    } catch (error) {
      await driver[Symbol.asyncDispose]()
      throw error instanceof HarnessFault ? error : new HarnessFault(messageOf(error), { cause: error })
    }
  }

  /** Does not keep the harness from ending, as long as nobody uses it. */
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

  /** Why it, or its browser, was ended before its time, where a page or the process itself is the reason. */
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
    // An idle driver does not keep the harness alive, but its end is awaited: otherwise the program ends before it (exit 13).
    this.#child.ref()
    if (!this.#ended) {
      this.#ended = true
      for (const group of this.#groups) killGroup(group)
      const { pid, exitCode, signalCode } = this.#child
      // The id of one that has ended may be another's by now.
      if (pid !== undefined && exitCode === null && signalCode === null) killGroup(pid)
    }
    await this.#gone
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
    this.#answers.sent(message)
    if (isInput(message)) {
      this.inputs += 1
      if ('id' in message) this.#pending.add(message.id)
    }
    try {
      this.#channel.write(frameOf(message))
    } catch (error) {
      this.#lose(`the browser's driver was sent what is too large: ${messageOf(error)}`)
    }
  }

  /** One message after the other, each in a turn of its own, as the library does within one process. Never rejects. */
  async #receive(): Promise<void> {
    const reader = new FrameReader()
    try {
      for await (const chunk of this.#channel as AsyncIterable<Buffer>) {
        for (const frame of reader.push(chunk)) {
          await new Promise((resolve) => setImmediate(resolve))
          this.#take(this.#answers.read(frame))
        }
      }
    } catch (error) {
      if (isSystemError(error)) return
      // Whatever a page made the driver say: it costs this browser, and nothing else.
      this.#lose(`what the browser's driver sent cannot be read: ${messageOf(error)}`)
    }
  }

  #take(message: object): void {
    if ('id' in message && this.#pending.delete(message.id)) this.inputs += 1
    if ('driver' in message) this.#hear(message.driver as News)
    else this.#connection.dispatch(message)
  }

  #hear({ fault, started, ended, lost }: News): void {
    if (fault !== undefined) this.#fault?.(new HarnessFault(fault))
    if (started !== undefined) {
      this.#groups.add(started)
      registerGroup(started)
    }
    if (ended !== undefined && this.#groups.delete(ended)) forgetGroup(ended)
    this.#lost ??= lost
  }

  /** Everybody who waits for the browser learns that it is gone, as if it had gone by itself. */
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

  #complaint(): string {
    const line = this.#errors
      .text()
      .split('\n')
      .find((text) => /\b(FATAL )?\w*(Error|ERROR)\b/.test(text))
    return line === undefined ? '' : `: ${line.trim().slice(0, LONGEST_COMPLAINT)}`
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** From sources the program is TypeScript, which takes Node a second to load: what was compiled from it is taken if it is there. */
function programFile(): string {
  if (!fromSource) return fileURLToPath(new URL('./driver/program.js', import.meta.url))
  const compiled = path.join(packageRoot(import.meta.dirname), 'dist/harness/lib/browser/driver')
  const sources = path.join(import.meta.dirname, 'driver')
  const isCurrent = readdirSync(sources).every((name) => {
    const twin = path.join(compiled, name.replace(/\.ts$/, '.js'))
    return existsSync(twin) && statSync(twin).mtimeMs >= statSync(path.join(sources, name)).mtimeMs
  })
  return isCurrent ? path.join(compiled, 'program.js') : path.join(sources, 'program.ts')
}

const fromSource = import.meta.url.endsWith('.ts')

function nodeOptions(program: string): string[] {
  const options = [`--max-old-space-size=${String(HEAP)}`]
  return program.endsWith('.ts') ? [...options, '--import', import.meta.resolve('tsx/esm')] : options
}

function passedOn(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && PASSED_ON.test(entry[0]),
  )
  return Object.fromEntries(entries)
}
