import { spawn, type ChildProcess } from 'node:child_process'
import { withTimeout } from '../../lib/async/deadline.ts'
import { HarnessFault } from '../../errors.ts'
import { forgetGroup, killGroup, registerGroup } from '../../lib/processes/groups.ts'
import { ownProgram } from '../../lib/processes/own-program.ts'
import { replySchema, type Plan, type Reply } from './protocol.ts'

/** Milliseconds until the gate must be open; starting a process takes seconds on a busy machine. */
const START_TIMEOUT = 30_000
const REPLY_TIMEOUT = 30_000
/** Heap limit in MiB. Forwarded data does not count towards it, and is bounded by the size of a stream's buffer. */
const HEAP = 128

/**
 * The harness's side of a gate. The gate is a separate process, so that an error or the memory limit of that process affects only
 * the network access of one sandbox, and not the run.
 */
export class GateProcess implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #exited: Promise<string>

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${String(code)}`))
      child.on('error', (error) => {
        // Of a process that did not start. The error of a message to one that has just ended says less than its end.
        if (child.pid === undefined) resolve(error.message)
      })
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** @throws HarnessFault if it does not start */
  static async start(plan: Plan): Promise<GateProcess> {
    const heap = `--max-old-space-size=${String(HEAP)}`
    const argv = [heap, ...ownProgram(import.meta.url, 'program'), JSON.stringify(plan)]
    const child = spawn(process.execPath, argv, {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    })
    const gate = new GateProcess(child)
    if (child.pid !== undefined) registerGroup(child.pid)
    try {
      const first = await withTimeout(gate.#reply(), START_TIMEOUT, 'the way out of the sandbox did not open in time')
      if (typeof first === 'string') throw new HarnessFault(`the way out of the sandbox did not open: ${first}`)
      return gate
    } catch (error) {
      await gate[Symbol.asyncDispose]()
      throw error
    }
  }

  /** The hosts whose last connection attempt failed; also why there is no way to any host, if the gate has ended. */
  async unreachable(): Promise<string | undefined> {
    const reply = this.#reply()
    if (this.#child.connected) this.#child.send({})
    const answer = await withTimeout(reply, REPLY_TIMEOUT, 'the way out of the sandbox did not answer in time')
    return typeof answer === 'string' ? `every host (the way out of the sandbox ended: ${answer})` : answer.unreachable
  }

  /** The next reply, or how the process ended. */
  #reply(): Promise<Reply | string> {
    const message = new Promise<unknown>((resolve) => this.#child.once('message', resolve))
    return Promise.race([message.then((each) => replySchema.parse(each)), this.#exited])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined) return
    // The id of a process that has exited may belong to another process by now.
    if (exitCode === null && signalCode === null) killGroup(pid)
    await this.#exited
    forgetGroup(pid)
  }
}
