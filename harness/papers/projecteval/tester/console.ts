import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { ExpectationNotMet } from '../../../errors.ts'
import { awaitingInput } from '../../../lib/processes/awaits-input.ts'
import type { Exit, Running } from '../../../contracts/types.ts'
import { visibleText } from '../../../testers/subprocess/visible-text.ts'
import { howItEnded } from '../../../lib/processes/exit.ts'

/** Prompts of the published benchmark. Used only if the system cannot tell that a program waits for input. */
const PROMPT = /(>>>|\$) ?$/
/** Milliseconds without output after which a text that ends like a prompt counts as one. */
const QUIET = 150
const PAUSE = 5

/** A program with one dialogue over all testcodes of a trial. */
export class ConsoleProgram {
  readonly #running: Running
  #position = 0
  /** Number of the last read: a testcode that was ended must not take output that the next one waits for. */
  #asked = 0
  #exit: Exit | undefined
  #changed = performance.now()
  /** Which threads waited for input when the last line was sent. */
  #answered: readonly string[] = []

  constructor(running: Running) {
    this.#running = running
    running.stdout.onChange(() => {
      this.#changed = performance.now()
    })
    void running.exit.then((exit) => {
      this.#exit = exit
    })
  }

  /** The output until the program waits for a line, or ends. */
  async read(): Promise<string> {
    this.#asked += 1
    const asked = this.#asked
    while (this.#exit === undefined && !(await this.#waits())) {
      await delay(PAUSE)
      if (asked !== this.#asked) return ''
    }
    // The output from before the wait is in the pipe by now, and arrives within the next two turns of the event loop.
    await setImmediate()
    await setImmediate()
    return this.#take()
  }

  /** @throws ExpectationNotMet if the program has ended */
  async send(line: string): Promise<string> {
    if (this.#exit)
      throw new ExpectationNotMet(
        `the program has ended (${howItEnded(this.#exit)}), so "${line}" cannot be sent to it`,
      )
    this.#answered = (await awaitingInput(this.#running.pid)) ?? []
    this.#take()
    this.#running.write(`${line}\n`)
    this.#changed = performance.now()
    return this.read()
  }

  /** Its exit code, or null while it runs. */
  poll(): number | null {
    return this.#exit === undefined ? null : (this.#exit.code ?? -1)
  }

  async #waits(): Promise<boolean> {
    const waiting = await awaitingInput(this.#running.pid)
    if (waiting !== undefined) return waiting.some((mark) => !this.#answered.includes(mark))
    return PROMPT.test(this.#unread()) && performance.now() - this.#changed > QUIET
  }

  #unread(): string {
    return this.#running.stdout.text().slice(this.#position)
  }

  #take(): string {
    const text = this.#unread()
    this.#position += text.length
    return visibleText(text)
  }
}

/** Splits a text into lines that keep their line breaks, as Python reads a file. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
