import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import os from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { HarnessFault } from '../../errors.ts'
import { cpuTime } from './cpu-time.ts'
import { FrameReader, writeFrame, type Frame } from './frames.ts'
import { limits } from './limits.ts'
import { REPLIES, type Kind, type ReplyHead } from './protocol.ts'

export interface Reply {
  readonly head: ReplyHead
  readonly body: Uint8Array
}

/** Why a parser ended while it was parsing. */
export type Ending = { readonly cause: 'deadline' } | { readonly cause: 'signal' | 'exit'; readonly how: string }

/** A process that parses one file after another, until it fails on one. */
export class Parser {
  readonly #child: ChildProcess
  readonly #requests: Socket
  readonly #exited: Promise<Ending>
  #waiting: ((reply: Reply) => void) | undefined
  #alive = true

  constructor() {
    // A thread is not enough: if V8 cannot enlarge a hash table, it ends the process despite the thread's limits.
    this.#child = spawn(process.execPath, nodeArguments(), {
      cwd: os.tmpdir(),
      env: {},
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    })
    this.#exited = this.#watchEnd()
    const replies = this.#pipe(REPLIES)
    this.#requests = this.#pipe(0)
    const reader = new FrameReader((frame) => this.#onFrame(frame))
    replies.on('data', (chunk: Buffer) => reader.push(chunk))
    this.#child.unref()
  }

  get alive(): boolean {
    return this.#alive
  }

  /** Resolves when the process is ready, or when it has ended. */
  started(): Promise<Reply | Ending> {
    return this.#next(limits.wait)
  }

  /** Parses one file; wait for the reply before the next call. */
  parse(kind: Kind, file: Uint8Array): Promise<Reply | Ending> {
    const reply = this.#next(limits.deadline)
    writeFrame(this.#requests, { head: { kind }, body: file })
    return reply
  }

  async end(): Promise<void> {
    // Keeps Node running until the process has exited.
    this.#child.ref()
    for (const stream of this.#child.stdio) if (stream instanceof Socket) stream.ref()
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  /** @param milliseconds CPU time, so that a busy machine does not count against a file */
  async #next(milliseconds: number): Promise<Reply | Ending> {
    const done = new AbortController()
    const reply = new Promise<Reply>((resolve) => (this.#waiting = resolve))
    // Keeps Node running while this waits.
    this.#child.ref()
    try {
      return await Promise.race([reply, this.#exited, this.#killAfter(milliseconds, done.signal)])
    } finally {
      done.abort()
      this.#child.unref()
    }
  }

  async #killAfter(milliseconds: number, signal: AbortSignal): Promise<Ending> {
    const begin = performance.now()
    const before = this.#cpuTime()
    let left = milliseconds
    while (left > 0 && performance.now() - begin < limits.wait) {
      await delay(Math.max(left, 50), undefined, { signal })
      const now = this.#cpuTime()
      left = milliseconds - (now === undefined || before === undefined ? performance.now() - begin : now - before)
    }
    this.#alive = false
    this.#child.kill('SIGKILL')
    return { cause: 'deadline' }
  }

  #cpuTime(): number | undefined {
    return this.#child.pid === undefined ? undefined : cpuTime(this.#child.pid)
  }

  #onFrame({ head, body }: Frame): void {
    this.#waiting?.({ head: head as ReplyHead, body })
    this.#waiting = undefined
  }

  /** A pipe that does not keep Node running. */
  #pipe(descriptor: number): Socket {
    const stream = this.#child.stdio[descriptor]
    if (!(stream instanceof Socket)) throw new HarnessFault('a process was started without its pipes')
    // A broken pipe is ignored: the exit of the process gives the cause.
    return stream.unref().on('error', () => undefined)
  }

  #watchEnd(): Promise<Ending> {
    return new Promise((resolve) => {
      const end = (ending: Ending) => {
        this.#alive = false
        resolve(ending)
      }
      this.#child.once('error', (error) => end({ cause: 'exit', how: error.message }))
      // Later than `exit`: by then all output has been read.
      this.#child.once('close', (code, signal) =>
        end(signal === null ? { cause: 'exit', how: `exit code ${String(code)}` } : { cause: 'signal', how: signal }),
      )
    })
  }
}

/** When run from sources, the parser is TypeScript too. */
function nodeArguments(): string[] {
  const source = import.meta.url.endsWith('.ts')
  const script = fileURLToPath(new URL(source ? './worker.ts' : './worker.js', import.meta.url))
  const loader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return [`--max-old-space-size=${String(limits.heap)}`, ...(source ? ['--import', loader()] : []), script]
}
